internal import ProximityCore
internal import System

// What becomes of focus messages, and what is published.
extension Loop {
    /// Takes the focus messages that are there.
    mutating func takeFocus() {
        do throws(Errno) {
            for _ in 0..<Self.turnLimit {
                let mayHaveMore = try focus.fill()
                while let line = focus.next() { take(line) }
                if !mayHaveMore { return }
            }
        } catch {
            if focusWarnings.admit(now: Self.now) {
                diagnostics.warn("cannot read focus messages: \(error)")
            }
            focus.rest(until: Timestamp(microseconds: Self.now.microseconds + 1_000_000))
        }
    }

    private mutating func take(_ line: FocusDecoder.Line) {
        switch line {
        case .message(let message): take(message)
        case .rejected(let excerpt, let isTooLong):
            guard focusWarnings.admit(now: Self.now) else { return }
            let what = isTooLong ? "a line of more than 256 bytes" : "not a focus message"
            diagnostics.warn("focus: \(what): \"\(excerpt)\"")
        }
    }

    private mutating func take(_ message: FocusMessage) {
        let now = Self.now
        let at = message.stamp ?? now
        let input = message.word.input
        diagnostics.detail("message \(message.word) at \(at.text)")
        if tracker.needsReading(before: input, at: at, now: now) {
            readSwitch(message.word.reason)
        }
        if tracker.apply(input, at: at, now: now) == .refused, focusWarnings.admit(now: now) {
            diagnostics.warn("focus: reset changes nothing with --on-foreground keep")
        }
        switch message.word {
        case .enable: enableDevice()
        case .disable: disableDevice()
        case .foreground, .background, .reset: break
        }
        recording?.message(message, now: now, &diagnostics)
        publish(message.word.reason, at: min(at, now))
    }

    /// Goes over to the FIFO that is at the path now, after the last message of the old one.
    mutating func followFocusPath() {
        takeFocus()
        focus.followPath(now: Self.now, &diagnostics)
        while let line = focus.next() { take(line) }
    }

    /// Publishes what the tracker says now, once the start is over.
    mutating func publish(_ reason: Reason, at cause: Timestamp) {
        guard isStarted else { return }
        let snapshot = tracker.snapshot
        heed(
            publisher.publish(
                snapshot,
                tracker.memory,
                reason: reason,
                at: cause,
                &diagnostics
            )
        )
        notifier.tell(snapshot.state, configuration.words)
    }

    /// Stops when nobody reads standard output any more.
    mutating func heed(_ outcome: LineOutput.Outcome) {
        if outcome == .readerLeft { isStopping = true }
    }

    /// Says how many warnings about the focus source were held back.
    mutating func reportHeldWarnings(isAtEnd: Bool = false) {
        guard focusWarnings.dueAt != nil else { return }
        if let count = focusWarnings.takeHeldCount(now: Self.now, isAtEnd: isAtEnd) {
            diagnostics.warn("focus: \(count) more warning\(count == 1 ? "" : "s") held back")
        }
    }
}
