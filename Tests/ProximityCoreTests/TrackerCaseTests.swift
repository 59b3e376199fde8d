import ProximityCore
import Testing

/// What went wrong elsewhere, as public bug reports tell it, on the time line of the tracker.
///
/// A story is a list of `seconds=what`: `0` and `1` are events, `quiet0` and `quiet1` move the
/// kernel's bit without telling anyone, `drop0` is a queue that overflowed with 0 read at the sync,
/// `found0` a device that is there again with 0. The verdicts are N on, F off, C off because it is
/// assumed, U unknown; one holds at every step until the next.
struct TrackerCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var policy = Policy.assume
        var start = "0"
        let story: String
        let verdicts: String

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "S01 boots closed",
            start: "1",
            story: "0=bg 5=fg 60=bg",
            verdicts: "0=N 5=C"
        ),
        Case(
            name: "S02 never says open",
            story: "0=fg 9=bg 10=1 41=fg 80=0 90=1",
            verdicts: "0=F 10=N 41=C 80=F 90=N"
        ),
        Case(
            name: "S04 a docked tablet, as is the default for its switch",
            policy: .reread,
            start: "1",
            story: "0=bg 2=fg",
            verdicts: "0=N"
        ),
        Case(
            name: "S04 a docked tablet, corrected",
            start: "1",
            story: "0=bg 2=fg",
            verdicts: "0=N 2=C"
        ),
        Case(
            name: "S08 starts wrong, inverted at the input",
            story: "0=bg 20=1 22=fg 25=0",
            verdicts: "0=F 20=N 22=C 25=F"
        ),
        Case(
            name: "S11 a made-up open before the second close",
            story: "10=1 20=fg 30=0 30.0004=1",
            verdicts: "0=F 10=N 20=C 30=F 30.0004=N"
        ),
        Case(name: "S12 opening is no change", start: "1", story: "0=fg", verdicts: "0=C"),
        Case(name: "S15 restart while open", story: "0=bg", verdicts: "0=F"),
        Case(name: "S21 start with the lid shut", start: "1", story: "", verdicts: "0=N"),
        Case(name: "S21 start with the lid open", story: "", verdicts: "0=F"),
        Case(
            name: "S27 open not seen after resume",
            story: "0=fg 10=1 10.5=bg 51=fg 72=0",
            verdicts: "0=F 10=N 51=C 72=F"
        ),
        Case(
            name: "S30 still closed a second after resume",
            story: "0=fg 5=1 5.1=bg 30=fg 31.2=0",
            verdicts: "0=F 5=N 30=C 31.2=F"
        ),
        Case(
            name: "S33 ghosts are not merged",
            story: "0=fg 5=1 5.02=0 5.03=1 5.05=0",
            verdicts: "0=F 5=N 5.02=F 5.03=N 5.05=F"
        ),
        Case(
            name: "S36 another program wrote open",
            story: "0=fg 1=1 2=0 30=quiet0 60=1",
            verdicts: "0=F 1=N 2=F 60=N"
        ),
        Case(
            name: "S43 overflow eats the opening",
            start: "1",
            story: "0=bg 15=drop0",
            verdicts: "0=N 15=F"
        ),
        Case(
            name: "S46 unblanked by hand",
            start: "1",
            story: "10=fg 20=0 25=1",
            verdicts: "0=N 10=C 20=F 25=N"
        ),
        Case(
            name: "S47 opened late",
            start: "1",
            story: "10=fg 20=0",
            verdicts: "0=N 10=C 20=F"
        ),
        Case(
            name: "S48 grabbed: nothing is told",
            story: "0=fg 5=quiet1",
            verdicts: "0=F"
        ),
        Case(
            name: "S50 a lid beside volume keys",
            story: "1.5=fg 2=1 3=0",
            verdicts: "0=F 2=N 3=F"
        ),
        Case(
            name: "S56 overflow while the reader was stopped",
            story: "0=fg 50=drop1",
            verdicts: "0=F 50=N"
        ),
        Case(
            name: "S58 revoked, and opened meanwhile",
            story: "0=fg 9=bg 10=1 11=lost 20=found0 21=fg",
            verdicts: "0=F 10=N 11=U 20=F"
        ),
        Case(
            name: "S62 tablet mode flickers",
            story: "0=1 0.5=fg 0.9=0 1.2=1 1.9=0 2.1=1 2.8=0",
            verdicts: "0=N 0.5=C 0.9=F 1.2=N 1.9=F 2.1=N 2.8=F"
        ),
        Case(
            name: "S66 stuck in covered",
            story: "0=bg 3600=1 4000=fg 4300=bg 4400=fg",
            verdicts: "0=F 3600=N 4000=C"
        ),
        Case(
            name: "S67 freed by hand, in the foreground",
            story: "0=fg 10=1 20=fg 30=reset 40=0 50=1",
            verdicts: "0=F 10=N 30=C 40=F 50=N"
        ),
        Case(
            name: "S68 badly calibrated for the whole call",
            start: "1",
            story: "2=fg 3=fg 60=fg",
            verdicts: "0=N 2=C"
        ),
        Case(
            name: "S71 dark after the call",
            story: "0=fg 10=1 59=bg 60.5=fg",
            verdicts: "0=F 10=N 60.5=C"
        ),
        Case(
            name: "S73 a repeated foreground at the ear",
            story: "0=fg 5=fg 10=1 12=fg 20=fg",
            verdicts: "0=F 10=N"
        ),
        Case(
            name: "S81 unplugged",
            story: "5=1 6=fg 8=lost",
            verdicts: "0=F 5=N 6=C 8=U"
        ),
        Case(
            name: "the iOS bug, where a reading can tell",
            story: "0=fg 10=1 10.1=bg 20=quiet0 30=fg 40=1",
            verdicts: "0=F 10=N 30=F 40=N"
        ),
        Case(
            name: "the iOS bug, where the bit itself is stuck",
            story: "0=fg 10=1 10.1=bg 30=fg 40=0 41=1",
            verdicts: "0=F 10=N 30=C 40=F 41=N"
        ),
        Case(
            name: "the iOS bug as a plain reader sees it",
            policy: .keep,
            story: "0=fg 10=1 10.1=bg 20=quiet0 30=fg 39=0 40=1",
            verdicts: "0=F 10=N 39=F 40=N"
        ),
    ]

    @Test(arguments: cases)
    func `a reported case comes out right`(_ reported: Case) throws {
        var rig = TrackerRig(reported.policy, isOn: reported.start == "1")
        let story = try Self.moments(in: reported.story)
        let verdicts = try Self.moments(in: reported.verdicts)
        var due: Character = "?"
        for time in Set((story + verdicts).map(\.time)).sorted() {
            for moment in story where moment.time == time {
                try Self.tell(moment.what, at: time, to: &rig)
            }
            due = verdicts.last { $0.time <= time }?.what.first ?? due
            #expect(rig.verdict == due, "at \(time)")
        }
    }

    private static func moments(in text: String) throws -> [(time: Double, what: String)] {
        try text.split(separator: " ").map { word in
            let parts = word.split(separator: "=")
            return (try #require(Double(parts[0])), String(parts[1]))
        }
    }

    private static func tell(_ what: String, at time: Double, to rig: inout TrackerRig) throws {
        let isOn = what.last == "1"
        switch what {
        case "0", "1": rig.take(.event(isOn: isOn), at: time)
        case "quiet0", "quiet1": rig.isOn = isOn
        case "drop0", "drop1": rig.take(.overflow(isOn: isOn, isMasked: true), at: time)
        case "found0", "found1":
            rig.isOn = isOn
            rig.take(.found, at: time)
        case "lost": rig.take(.lost, at: time)
        default:
            let word = try #require(FocusMessage.Word(what.utf8))
            rig.take(word.input, at: time)
        }
    }
}
