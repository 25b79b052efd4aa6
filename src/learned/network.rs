//! A small network that scores the actions of a view and estimates the value of the view for its seat.
//!
//! All sums are computed in one order and without fused operations, so the same weights give the same bits on every
//! machine. Most features of a view are 0, so the first layers are stored by input, and an input of 0 costs nothing.

/// The width of the layer that reads a view.
pub const TRUNK: usize = 64;
/// The width of the layers that score actions and value a view.
pub const HEAD: usize = 32;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights from each feature of a view to the trunk.
    pub view: Vec<[f32; TRUNK]>,
    /// The bias of the trunk.
    pub view_bias: [f32; TRUNK],
    /// The weights from the trunk to the layer that judges actions.
    pub context: Box<[[f32; HEAD]; TRUNK]>,
    /// The bias of the context layer.
    pub context_bias: [f32; HEAD],
    /// The weights from each feature of an action to the context layer.
    pub action: Vec<[f32; HEAD]>,
    /// The weights from the context layer to the score.
    pub score: [f32; HEAD],
    /// The weights from the trunk to the layer that values a view.
    pub prospect: Box<[[f32; HEAD]; TRUNK]>,
    /// The bias of the layer that values a view.
    pub prospect_bias: [f32; HEAD],
    /// The weights from the layer that values a view to the value.
    pub value: [f32; HEAD],
    /// The bias of the value.
    pub value_bias: [f32; 1],
}

/// A view after the network has read it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The trunk layer of the view, with no value below 0.
    pub trunk: [f32; TRUNK],
    /// The part of each action's layer that depends only on the view.
    pub context: [f32; HEAD],
}

impl Network {
    /// Creates a network of zeros for views and actions with this many features.
    pub fn zeros(view: usize, action: usize) -> Self {
        Self {
            view: vec![[0.0; TRUNK]; view],
            view_bias: [0.0; TRUNK],
            context: Box::new([[0.0; HEAD]; TRUNK]),
            context_bias: [0.0; HEAD],
            action: vec![[0.0; HEAD]; action],
            score: [0.0; HEAD],
            prospect: Box::new([[0.0; HEAD]; TRUNK]),
            prospect_bias: [0.0; HEAD],
            value: [0.0; HEAD],
            value_bias: [0.0],
        }
    }

    /// The weights, part by part, in the order of the file format.
    pub fn parts(&self) -> [&[f32]; 10] {
        [
            self.view.as_flattened(),
            &self.view_bias,
            self.context.as_flattened(),
            &self.context_bias,
            self.action.as_flattened(),
            &self.score,
            self.prospect.as_flattened(),
            &self.prospect_bias,
            &self.value,
            &self.value_bias,
        ]
    }

    /// The weights, part by part, for changing them.
    pub fn parts_mut(&mut self) -> [&mut [f32]; 10] {
        [
            self.view.as_flattened_mut(),
            &mut self.view_bias,
            self.context.as_flattened_mut(),
            &mut self.context_bias,
            self.action.as_flattened_mut(),
            &mut self.score,
            self.prospect.as_flattened_mut(),
            &mut self.prospect_bias,
            &mut self.value,
            &mut self.value_bias,
        ]
    }

    /// Reads the features of a view.
    #[inline]
    pub fn read(&self, features: &[f32]) -> Reading {
        let mut trunk = self.view_bias;
        add_weighted(&mut trunk, features, &self.view);
        rectify(&mut trunk);
        let mut context = self.context_bias;
        add_weighted(&mut context, &trunk, &self.context[..]);
        Reading { trunk, context }
    }

    /// The score of an action with these features in a view. The higher the score, the better the action.
    #[inline]
    pub fn score(&self, reading: &Reading, features: &[f32]) -> f32 {
        dot(&self.score, &self.judge(reading, features))
    }

    /// The layer from which an action's score is computed.
    #[inline]
    pub fn judge(&self, reading: &Reading, features: &[f32]) -> [f32; HEAD] {
        let mut judged = reading.context;
        add_weighted(&mut judged, features, &self.action);
        rectify(&mut judged);
        judged
    }

    /// The share of the win that the seat with this view can expect, 0 to 1.
    pub fn value(&self, reading: &Reading) -> f32 {
        logistic(dot(&self.value, &self.foresee(reading)) + self.value_bias[0])
    }

    /// The layer from which the value is computed.
    #[inline]
    pub fn foresee(&self, reading: &Reading) -> [f32; HEAD] {
        let mut layer = self.prospect_bias;
        add_weighted(&mut layer, &reading.trunk, &self.prospect[..]);
        rectify(&mut layer);
        layer
    }
}

/// Adds each row, multiplied by its factor, to the sums.
#[inline]
fn add_weighted<const N: usize>(sums: &mut [f32; N], factors: &[f32], rows: &[[f32; N]]) {
    for (factor, row) in factors.iter().zip(rows) {
        if *factor != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += factor * weight;
            }
        }
    }
}

#[inline]
fn rectify<const N: usize>(layer: &mut [f32; N]) {
    for value in layer {
        *value = value.max(0.0);
    }
}

/// The dot product, computed as eight sums in parallel.
#[inline]
pub fn dot(one: &[f32; HEAD], other: &[f32; HEAD]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    let pairs: [f32; 4] = std::array::from_fn(|place| sums[2 * place] + sums[2 * place + 1]);
    (pairs[0] + pairs[1]) + (pairs[2] + pairs[3])
}

/// The logistic function, the same on every machine.
#[inline]
pub fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-score))
}
