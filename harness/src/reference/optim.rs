//! Optimizers: the formula of each rule on numbers, in the order in which it is to be evaluated, for any
//! [`Arithmetic`]. The gradient is `None` in a row that has none.
use super::Arithmetic;
use std::cmp::Ordering;

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
    /// `clip(rescale g)`, and 0 without a gradient.
    pub(super) fn prepared(&self, gradient: Option<A>) -> A {
        gradient.map_or(A::exact(0.0), |gradient| self.clipped(self.rescale * gradient))
    }

    /// `clip(rescale g + wd w)`
    fn decayed(&self, gradient: Option<A>, weight: A) -> A {
        let sum = gradient.map_or(A::exact(0.0), |gradient| self.rescale * gradient) + self.weight_decay * weight;
        // Two infinities may have made it.
        self.clipped(sum).made_of(sum)
    }

    fn clipped(&self, number: A) -> A {
        self.clip.map_or(number, |bound| number.clipped(bound))
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

/// A rule's own hyper-parameter where a case does not give it: MXNet's default, or the value that leaves the step as it
/// is.
pub fn default_of(rule: &str, own: &str) -> Option<f32> {
    Some(match (rule, own) {
        ("ftml", "beta1") => 0.6,
        (_, "beta1") => 0.9,
        (_, "beta2") => 0.999,
        ("rmsprop" | "rmsprop_centered", "rho") => 0.95,
        ("rmsprop_centered", "momentum") => 0.9,
        (_, "rho") => 0.9,
        ("lamb" | "lamb_direction" | "row_lamb", "epsilon") => 1e-6,
        ("adam" | "adamw" | "nadam" | "ftml" | "rmsprop" | "rmsprop_centered", "epsilon") => 1e-8,
        ("row_adam" | "row_rmsprop" | "adagrad_l2" | "lars", "epsilon") => 1e-8,
        ("adadelta" | "group_adagrad", "epsilon") => 1e-5,
        (_, "epsilon") => 1e-7,
        (_, "momentum" | "decoupled_decay") => 0.0,
        (_, "lambda1") => 0.01,
        (_, "beta") => 1.0,
        (_, "clip_weights") => f32::INFINITY,
        (_, "schedule_decay") => 0.004,
        _ => return None,
    })
}

/// MXNet's name of a hyper-parameter, or of the one that it is derived from.
pub const fn peers_name(own: &'static str) -> &'static str {
    match own.as_bytes() {
        b"lambda1" => "lamda1",
        b"rho" => "gamma1",
        b"momentum" => "gamma2",
        b"decoupled_decay" => "wd_lh",
        b"correction1" | b"correction2" => "t",
        b"gradient_share" | b"mean_share" => "schedule_decay",
        _ => own,
    }
}

/// True for what MXNet derives from the number of the step.
pub fn is_of_step(own: &str) -> bool {
    matches!(own, "correction1" | "correction2" | "gradient_share" | "mean_share")
}

/// A hyper-parameter that MXNet derives from the number of the step.
pub fn of_step(own: &str, given: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let step = given("t")?;
    let beta1 = given("beta1")?;
    let momentum = |step: f64| Some(beta1 * (1.0 - 0.5 * 0.96_f64.powf(step * given("schedule_decay")?)));
    let product = |steps: f64| (1..=steps as u32).map(|step| momentum(step.into())).product::<Option<f64>>();
    Some(match own {
        "correction1" => 1.0 - beta1.powf(step),
        "correction2" => 1.0 - given("beta2")?.powf(step),
        "gradient_share" => (1.0 - momentum(step)?) / (1.0 - product(step)?),
        "mean_share" => momentum(step + 1.0)? / (1.0 - product(step + 1.0)?),
        _ => return None,
    })
}

fn decay<A: Arithmetic>(hyper: &Hyper<A>) -> A {
    A::exact(1.0) - hyper.learning_rate * hyper.weight_decay
}

/// `w = (1 - lr wd) w - lr g`
pub fn sgd<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w]: [A; 1]) -> [A; 1] {
    [decay(hyper) * w - hyper.learning_rate * hyper.prepared(g)]
}

/// `m = mu m - lr wd w - lr g; w = w + m`
pub fn sgd_momentum<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m]: [A; 2]) -> [A; 2] {
    let m =
        (hyper.own[0] * m - (hyper.learning_rate * hyper.weight_decay) * w) - hyper.learning_rate * hyper.prepared(g);
    [w + m, m]
}

