//! Choosing among the scores of the actions of one view.

/// Returns the place of the highest score, the first of equal ones; `None` without scores.
pub fn best(scores: &[f32]) -> Option<usize> {
    (0..scores.len()).reduce(|best, place| if scores[place] > scores[best] { place } else { best })
}

/// Turns scores into probabilities that add up to 1, the same on every machine.
///
/// ```
/// let mut scores = [1.0, 1.0];
/// furlong::learned::soften(&mut scores);
/// assert_eq!(scores, [0.5, 0.5]);
/// ```
pub fn soften(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = libm::expf(*score - most);
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}
