// Any bytes at all may come through the focus pipe.

/// Takes one input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    var decoder = FocusDecoder()
    var lines = bytes.compactMap { decoder.push($0) }
    if let last = decoder.finish() { lines.append(last) }
    // Nothing is left behind for the next writer.
    precondition(decoder.finish() == nil)
    precondition(lines.count <= bytes.split(separator: UInt8(ascii: "\n")).count)
    for line in lines {
        switch line {
        case .message(let message):
            precondition(FocusMessage(line: message.line.dropLast()) == message)
            precondition(message.stamp?.microseconds ?? 0 >= 0)
        case .rejected(let excerpt, let isTooLong):
            precondition(excerpt.utf8.allSatisfy { 0x20...0x7e ~= $0 })
            precondition(excerpt.utf8.count <= 4 * 40 + 3)
            precondition(!isTooLong || bytes.count > FocusDecoder.maximumLength)
        }
    }
    return 0
}
