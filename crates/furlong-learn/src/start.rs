//! The network before training.

use furlong::learned::{HEAD, Network, TRUNK};
use rand::{Rng, RngExt as _};

/// Creates a network with random weights, scaled so that signals keep about the same strength from layer to layer. It
/// takes all actions with about the same probability.
pub(crate) fn random_network(view: usize, action: usize, rng: &mut impl Rng) -> Network {
    let mut network = Network::zeros(view, action);
    // Few of the features are other than 0.
    let spreads = [(view / 4).max(1), 0, TRUNK / 2, 0, (action / 2).max(1), 25 * HEAD, TRUNK / 2, 0, HEAD, 0];
    for (part, inputs) in network.parts_mut().into_iter().zip(spreads) {
        if inputs > 0 {
            // A uniform number of this reach has the variance 2 / inputs.
            let reach = (6.0 / inputs as f32).sqrt();
            for weight in part {
                *weight = rng.random_range(-reach..reach);
            }
        }
    }
    network
}
