//! Many questions at once: by chance alone one of twenty looks like an answer.

/// Corrects p-values for their number (Holm): the corrected ones below 0.05 are beyond chance together, with at
/// most a chance of 1 in 20 that any of them is wrong. In the order of the input.
///
/// ```
/// use furlong::arena::stats::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        least = least.max((p_values[index] * left).min(1.0));
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn a_corrected_value_is_never_below_one_that_was_smaller() {
        // The example of Holm's method in the textbooks: four tests.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
    }
}
