//! Axes: they map values to positions in a drawing, and place round numbers along it.

/// The size of a wide drawing with curves, and the frame in it that its axes span.
pub(super) const WIDTH: f64 = 790.0;
pub(super) const HEIGHT: f64 = 300.0;
pub(super) const LEFT: f64 = 84.0;
pub(super) const RIGHT: f64 = WIDTH - 34.0;
pub(super) const TOP: f64 = 20.0;
pub(super) const BOTTOM: f64 = HEIGHT - 56.0;

/// An axis from `low` to `high`, drawn from `start` to `end`.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    step: f64,
}

/// The approximate number of marks on an axis.
const MARKS: f64 = 6.0;

impl Axis {
    /// An axis that has room for all these values, with round numbers at its ends. Values that are not numbers are
    /// ignored.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, start: f64, end: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // All values are equal, so leave some room on both sides.
        if high - low < 1e-12 * high.abs().max(1e-12) {
            let room = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / MARKS);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, start, end, step }
    }

    /// An axis with exactly these ends. `low` must be below `high`.
    pub(super) fn between(low: f64, high: f64, start: f64, end: f64) -> Self {
        Self { low, high, start, end, step: round_step((high - low) / MARKS) }
    }

    /// The position at which a value is drawn.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        tenth(self.start + part.clamp(0.0, 1.0) * (self.end - self.start))
    }

    /// On which side a value is beyond the axis: 1 for its end, -1 for its start; `None` within it.
    pub(super) fn side_beyond(&self, value: f64) -> Option<f64> {
        if value > self.high { Some(1.0) } else { (value < self.low).then_some(-1.0) }
    }

    /// The round numbers on the axis, with their positions.
    pub(super) fn marks(&self) -> Vec<(f64, f64)> {
        let (first, last) = ((self.low / self.step - 1e-9).ceil(), (self.high / self.step + 1e-9).floor());
        let count = (last - first) as u32;
        let values = (0..=count).map(|index| (first + f64::from(index)) * self.step);
        // Turns minus zero into zero.
        values
            .map(|value| if value == 0.0 { 0.0 } else { value })
            .map(|value| (value, self.at(value)))
            .collect()
    }

    /// The text of a mark, with as many digits as distinguish it from the next one.
    pub(super) fn label(&self, value: f64) -> String {
        let digits = (-libm::log10(self.step).floor()).clamp(0.0, 6.0) as usize;
        format!("{value:.digits$}")
    }
}

/// The next number above this one of the form 1, 2 or 5 times a power of ten.
pub(super) fn round_step(rough: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let fits = |factor: &f64| factor * power >= rough * (1.0 - 1e-9);
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

/// Rounds a position in a drawing to one decimal.
pub(super) fn tenth(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_round_numbers_around_its_values() {
        let axis = Axis::around([3.2, f64::NAN, 17.9], 0.0, 100.0);
        let values: Vec<f64> = axis.marks().into_iter().map(|(value, _)| value).collect();
        assert_eq!(values, [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!((axis.at(0.0), axis.at(10.0), axis.at(99.0)), (0.0, 50.0, 100.0));
        assert_eq!(axis.label(5.0), "5");
        let axis = Axis::around([-0.031, 0.044], 10.0, 20.0);
        assert_eq!(axis.label(0.02), "0.02");
        assert!(axis.marks().iter().any(|(value, _)| *value == 0.0));
    }

    #[test]
    fn an_axis_between_two_ends_has_its_marks_within() {
        let axis = Axis::between(-0.5, 6.5, 0.0, 70.0);
        assert_eq!(axis.marks(), [(0.0, 5.0), (2.0, 25.0), (4.0, 45.0), (6.0, 65.0)]);
    }

    #[test]
    fn one_value_and_none_have_an_axis() {
        for values in [vec![], vec![0.0], vec![7.0, 7.0], vec![f64::INFINITY]] {
            let axis = Axis::around(values, 0.0, 10.0);
            assert!(
                (2..=12).contains(&axis.marks().len()) && axis.marks().iter().all(|(_, at)| at.is_finite())
            );
        }
    }
}
