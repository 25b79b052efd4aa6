//! Backpropagation: how much each weight changes the loss.

use furlong::learned::{HEAD, Network, Reading, TRUNK, dot};

/// The pass of a network over a view and its legal actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward<'a> {
    /// The features of the view.
    pub view: &'a [f32],
    /// The features of the legal actions, one after another.
    pub actions: &'a [f32],
    /// The result of reading the view.
    pub reading: &'a Reading,
    /// The hidden layer of each action.
    pub judged: &'a [[f32; HEAD]],
}

/// Adds the gradient of one view's loss to `into`, given the derivatives with respect to the score of each action and
/// to the value before the logistic function.
pub(crate) fn add_gradient(
    network: &Network,
    into: &mut Network,
    forward: Forward<'_>,
    by_score: &[f32],
    by_value: f32,
) {
    let Forward { view, actions, reading, judged } = forward;
    let mut by_context = [0.0; HEAD];
    let width = network.action.len();
    for ((features, judged), by_score) in actions.chunks_exact(width).zip(judged).zip(by_score) {
        if *by_score == 0.0 {
            continue;
        }
        let mut by_judged = [0.0; HEAD];
        for unit in 0..HEAD {
            into.score[unit] += by_score * judged[unit];
            if judged[unit] > 0.0 {
                by_judged[unit] = by_score * network.score[unit];
            }
            by_context[unit] += by_judged[unit];
        }
        add_outer(&mut into.action, features, &by_judged);
    }
    let foreseen = network.foresee(reading);
    let mut by_foreseen = [0.0; HEAD];
    for unit in 0..HEAD {
        into.value[unit] += by_value * foreseen[unit];
        if foreseen[unit] > 0.0 {
            by_foreseen[unit] = by_value * network.value[unit];
        }
    }
    into.value_bias[0] += by_value;
    add(&mut into.prospect_bias, &by_foreseen);
    add(&mut into.context_bias, &by_context);
    add_outer(&mut into.prospect[..], &reading.trunk, &by_foreseen);
    add_outer(&mut into.context[..], &reading.trunk, &by_context);
    let by_trunk = std::array::from_fn::<_, TRUNK, _>(|unit| {
        if reading.trunk[unit] > 0.0 {
            dot(&network.prospect[unit], &by_foreseen) + dot(&network.context[unit], &by_context)
        } else {
            0.0
        }
    });
    add(&mut into.view_bias, &by_trunk);
    add_outer(&mut into.view, view, &by_trunk);
}

fn add<const N: usize>(sums: &mut [f32; N], terms: &[f32; N]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

fn add_outer<const N: usize>(sums: &mut [[f32; N]], factors: &[f32], terms: &[f32; N]) {
    for (sums, factor) in sums.iter_mut().zip(factors) {
        if *factor != 0.0 {
            for (sum, term) in sums.iter_mut().zip(terms) {
                *sum += factor * term;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use furlong::rand::{RngExt as _, SeedableRng as _};
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::start::random_network;

    /// A loss with a known gradient: weighted sums of the scores and of the value before its logistic function.
    fn loss(network: &Network, view: &[f32], actions: &[f32], by_score: &[f32], by_value: f32) -> f64 {
        let reading = network.read(view);
        let scores = actions.chunks_exact(network.action.len()).map(|action| network.score(&reading, action));
        let scores: f64 = scores.zip(by_score).map(|(score, factor)| f64::from(score * factor)).sum();
        let value = f64::from(network.value(&reading));
        scores + f64::from(by_value) * libm::log(value / (1.0 - value))
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut network = random_network(7, 5, &mut rng);
        let view: Vec<f32> = (0..7).map(|_| rng.random_range(-1.0..1.0)).collect();
        let actions: Vec<f32> = (0..15).map(|_| rng.random_range(-1.0..1.0)).collect();
        let (by_score, by_value) = ([0.5, -1.0, 0.25], 0.75);
        let mut gradient = Network::zeros(7, 5);
        let reading = network.read(&view);
        let judged: Vec<_> = actions.chunks_exact(5).map(|action| network.judge(&reading, action)).collect();
        let forward = Forward { view: &view, actions: &actions, reading: &reading, judged: &judged };
        add_gradient(&network, &mut gradient, forward, &by_score, by_value);
        let slopes: Vec<Vec<f32>> = gradient.parts().map(<[f32]>::to_vec).to_vec();
        for (part, slopes) in slopes.iter().enumerate() {
            let mut differing = 0;
            for (index, slope) in slopes.iter().enumerate() {
                const STEP: f32 = 1e-2;
                let was = network.parts()[part][index];
                network.parts_mut()[part][index] = was + STEP;
                let above = loss(&network, &view, &actions, &by_score, by_value);
                network.parts_mut()[part][index] = was - STEP;
                let below = loss(&network, &view, &actions, &by_score, by_value);
                network.parts_mut()[part][index] = was;
                let measured = (above - below) / f64::from(2.0 * STEP);
                // A unit that the step turns on or off has no slope there.
                if (measured - f64::from(*slope)).abs() > 1e-3 + 0.01 * measured.abs() {
                    differing += 1;
                }
            }
            // A part of one number, such as the bias of the value, has no room for a wrong one.
            let all = slopes.len();
            assert!(differing * 20 <= all, "{differing} of {all} slopes of part {part} differ");
        }
        assert!(slopes.iter().all(|part| part.iter().any(|slope| *slope != 0.0)));
    }
}
