//! Gradient descent with a step size for each weight (Kingma and Ba, "Adam", 2015).

use furlong::learned::Network;

/// The state of the optimizer.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    mean: Network,
    square: Network,
    steps: i32,
}

const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;
/// Prevents large steps of weights with a gradient of about 0.
const SMALL: f32 = 1e-6;

impl Adam {
    /// Creates an optimizer for a network of this size.
    pub(crate) fn new(network: &Network) -> Self {
        let zeros = Network::zeros(network.view.len(), network.action.len());
        Self { mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// Takes one step against the gradient, which is shortened to the length `longest` if it is longer.
    pub(crate) fn step(&mut self, network: &mut Network, gradient: &Network, pace: f32, longest: f32) {
        self.steps += 1;
        let length = gradient
            .parts()
            .iter()
            .flat_map(|part| part.iter())
            .map(|slope| slope * slope)
            .sum::<f32>()
            .sqrt();
        let shortened = if length > longest { longest / length } else { 1.0 };
        let mean_share = 1.0 - libm::powf(MEAN_KEPT, self.steps as f32);
        let square_share = 1.0 - libm::powf(SQUARE_KEPT, self.steps as f32);
        let parts = network.parts_mut().into_iter().zip(gradient.parts());
        let moments = self.mean.parts_mut().into_iter().zip(self.square.parts_mut());
        for ((weights, slopes), (means, squares)) in parts.zip(moments) {
            for ((weight, slope), (mean, square)) in
                weights.iter_mut().zip(slopes).zip(means.iter_mut().zip(squares))
            {
                let slope = slope * shortened;
                *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * slope;
                *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * slope * slope;
                *weight -= pace * (*mean / mean_share) / ((*square / square_share).sqrt() + SMALL);
            }
        }
    }
}
