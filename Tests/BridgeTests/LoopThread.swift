import Foundation
import Synchronization

/// A thread that makes the same check again and again, until it is stopped.
final class LoopThread: Sendable {
    private let isStopping = Atomic(false)
    private let checkCount = Atomic(0)
    private let failureCount = Atomic(0)
    private let end = DispatchSemaphore(value: 0)

    /// Starts it.
    init(_ check: @escaping @Sendable () -> Bool) {
        Thread {
            while !self.isStopping.load(ordering: .acquiring) {
                if !check() { self.failureCount.add(1, ordering: .relaxed) }
                self.checkCount.add(1, ordering: .releasing)
            }
            self.end.signal()
        }.start()
    }

    /// How many checks were made so far.
    var count: Int { checkCount.load(ordering: .acquiring) }

    /// Ends it, and tells how many checks failed.
    func stop() -> Int {
        isStopping.store(true, ordering: .releasing)
        end.wait()
        return failureCount.load(ordering: .acquiring)
    }
}
