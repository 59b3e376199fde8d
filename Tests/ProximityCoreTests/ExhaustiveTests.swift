import ProximityCore
import Testing

/// The tracker held against the naive rules after every short sequence of inputs.
///
/// Sequences that lead to the same place go on together. That leaves out none: a place is all that
/// either side, and the choice of stamps, depends on.
struct ExhaustiveTests {
    enum Start: CaseIterable {
        case absent, present, presentInForeground

        /// How many inputs follow; the last start is one input on from the one before.
        var length: Int { self == .presentInForeground ? 4 : 5 }
    }

    private struct Step {
        let input: Input
        let at: Timestamp
        let now: Timestamp
    }

    private struct Place: Hashable {
        var tracker: Tracker
        /// The stamp of the last input that had one.
        var last: Timestamp
        var now: Timestamp

        func hash(into hasher: inout Hasher) {
            hasher.combine(tracker.memory.reported)
            hasher.combine(tracker.memory.knownAt)
            hasher.combine(tracker.memory.readAt)
            hasher.combine(tracker.memory.changedAt)
            hasher.combine(tracker.memory.doubtedAt)
            hasher.combine(tracker.memory.newestAt)
            hasher.combine(tracker.memory.focus)
            hasher.combine(last)
        }

        /// Every input, stamped just before, with, and after the last one.
        ///
        /// Later is two microseconds on: a change that a reading finds out is stamped in between.
        var steps: [Step] {
            var steps: [Step] = []
            for input in Input.everyKind {
                switch input {
                case .lost, .found, .overflow(_, isMasked: false):
                    steps.append(Step(input: input, at: now, now: now))
                case .reading:
                    steps.append(Step(input: input, at: now, now: now))
                    steps.append(Step(input: input, at: now, now: now.moved(by: 1)))
                case .event, .overflow, .foreground, .background, .reset, .enable, .disable:
                    for distance: Int64 in [-1, 0, 2] {
                        let at = last.moved(by: distance)
                        steps.append(Step(input: input, at: at, now: max(at, now)))
                    }
                }
            }
            return steps
        }
    }

    private struct Branch {
        var place: Place
        var rules: NaiveRules
        let trail: [Step]
    }

    @Test(arguments: Policy.allCases, Start.allCases)
    func `every sequence of up to five inputs ends as the naive rules say`(
        policy: Policy,
        start: Start
    ) {
        var branches = [Self.root(policy, start)]
        var seen: Set<Place> = []
        for length in 1...start.length {
            var grown: [Branch] = []
            for branch in branches {
                for step in branch.place.steps {
                    guard let (place, rules) = grow(branch, by: step) else { return }
                    guard length < start.length, seen.insert(place).inserted else { continue }
                    let trail = branch.trail + [step]
                    grown.append(Branch(place: place, rules: rules, trail: trail))
                }
            }
            branches = grown
        }
        #expect(seen.count > 500)
    }

    private static func root(_ policy: Policy, _ start: Start) -> Branch {
        let now = Timestamp(microseconds: 100)
        let focus: Focus = start == .presentInForeground ? .foreground : .unknown
        var tracker = Tracker(policy: policy, initialFocus: focus, at: now)
        var rules = NaiveRules(policy: policy, initialFocus: focus, at: now)
        if start != .absent {
            _ = tracker.apply(.found, at: now, now: now)
            _ = rules.apply(.found, at: now, now: now)
        }
        let place = Place(tracker: tracker, last: now, now: now)
        return Branch(place: place, rules: rules, trail: [])
    }

    /// Takes one more step on both sides; nothing, and an issue, where they part.
    private func grow(_ branch: Branch, by step: Step) -> (Place, NaiveRules)? {
        var place = Place(tracker: branch.place.tracker, last: step.at, now: step.now)
        var rules = branch.rules
        let (input, at, now) = (step.input, step.at, step.now)
        let isNeeded = place.tracker.needsReading(before: input, at: at, now: now)
        let shouldBeNeeded = rules.needsReading(before: input, at: at, now: now)
        let outcome = place.tracker.apply(input, at: at, now: now)
        let dueOutcome = rules.apply(input, at: at, now: now)
        let past = rules.past
        let dueSnapshot = rules.snapshot(after: past)
        if isNeeded == shouldBeNeeded, outcome == dueOutcome,
            place.tracker.memory == past.memory, place.tracker.snapshot == dueSnapshot
        {
            return (place, rules)
        }
        let trail = (branch.trail + [step]).map { "\($0.input) at \($0.at.microseconds)" }
        Issue.record(
            """
            \(trail.joined(separator: ", ")):
            tracker \(isNeeded) \(outcome) \(place.tracker.snapshot) \(place.tracker.memory)
            rules \(shouldBeNeeded) \(dueOutcome) \(dueSnapshot) \(past.memory)
            """
        )
        return nil
    }
}