/// `n = mu m - lr (g + wd w); w = w - mu m + (1 + mu) n; m = n`
pub fn nag<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m]: [A; 2]) -> [A; 2] {
    let kept = hyper.own[0] * m;
    let n = kept - hyper.learning_rate * (hyper.prepared(g) + hyper.weight_decay * w);
    [(w - kept) + (A::exact(1.0) + hyper.own[0]) * n, n]
}

/// `n = n + g^2; w = (1 - lr wd) w - lr g / sqrt(n + epsilon)`
pub fn adagrad<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, n]: [A; 2]) -> [A; 2] {
    let g = hyper.prepared(g);
    let n = n + g * g;
    [decay(hyper) * w - (g / (n + hyper.own[0]).root()) * hyper.learning_rate, n]
}

/// What both moments become.
fn moments<A: Arithmetic>(hyper: &Hyper<A>, g: A, m: A, v: A) -> (A, A) {
    let rest = |beta: A| A::exact(1.0) - beta;
    (hyper.own[0] * m + rest(hyper.own[0]) * g, hyper.own[1] * v + rest(hyper.own[1]) * (g * g))
}

/// `m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2; w = w - lr m / (sqrt(v) + epsilon)`, where the gradient has its
/// decay
pub fn adam<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m, v]: [A; 3]) -> [A; 3] {
    let (m, v) = moments(hyper, hyper.decayed(g, w), m, v);
    [w - (hyper.learning_rate * m) / (v.root() + hyper.own[2]), m, v]
}

/// Moments likewise, without decay; `w = w - eta (lr m / (sqrt(v) + epsilon) + wd w)`
pub fn adamw<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m, v]: [A; 3]) -> [A; 3] {
    let (m, v) = moments(hyper, hyper.prepared(g), m, v);
    let step = (hyper.learning_rate * m) / (v.root() + hyper.own[2]);
    [w - hyper.own[3] * (step + hyper.weight_decay * w), m, v]
}

/// `m = b1 m + (1 - b1) g; u = max(b2 u, |g|); w = w - lr m / u`, and no step where u is 0
pub fn adamax<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m, u]: [A; 3]) -> [A; 3] {
    let g = hyper.decayed(g, w);
    let m = hyper.own[0] * m + (A::exact(1.0) - hyper.own[0]) * g;
    let (kept, size) = (hyper.own[1] * u, g.magnitude());
    let is_nan = kept.partial_cmp(&kept).is_none();
    let u = if is_nan || kept > size { kept.chosen_by(size) } else { size.chosen_by(kept) };
    let nothing = u.partial_cmp(&A::exact(0.0)) == Some(Ordering::Equal);
    // In single precision, an overflow may have made it something.
    [if nothing { w.made_of(u) } else { w - (hyper.learning_rate * m) / u }, m, u]
}

/// Moments as Adam's; `w = w - lr (a g + c m) / (sqrt(v / correction) + epsilon)`
pub fn nadam<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m, v]: [A; 3]) -> [A; 3] {
    let g = hyper.decayed(g, w);
    let (m, v) = moments(hyper, g, m, v);
    let ahead = hyper.own[3] * g + hyper.own[4] * m;
    [w - (hyper.learning_rate * ahead) / ((v / hyper.own[5]).root() + hyper.own[2]), m, v]
}

/// `s = rho s + (1 - rho) g^2; d = sqrt(u + epsilon) / sqrt(s + epsilon) g; u = rho u + (1 - rho) d^2; w = w - lr (d +
/// wd w)`
pub fn adadelta<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, s, u]: [A; 3]) -> [A; 3] {
    let (g, rho, epsilon) = (hyper.prepared(g), hyper.own[0], hyper.own[1]);
    let mixed = |old: A, new: A| rho * old + (A::exact(1.0) - rho) * (new * new);
    let s = mixed(s, g);
    let d = ((u + epsilon).root() / (s + epsilon).root()) * g;
    [w - hyper.learning_rate * (d + hyper.weight_decay * w), s, mixed(u, d)]
}

/// `n = n + g^2; w = w - lr g / (sqrt(n) + epsilon)`, where the gradient has its decay
pub fn adagrad_l2<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, n]: [A; 2]) -> [A; 2] {
    let g = hyper.decayed(g, w);
    let n = n + g * g;
    [w - (hyper.learning_rate * g) / (n.root() + hyper.own[0]), n]
}

