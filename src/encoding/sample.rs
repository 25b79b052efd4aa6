//! Drawing an action from logits.

use rand::{Rng, RngExt};

/// Draws an index of `logits`, each with a probability proportional to the exponential of its logit, using one number
/// of the generator. Minus infinity is never drawn. Returns `None` if a logit is NaN or plus infinity, or if none can
/// be drawn.
///
/// The result is the same on every machine. A bot that draws this way from the generator of its decision
/// ([`Decision::rng`](crate::Decision::rng)) plays like a [`Batch`](crate::batch::Batch).
pub fn sample<R: Rng + ?Sized>(logits: &[f32], rng: &mut R) -> Option<usize> {
    draw(logits.len(), |place| logits[place], rng)
}

/// Returns whether [`draw`] can draw one of `count` places with these logits.
#[inline]
pub(crate) fn can_draw(count: usize, logit: impl Fn(usize) -> f32) -> bool {
    let is_number = |place| !logit(place).is_nan();
    (0..count).all(is_number) && greatest(count, &logit).is_finite()
}

fn greatest(count: usize, logit: impl Fn(usize) -> f32) -> f32 {
    (0..count).map(logit).fold(f32::NEG_INFINITY, f32::max)
}

/// Draws one of `count` places with these logits.
#[inline]
pub(crate) fn draw<R: Rng + ?Sized>(
    count: usize,
    logit: impl Fn(usize) -> f32,
    rng: &mut R,
) -> Option<usize> {
    if !can_draw(count, &logit) {
        return None;
    }
    let most = greatest(count, &logit);
    // The exponential function of `libm`: the machine's own may differ in its last bit.
    let weight = |place| libm::expf(logit(place) - most);
    let sum: f32 = (0..count).map(weight).sum();
    let mut left = rng.random::<f32>() * sum;
    for place in 0..count {
        left -= weight(place);
        if left < 0.0 {
            return Some(place);
        }
    }
    // Rounding can leave a remainder: it goes to the last index that can be drawn.
    (0..count).rev().find(|place| weight(*place) > 0.0)
}
