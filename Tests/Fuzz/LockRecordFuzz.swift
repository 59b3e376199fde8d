// A lock file is read while it is written, and may hold anything.

/// Takes one input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    if let record = LockRecord(bytes) { check(record, bytes) }
    // The checksum keeps most inputs out, so the parser also meets them with a right one.
    let summed = bytes + Array("sum \(digits(checksum(bytes)))\n".utf8)
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