/// `z = z + g - (sqrt(n + g^2) - sqrt(n)) w / lr; n = n + g^2; w = (sign(z) lambda1 - z) / ((beta + sqrt(n)) / lr +
/// wd)` where `|z| > lambda1`, else 0
pub fn ftrl<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, z, n]: [A; 3]) -> [A; 3] {
    let (g, lambda1) = (hyper.prepared(g), hyper.own[0]);
    let old = n.root();
    let n = n + g * g;
    let z = z + (g - ((n.root() - old) * w) / hyper.learning_rate);
    let full = (sign(z) * lambda1 - z) / ((hyper.own[1] + n.root()) / hyper.learning_rate + hyper.weight_decay);
    let kept = A::exact(if z.magnitude() > lambda1 { 1.0 } else { 0.0 });
    [(full * kept).chosen_by(full), z, n]
}

/// `v = b2 v + (1 - b2) g^2; k = c1 / lr (sqrt(v / c2) + epsilon); z = b1 z + (1 - b1) g - (k - b1 d) w; d = k; w = -z
/// / d`
pub fn ftml<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, d, v, z]: [A; 4]) -> [A; 4] {
    let (z, v) = moments(hyper, hyper.decayed(g, w), z, v);
    let k = (hyper.own[3] / hyper.learning_rate) * ((v / hyper.own[4]).root() + hyper.own[2]);
    let z = z - (k - hyper.own[0] * d) * w;
    [A::exact(-1.0) * z / k, k, v, z]
}

/// `s = rho s + (1 - rho) g^2; w = clip(w - lr g / sqrt(s + epsilon))`
pub fn rmsprop<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, s]: [A; 2]) -> [A; 2] {
    let g = hyper.decayed(g, w);
    let s = hyper.own[0] * s + (A::exact(1.0) - hyper.own[0]) * (g * g);
    let w = w - hyper.learning_rate * (g / (s + hyper.own[1]).root());
    [w.clipped(hyper.own[2].magnitude()).made_of(w), s]
}

/// `s = rho s + (1 - rho) g^2; m = rho m + (1 - rho) g; d = mu d - lr g / sqrt(s - m^2 + epsilon); w = clip(w + d)`
pub fn rmsprop_centered<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, s, m, d]: [A; 4]) -> [A; 4] {
    let (g, rho, rest) = (hyper.decayed(g, w), hyper.own[0], A::exact(1.0) - hyper.own[0]);
    let (s, m) = (rho * s + rest * (g * g), rho * m + rest * g);
    let d = hyper.own[1] * d - hyper.learning_rate * (g / ((s - m * m) + hyper.own[2]).root());
    [(w + d).clipped(hyper.own[3].magnitude()).made_of(w + d), s, m, d]
}

/// The sign of a number, 0 of NaN: exact where the number is off by less than its size, else anything.
fn sign<A: Arithmetic>(x: A) -> A {
    let sign = if x > A::exact(0.0) {
        1.0
    } else if x < A::exact(0.0) {
        -1.0
    } else {
        0.0
    };
    A::exact(sign).chosen_by((x * A::exact(f32::MAX) * A::exact(f32::MAX)).clipped(A::exact(1.0)))
}

/// `w = (1 - lr wd) w - lr sign(g)`
pub fn sign_sgd<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w]: [A; 1]) -> [A; 1] {
    [decay(hyper) * w - hyper.learning_rate * sign(hyper.prepared(g))]
}

/// `m = mu m - (1 - mu) (wd w + g); w = (1 - lr d) w + lr sign(m)`
pub fn signum<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m]: [A; 2]) -> [A; 2] {
    let rest = A::exact(1.0) - hyper.own[0];
    let m = (hyper.own[0] * m - (rest * hyper.weight_decay) * w) - rest * hyper.prepared(g);
    [(A::exact(1.0) - hyper.learning_rate * hyper.own[1]) * w + hyper.learning_rate * sign(m), m]
}

/// Moments as Adam's, without decay; `direction = (m / c1) / (sqrt(v / c2) + epsilon) + wd w`
pub fn lamb_direction<A: Arithmetic>(hyper: &Hyper<A>, g: Option<A>, [w, m, v, _]: [A; 4]) -> [A; 4] {
    let (m, v) = moments(hyper, hyper.prepared(g), m, v);
    let direction = (m / hyper.own[3]) / ((v / hyper.own[4]).root() + hyper.own[2]) + hyper.weight_decay * w;
    [w, m, v, direction]
}
