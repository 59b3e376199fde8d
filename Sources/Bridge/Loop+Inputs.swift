internal import ProximityCore
internal import System

// What becomes of each thing that happens: an input of the tracker, then what is published.
extension Loop {
    /// Tells the tracker, and keeps for the end of the frame what it was.
    mutating func take(_ input: Input, at: Timestamp, now: Timestamp) {
        diagnostics.detail("\(input) at \(at.text)")
        _ = tracker.apply(input, at: at, now: now)
        if case .overflow = input {
            pending = nil
            publish(.sync, at: min(at, now))
        } else {
            pending = (.event, min(at, now))
        }
    }

    /// Publishes what the events of a frame have led to.
    mutating func publishFrame() {
        guard let (reason, at) = pending else { return }
        pending = nil
        publish(reason, at: at)
    }

    /// Takes the focus messages that are there.
    mutating func takeFocus() {
        do throws(Errno) {
            for _ in 0..<Self.turnLimit {
                let mayHaveMore = try focus.fill()
                while let line = focus.next() { take(line) }
                if !mayHaveMore { return }
            }
        } catch {
            diagnostics.warn("cannot read focus messages: \(error)")
            focus = FocusSource(pipe: nil)
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
        if tracker.needsReading(before: input, at: at, now: now) { readSwitch() }
        if tracker.apply(input, at: at, now: now) == .refused {
            diagnostics.warn("focus: reset changes nothing with --on-foreground keep")
        }
        switch message.word {
        case .enable: enableDevice()
        case .disable: source.close()
        case .foreground, .background, .reset: break
        }
        publish(message.word.reason, at: min(at, now))
    }

    /// Opens the device and reads the switch.
    mutating func openDevice() throws(BridgeError) {
        try source.open()
        publisher.identify(source.identity)
        _ = tracker.apply(.found, at: Self.now, now: Self.now)
        readSwitch()
    }

    /// Opens the device again, if it is not open, after monitoring was switched on.
    private mutating func enableDevice() {
        guard !source.isOpen else { return }
        do throws(BridgeError) {
            try openDevice()
        } catch {
            diagnostics.warn(error.message)
            _ = tracker.apply(.lost, at: Self.now, now: Self.now)
        }
    }

    /// Tells the tracker what the switch says now.
    mutating func readSwitch() {
        do throws(Errno) {
            guard let (isOn, now) = try source.read() else { return }
            diagnostics.detail("reading \(isOn) at \(now.text)")
            _ = tracker.apply(.reading(isOn: isOn), at: now, now: now)
        } catch {
            loseDevice(error)
        }
    }

    /// Goes on without the device.
    mutating func loseDevice(_ error: Errno) {
        let now = Self.now
        source.close()
        pending = nil
        diagnostics.warn("lost \(printable(source.path)): \(error)")
        _ = tracker.apply(.lost, at: now, now: now)
        publish(.lost, at: now)
    }

    /// Publishes what the tracker says now, once the start is over.
    mutating func publish(_ reason: Reason, at cause: Timestamp) {
        guard isStarted else { return }
        heed(
            publisher.publish(
                tracker.snapshot,
                tracker.memory,
                reason: reason,
                at: cause,
                &diagnostics
            )
        )
    }

    /// Stops when nobody reads standard output any more.
    mutating func heed(_ outcome: LineOutput.Outcome) {
        if outcome == .readerLeft { isStopping = true }
    }

    /// Says how many warnings about the focus source were held back.
    mutating func reportHeldWarnings(isAtEnd: Bool = false) {
        guard focusWarnings.dueAt != nil else { return }
        if let count = focusWarnings.takeHeldCount(now: Self.now, isAtEnd: isAtEnd) {
            diagnostics.warn("focus: \(count) more lines that are no messages")
        }
    }
}

extension Timestamp {
    /// Seconds with six decimals, as evdev's tools print them.
    fileprivate var text: String {
        let fraction = String(microseconds % 1_000_000)
        let zeros = String(repeating: "0", count: max(0, 6 - fraction.utf8.count))
        return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
    }
}
