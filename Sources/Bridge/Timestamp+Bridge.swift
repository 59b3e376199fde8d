internal import ProximityCore

extension Timestamp? {
    /// The earlier of two times that may be missing.
    func orEarlier(_ other: Timestamp?) -> Timestamp? {
        guard let self, let other else { return self ?? other }
        return min(self, other)
    }
}
