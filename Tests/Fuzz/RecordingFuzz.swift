internal import ProximityCore

// A recording comes from a stranger's bug report.

/// Takes one input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    var rest = bytes[...]
    var reader = RecordingReader { buffer, limit in
        // In pieces, as a pipe gives them.
        let taken = rest.prefix(min(limit, 61))
        buffer.replaceSubrange(0..<taken.count, with: taken)
        rest = rest.dropFirst(taken.count)
        return taken.count
    }
    let lineCount = bytes.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    var itemCount = 0
    do throws(RecordingError) {
        while let item = try reader.next() {
            itemCount += 1
            precondition(itemCount <= bytes.count + 1)
            check(item)
        }
        // The end stays the end.
        let more = try reader.next()
        precondition(more == nil)
    } catch {
        precondition(!error.what.isEmpty)
        precondition(1...lineCount + 1 ~= error.line ?? 1)
    }
    return 0
}

/// What was read can be written, and is read again as the same.
private func check(_ item: RecordingItem) {
    var text = Array("N: x\n".utf8)
    switch item {
    case .event(let event): EvemuText.append(event, to: &text)
    case .note(let note, let time): EvemuText.append(note, at: time, to: &text)
    case .device, .cutOff: return
    }
    var rest = text[...]
    var reader = RecordingReader { buffer, limit in
        let taken = rest.prefix(limit)
        buffer.replaceSubrange(0..<taken.count, with: taken)
        rest = rest.dropFirst(taken.count)
        return taken.count
    }
    _ = try? reader.next()
    let again = try? reader.next()
    precondition(again == item)
}
