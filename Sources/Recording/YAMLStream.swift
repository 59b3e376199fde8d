internal import CYaml

/// The parts of a YAML document, as libyaml meets them in a stream.
///
/// The corresponding C type is `yaml_parser_t`.
@safe final class YAMLStream {
    /// What comes next.
    enum Part: Equatable {
        case scalar([UInt8])
        case mappingStart
        case sequenceStart
        case end
        /// Anything that says nothing here: an alias, the bounds of a document.
        case other
    }

    /// How many bytes may go by without a part.
    private static let patience = 1 << 20

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let source: () -> [UInt8]
    private var pending: [UInt8] = []
    private var unanswered = 0
    private var isTooLong = false

    /// The line of the present part, from 1.
    private(set) var line = 1

    /// Makes a stream over bytes that are asked for piece by piece; an empty piece is the end.
    init(_ source: @escaping () -> [UInt8]) {
        self.source = source
        unsafe parser = .allocate(capacity: 1)
        _ = unsafe yaml_parser_initialize(parser)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input(
            parser,
            { stream, buffer, size, count in
                guard let stream = unsafe stream, let buffer = unsafe buffer else { return 0 }
                let object = unsafe Unmanaged<YAMLStream>.fromOpaque(stream)
                let taken = unsafe object.takeUnretainedValue().take(
                    unsafe UnsafeMutableBufferPointer(start: buffer, count: size)
                )
                guard let taken else { return 0 }
                unsafe count?.pointee = taken
                return 1
            },
            unsafe Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    /// Reads the next part, nothing at the end.
    ///
    /// The corresponding C function is `yaml_parser_parse`.
    func next() throws(RecordingError) -> Part? {
        var event = unsafe yaml_event_t()
        unanswered = 0
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
            line = unsafe Int(parser.pointee.problem_mark.line) + 1
            if isTooLong { throw RecordingError("more text than any recording has", line: line) }
            let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
            throw RecordingError("not YAML: \(problem ?? "not readable")", line: line)
        }
        defer { unsafe yaml_event_delete(&event) }
        line = unsafe Int(event.start_mark.line) + 1
        switch unsafe event.type {
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            return unsafe .scalar(
                Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
            )
        case YAML_MAPPING_START_EVENT: return .mappingStart
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart
        case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: return .end
        case YAML_STREAM_END_EVENT: return nil
        default: return .other
        }
    }

    /// Hands bytes to libyaml; nothing if it takes too many without coming to anything.
    private func take(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        if pending.isEmpty { pending = source() }
        let count = min(pending.count, buffer.count)
        unanswered += count
        isTooLong = unanswered > Self.patience
        if isTooLong { return nil }
        for index in 0..<count { unsafe buffer[index] = pending[index] }
        pending.removeFirst(count)
        return count
    }
}
