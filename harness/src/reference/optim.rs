//! Optimizers: the formula of each rule on numbers, in the order in which it is to be evaluated, for any [`Arithmetic`].
use super::Arithmetic;

/// Hyper-parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Hyper<A> {
    /// lr.
    pub learning_rate: A,
    /// Those of the rule alone, in its order.
    pub own: Vec<A>,
    /// wd.
    pub weight_decay: A,
    /// The gradient is multiplied by it first.
    pub rescale: A,
    /// The rescaled gradient is limited to minus and plus this.
    pub clip: Option<A>,
}

impl<A: Arithmetic> Hyper<A> {
    /// The gradient that a rule gets.
    pub fn prepared(&self, gradient: A) -> A {
        let rescaled = self.rescale * gradient;
        self.clip.map_or(rescaled, |bound| rescaled.clipped(bound))
    }
}

impl<A: Copy> Hyper<A> {
    /// The same in another arithmetic.
    pub fn map<B>(&self, convert: impl Fn(A) -> B) -> Hyper<B> {
        Hyper {
            learning_rate: convert(self.learning_rate),
            own: self.own.iter().map(|&own| convert(own)).collect(),
            weight_decay: convert(self.weight_decay),
            rescale: convert(self.rescale),
            clip: self.clip.map(convert),
        }
    }
}

/// What a hyper-parameter of a rule alone is where a case does not say it.
pub fn default_of(own: &str) -> Option<f32> {
    match own {
        "momentum" => Some(0.0),
        "epsilon" => Some(1e-7),
        _ => None,
    }
}

fn decay<A: Arithmetic>(hyper: &Hyper<A>) -> A {
    A::exact(1.0) - hyper.learning_rate * hyper.weight_decay
}

/// `w = (1 - lr wd) w - lr g`
pub fn sgd<A: Arithmetic>(hyper: &Hyper<A>, g: A, [w]: [A; 1]) -> [A; 1] {
    [decay(hyper) * w - hyper.learning_rate * g]
}

/// `m = mu m - lr wd w - lr g; w = w + m`
pub fn sgd_momentum<A: Arithmetic>(hyper: &Hyper<A>, g: A, [w, m]: [A; 2]) -> [A; 2] {
    let m = (hyper.own[0] * m - (hyper.learning_rate * hyper.weight_decay) * w) - hyper.learning_rate * g;
    [w + m, m]
}

/// `n = mu m - lr (g + wd w); w = w - mu m + (1 + mu) n; m = n`
pub fn nag<A: Arithmetic>(hyper: &Hyper<A>, g: A, [w, m]: [A; 2]) -> [A; 2] {
    let kept = hyper.own[0] * m;
    let n = kept - hyper.learning_rate * (g + hyper.weight_decay * w);
    [(w - kept) + (A::exact(1.0) + hyper.own[0]) * n, n]
}

/// `n = n + g^2; w = (1 - lr wd) w - lr g / sqrt(n + epsilon)`
pub fn adagrad<A: Arithmetic>(hyper: &Hyper<A>, g: A, [w, n]: [A; 2]) -> [A; 2] {
    let n = n + g * g;
    [decay(hyper) * w - (g / (n + hyper.own[0]).root()) * hyper.learning_rate, n]
}
