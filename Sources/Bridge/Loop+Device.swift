internal import ProximityCore
internal import System

// What becomes of events, of readings, and of the device coming and going.
extension Loop {
    /// How many frames, and how many reads of the focus source, are taken before the others get
    /// their turn.
    static let turnLimit = 64

    /// Takes what the device has queued, up to the end of a frame.
    ///
    /// - Parameter events: What a wait saw of the device.
    mutating func drainDevice(events: PollEvents = []) {
        isDeviceUnfinished = false
        var frameCount = 0
        do throws(Errno) {
            while let report = try source.next() {
                switch report {
                case .input(let input, let at, let now):
                    take(input, at: at, now: now)
                case .frameEnd:
                    publishFrame()
                    frameCount += 1
                }
                if frameCount == Self.turnLimit {
                    isDeviceUnfinished = true
                    return
                }
            }
            // A queue that ends without an error, on a device that poll says is gone for ever.
            if !events.isDisjoint(with: .gone) && source.isOpen { throw .noSuchDevice }
        } catch {
            loseDevice(error)
        }
    }

    /// Tells the tracker, and keeps for the end of the frame what it was.
    private mutating func take(_ input: Input, at: Timestamp, now: Timestamp) {
        diagnostics.detail("\(input) at \(at.text)")
        _ = tracker.apply(input, at: at, now: now)
        recording?.input(input, at: at, now: now, &diagnostics)
        if case .overflow = input {
            pending = nil
            publish(.sync, at: min(at, now))
        } else {
            pending = (.event, min(at, now))
        }
    }

    /// Publishes what the events of a frame have led to.
    private mutating func publishFrame() {
        guard let (reason, at) = pending else { return }
        pending = nil
        recording?.endFrame(at: at, &diagnostics)
        publish(reason, at: at)
    }

    /// Reads the switch for no cause of its own, and publishes what comes of it.
    mutating func readAgain(_ reason: Reason) {
        drainDevice()
        readSwitch(reason)
        publish(reason, at: Self.now)
    }

    /// Tells the tracker what the switch says now.
    ///
    /// - Parameter reason: What it is read for.
    mutating func readSwitch(_ reason: Reason) {
        do throws(Errno) {
            guard let (isOn, now) = try source.read() else { return }
            diagnostics.detail("reading \(isOn ? "on" : "off") at \(now.text)")
            _ = tracker.apply(.reading(isOn: isOn), at: now, now: now)
            recording?.describe(
                source.describe(isOn: isOn),
                isAtStart: reason == .start,
                &diagnostics
            )
            recording?.reading(isOn: isOn, reason, now: now, &diagnostics)
        } catch {
            loseDevice(error)
        }
    }

    /// Opens the device that was found, and reads the switch.
    mutating func openDevice() throws(BridgeError) {
        try source.open()
        haveDevice(for: .start)
    }

    /// Looks for the device, and opens it if it is there; if not, its appearance wakes the bridge.
    ///
    /// It is looked for once more after a second, in case that it was there and an error hid it.
    mutating func seekDevice(for reason: Reason = .found, isSecondLook: Bool = false) {
        if source.seek(&diagnostics) {
            haveDevice(for: reason)
        } else if source.isWorthRetrying || !isSecondLook {
            deviceRetryAt = Timestamp(microseconds: Self.now.microseconds + 1_000_000)
        }
    }

    private mutating func haveDevice(for reason: Reason) {
        let now = Self.now
        foundAt = now
        publisher.identify(source.identity)
        let wasPresent = tracker.isPresent
        _ = tracker.apply(.found, at: now, now: now)
        readSwitch(!isStarted ? .start : wasPresent ? reason : .found)
    }

    /// Looks for the device again, after something on the way to it has changed.
    mutating func regainDevice(isSecondLook: Bool = false) {
        deviceRetryAt = nil
        seekDevice(isSecondLook: isSecondLook)
        guard source.isOpen else { return }
        diagnostics.note("found \(printable(source.path))")
        publish(.found, at: Self.now)
    }

    /// Opens the device, if it is not open, after monitoring was switched on.
    mutating func enableDevice() {
        guard !source.isOpen else { return }
        seekDevice(for: .enabled)
        if !source.isOpen { _ = tracker.apply(.lost, at: Self.now, now: Self.now) }
    }

    /// Closes the device, and waits for none, after monitoring was switched off.
    mutating func disableDevice() {
        source.close()
        deviceRetryAt = nil
    }

    /// Goes on without the device, until it is there again.
    mutating func loseDevice(_ error: Errno) {
        let now = Self.now
        source.close()
        pending = nil
        if !configuration.endsOnLoss {
            diagnostics.warn("lost \(printable(source.path)): \(error); waiting for it")
        }
        _ = tracker.apply(.lost, at: now, now: now)
        recording?.lost(now: now, &diagnostics)
        publish(.lost, at: now)
        if configuration.endsOnLoss {
            failure = BridgeError("lost \(printable(source.path)): \(error)")
        } else if let foundAt, now.microseconds - foundAt.microseconds < 1_000_000 {
            // It goes as soon as it is opened.
            deviceRetryAt = Timestamp(microseconds: now.microseconds + 1_000_000)
        } else {
            // A revoked descriptor leaves the node in place.
            regainDevice()
        }
    }
}
