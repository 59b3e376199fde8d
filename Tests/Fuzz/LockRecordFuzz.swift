// A lock file is read while it is written, and may hold anything.

/// Takes one input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    if let record = LockRecord(bytes) { check(record, bytes) }
    // The checksum keeps most inputs out, so the parser also meets them with a right one.
    let summed = bytes + Array("sum \(digits(sum(of: bytes)))\n".utf8)
    if let record = LockRecord(summed) { check(record, summed) }
    return 0
}

/// What was read can be written, and is read again as the same.
private func check(_ record: LockRecord, _ bytes: [UInt8]) {
    var writer = LockRecord.Writer(
        process: record.process,
        boot: record.boot,
        subject: record.subject,
        words: record.words,
        ending: record.ending
    )
    writer.write(record.record, memory: record.memory, isStopped: record.isStopped)
    precondition(LockRecord(writer.text) == record)
}

private func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
}

/// The sum that a record of these lines would have.
private func sum(of bytes: [UInt8]) -> UInt64 {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 7 else { return 0 }
    let fields = lines[6...7].flatMap { line in
        String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    }
    return lockSum(bytes[..<lines[6].startIndex], fields)
}
