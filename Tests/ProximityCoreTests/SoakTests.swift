import Glibc
import ProximityCore
import Testing

/// Long random lives of the tracker with a model of the kernel, `SOAK` steps of each.
///
/// After every step it is held against the naive rules, and against the kernel's bit.
struct SoakTests {
    private static let stepCount: Int = {
        guard let text = unsafe getenv("SOAK") else { return 20_000 }
        return unsafe Int(String(cString: text)) ?? 20_000
    }()

    @Test(arguments: Policy.allCases)
    func `a long life agrees with the rules and the kernel at every step`(policy: Policy) {
        var life = Life(policy: policy, seed: 2026)
        for step in 1...Self.stepCount {
            life.step()
            if let defect = life.defect {
                Issue.record("step \(step), \(life.last): \(defect)")
                return
            }
        }
        #expect(life.counts[.on, default: 0] > Self.stepCount / 50)
        #expect(life.counts[.unknown, default: 0] > Self.stepCount / 50)
    }
}

/// A bridge in small: queued events first, a reading where the tracker asks for one.
private struct Life {
    private enum Step: CaseIterable {
        case change, changes, flood, grab, message, drain, reading, unplug, plug

        var weight: Int {
            switch self {
            case .change: 30
            case .changes, .grab, .drain, .plug: 6
            case .message: 30
            case .reading: 3
            case .flood, .unplug: 1
            }
        }

        static let dice = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    }

    private static let messages: [Input] =
        Array(repeating: .foreground, count: 8) + Array(repeating: .background, count: 8)
        + [.reset, .reset, .disable, .enable, .enable, .enable]

    private var tracker: Tracker
    private var rules: NaiveRules
    private var kernel = KernelModel(isOn: true)
    private var random: SeededGenerator
    private var now = Timestamp(microseconds: 1_000_000)
    private var isRead = true
    private(set) var last = "the start"
    private(set) var defect: String?
    private(set) var counts: [SwitchState: Int] = [:]

    init(policy: Policy, seed: UInt64) {
        tracker = Tracker(policy: policy, initialFocus: .unknown, at: now)
        rules = NaiveRules(policy: policy, initialFocus: .unknown, at: now)
        random = SeededGenerator(seed: seed)
        find()
    }

    mutating func step() {
        // Ties are frequent, so that their order matters.
        now = now.moved(by: Int64.random(in: 0...3, using: &random))
        guard let step = Step.dice.randomElement(using: &random) else { return }
        last = "\(step)"
        switch step {
        case .change: change(times: 1)
        case .changes: change(times: Int.random(in: 2...8, using: &random))
        case .flood: change(times: Int.random(in: 30...40, using: &random))
        case .grab: kernel.isGrabbed = kernel.isThere && !kernel.isGrabbed
        case .message: say()
        case .drain: drain()
        case .reading:
            drain()
            read()
        case .unplug:
            if kernel.isThere { lose() }
        case .plug:
            if !kernel.isThere { find() }
        }
        if Bool.random(using: &random) { drain() }
        check()
    }

    private mutating func change(times: Int) {
        for _ in 0..<times {
            now = now.moved(by: Int64.random(in: 0...1, using: &random))
            kernel.report(!kernel.isOn, at: now)
            isRead = false
        }
    }

    private mutating func drain() {
        isRead = true
        while let entry = kernel.next() {
            switch entry {
            case .change(let isOn, let time): apply(.event(isOn: isOn), at: time)
            case .dropped(let time):
                apply(.overflow(isOn: kernel.synchronize(), isMasked: true), at: time)
            }
        }
    }

    private mutating func read() {
        if tracker.isMonitoring && kernel.isThere { apply(.reading(isOn: kernel.read()), at: now) }
    }

    private mutating func say() {
        guard let input = Self.messages.randomElement(using: &random) else { return }
        last = "\(input)"
        drain()
        let at = now.moved(by: Int64.random(in: -6...1, using: &random))
        let isNeeded = tracker.needsReading(before: input, at: at, now: now)
        if isNeeded != rules.needsReading(before: input, at: at, now: now) {
            defect = "a reading is needed: \(isNeeded)"
        }
        // A change missed since `knownAt` counts as a microsecond later, which must not be ahead.
        let canBeNewer = tracker.memory.knownAt.map { $0 >= at } ?? false
        if isNeeded { read() }
        let isEntry = input == .foreground && tracker.memory.focus != .foreground
        let wasMonitoring = tracker.isMonitoring
        let outcome = apply(input, at: at)
        let isDoubted = tracker.policy == .assume && isEntry && outcome == .taken && at == now
        if isDoubted, !canBeNewer, tracker.snapshot.state == .on {
            defect = "covered on entering the foreground"
        }
        if input == .disable { kernel.close() }
        if input == .enable, !wasMonitoring {
            if kernel.isThere { open() } else { apply(.lost, at: now) }
        }
    }

    private mutating func lose() {
        let wasMonitoring = tracker.isMonitoring
        kernel.unplug()
        if wasMonitoring { apply(.lost, at: now) }
    }

    private mutating func find() {
        kernel.plug(isOn: Bool.random(using: &random))
        if tracker.isMonitoring { open() }
    }

    private mutating func open() {
        kernel.open()
        apply(.found, at: now)
        read()
    }

    @discardableResult
    private mutating func apply(_ input: Input, at time: Timestamp) -> Outcome {
        let outcome = tracker.apply(input, at: time, now: now)
        let due = rules.apply(input, at: time, now: now)
        if outcome != due { defect = "\(input): \(outcome), by the rules \(due)" }
        return outcome
    }

    private mutating func check() {
        let past = rules.past
        let (said, due) = (tracker.snapshot, rules.snapshot(after: past))
        counts[said.state, default: 0] += 1
        rules.condense()
        if said != due || tracker.memory != past.memory {
            defect = "\(said) \(tracker.memory), by the rules \(due) \(past.memory)"
        }
        guard tracker.isMonitoring, kernel.isThere else {
            if said.state != .unknown { defect = "\(said) without a device" }
            return
        }
        guard isRead, kernel.isAllTold else { return }
        let bit: SwitchState = kernel.isOn ? .on : .off
        let isRight = said.reported == bit && (said.state == bit || said.basis == .assumed)
        if !isRight { defect = "\(said), the kernel says \(bit)" }
    }
}
