/// A moment of `CLOCK_REALTIME` taken apart into a date and a time of day, in UTC.
struct WallTime {
    let year: UInt64
    let month: UInt64
    let day: UInt64
    let hour: UInt64
    let minute: UInt64
    let second: UInt64
    let microsecond: UInt64

    /// Takes apart a count of microseconds since the Unix epoch.
    ///
    /// RFC 3339 has four digits for the year: the count is held between March of the year 0 and the
    /// end of 9999.
    init(microsecondsSinceEpoch: Int64) {
        let range: ClosedRange<Int64> = -62_162_035_200_000_000...253_402_300_799_999_999
        let clamped = min(max(microsecondsSinceEpoch, range.lowerBound), range.upperBound)
        // Counted from 1 March of the year 0, where both the 400-year eras and, with the leap day
        // last, the years begin.
        let sinceMarch = UInt64(clamped - range.lowerBound)
        let days = sinceMarch / 86_400_000_000
        let time = sinceMarch % 86_400_000_000
        hour = time / 3_600_000_000
        minute = time / 60_000_000 % 60
        second = time / 1_000_000 % 60
        microsecond = time % 1_000_000
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
