//! The rules: hyper-parameters to draw, and what a step without a gradient does, once more.
use lacuna::optim::exact::{CatchUp, Replay, Schedule, flush, update};
use lacuna::optim::{
    AdaDelta, AdaGrad, AdaGradL2, Adam, AdamW, Adamax, Common, Ftrl, Hyper, Nadam, Nag, RmsProp, Rule, Sgd,
    SgdMomentum, SignSgd, Signum, Update,
};
use lacuna::{DenseMut, RowSparse, Value};
use lacuna_testing::Random;

/// A rule with random hyper-parameters.
pub trait Drawn<V: Value, const N: usize>: Rule<V, N> + PartialEq + std::fmt::Debug {
    /// Those of one step; `kind` is the same for all steps of a case.
    fn draw(draw: &mut Random, kind: usize) -> Self;

    /// True for a state that is a sum or a mean of squares.
    fn is_square(array: usize) -> bool;

    /// The step without a gradient in `f64`, as the standard update has it, and how large the terms are that the new
    /// weight is made of.
    fn idle(&self, old: [f64; N]) -> ([f64; N], f64);
}

/// Common hyper-parameters that change from step to step.
fn common<V: Value>(draw: &mut Random, decays: &[f64]) -> Common<V> {
    let clip = draw.one_of(&[None, None, Some(0.5)]);
    Common {
        learning_rate: V::narrow(draw.one_of(&[0.1, 0.05, 0.001])),
        weight_decay: V::narrow(draw.one_of(decays)),
        rescale_gradient: V::narrow(draw.one_of(&[1.0, 0.25])),
        clip_gradient: clip.map(V::narrow),
        update: Update::Standard,
    }
}

macro_rules! random {
    (
        $rule:ident [$($own:ident: $choices:expr),*] $arrays:literal $decays:expr, $squares:expr, |$this:ident,
        $old:ident| $idle:expr
    ) => {
        impl<V: Value> Drawn<V, $arrays> for $rule<V> {
            fn draw(draw: &mut Random, kind: usize) -> Self {
                let decays: [&[f64]; 3] = $decays;
                let Common {
                    learning_rate, weight_decay, rescale_gradient, clip_gradient, update
                } = common(draw, decays[kind % 3]);
                Self {
                    learning_rate, weight_decay, rescale_gradient, clip_gradient, update,
                    $($own: V::narrow(draw.one_of(&$choices)),)*
                }
            }
            fn is_square(array: usize) -> bool {
                $squares.contains(&array)
            }
            fn idle(&self, $old: [f64; $arrays]) -> ([f64; $arrays], f64) {
                let $this = self;
                $idle
            }
        }
    };
}

const DECAYS: [&[f64]; 3] = [&[0.0], &[0.01, 0.1], &[0.0, 0.5]];

random! { Sgd [] 1 DECAYS, [], |rule, old| {
    let [w] = old;
    ([(V::ONE - rule.learning_rate * rule.weight_decay).widen() * w], w.abs())
} }

random! { SgdMomentum [momentum: [0.9, 0.5, 0.0, 0.99]] 2 DECAYS, [], |rule, old| {
    let [w, m] = old;
    let kept = rule.momentum.widen() * m - (rule.learning_rate * rule.weight_decay).widen() * w;
    ([w + kept, kept], w.abs() + m.abs())
} }

random! { Nag [momentum: [0.9, 0.5, 0.0, 0.99]] 2 DECAYS, [], |rule, old| {
    let [w, m] = old;
    let mu = rule.momentum.widen();
    let next = mu * m - rule.learning_rate.widen() * rule.weight_decay.widen() * w;
    ([w - mu * m + (1.0 + mu) * next, next], w.abs() + 2.0 * m.abs())
} }

random! { AdaGrad [epsilon: [1e-7, 1e-3]] 2 DECAYS, [1], |rule, old| {
    let [w, n] = old;
    ([(V::ONE - rule.learning_rate * rule.weight_decay).widen() * w, n], w.abs())
} }

random! { Adam [beta1: [0.9, 0.5], beta2: [0.999, 0.99], epsilon: [1e-8, 1e-8, 1e-4]] 3 [&[0.0], &[0.0], &[0.0, 0.01]],
    [2], |rule, old| {
    let [w, m, v] = old;
    let h = rule.weight_decay.widen() * w;
    let h = rule.clip_gradient.map_or(h, |bound| h.clamp(-bound.widen(), bound.widen()));
    let [beta1, beta2] = [rule.beta1, rule.beta2].map(V::widen);
    let (m, v) = (beta1 * m + (V::ONE - rule.beta1).widen() * h, beta2 * v + (V::ONE - rule.beta2).widen() * h * h);
    let lost = rule.learning_rate.widen() * m / (v.sqrt() + rule.epsilon.widen());
    ([w - lost, m, v], w.abs() + lost.abs())
} }

random! { AdamW [beta1: [0.9, 0.5], beta2: [0.999, 0.99], epsilon: [1e-8, 1e-8, 1e-4], eta: [1.0, 0.5]] 3 DECAYS, [2],
    |rule, old| {
    let [w, m, v] = old;
    let (m, v) = (rule.beta1.widen() * m, rule.beta2.widen() * v);
    let lost = rule.learning_rate.widen() * m / (v.sqrt() + rule.epsilon.widen());
    ([w - rule.eta.widen() * (lost + rule.weight_decay.widen() * w), m, v], w.abs() + lost.abs())
} }

random! { Ftrl [lambda1: [0.01, 0.1], beta: [1.0, 0.5]] 3 DECAYS, [2], |rule, old| {
    let [_, z, n] = old;
    let [rate, decay, lambda1, beta] = [rule.learning_rate, rule.weight_decay, rule.lambda1, rule.beta].map(V::widen);
    let w = if z.abs() > lambda1 { (z.signum() * lambda1 - z) / ((beta + n.sqrt()) / rate + decay) } else { 0.0 };
    ([w, z, n], w.abs() + (z.abs() + lambda1) / ((beta + n.sqrt()) / rate + decay))
} }

random! { SignSgd [] 1 DECAYS, [], |rule, old| {
    let [w] = old;
    ([(V::ONE - rule.learning_rate * rule.weight_decay).widen() * w], w.abs())
} }

random! { Signum [momentum: [0.9, 0.5], decoupled_decay: [0.0, 0.1]] 2 DECAYS, [], |rule, old| {
    let [w, m] = old;
    let mu = rule.momentum.widen();
    let next = mu * m - (1.0 - mu) * rule.weight_decay.widen() * w;
    (
        [
            (
                1.0 - rule.learning_rate.widen() * rule.decoupled_decay.widen()
            ) * w + rule.learning_rate.widen() * next.signum(),
            next
        ],
        w.abs() + 1.0
    )
} }

random! { RmsProp [rho: [0.9, 0.99], epsilon: [1e-8, 1e-3], clip_weights: [f64::INFINITY, f64::INFINITY,
    2.0]] 2 [&[0.0], &[0.0], &[0.0, 0.1]], [1], |rule, old| {
    let [w, n] = old;
    let h = rule.weight_decay.widen() * w;
    let h = rule.clip_gradient.map_or(h, |bound| h.clamp(-bound.widen(), bound.widen()));
    let n = rule.rho.widen() * n + (V::ONE - rule.rho).widen() * h * h;
    let (lost, bound) = (rule.learning_rate.widen() * h / (n + rule.epsilon.widen()).sqrt(), rule.clip_weights.widen());
    ([(w - lost).clamp(-bound, bound), n], w.abs() + lost.abs())
} }

random! { AdaGradL2 [epsilon: [1e-8, 1e-3]] 2 [&[0.0], &[0.0], &[0.0, 0.1]], [1], |rule, old| {
    let [w, n] = old;
    let h = rule.weight_decay.widen() * w;
    let h = rule.clip_gradient.map_or(h, |bound| h.clamp(-bound.widen(), bound.widen()));
    let n = n + h * h;
    let lost = rule.learning_rate.widen() * h / (n.sqrt() + rule.epsilon.widen());
    ([w - lost, n], w.abs() + lost.abs())
} }

random! { AdaDelta [rho: [0.9, 0.95], epsilon: [1e-5, 1e-3]] 3 DECAYS, [1, 2], |rule, old| {
    let [w, n, d] = old;
    let rho = rule.rho.widen();
    ([w - rule.learning_rate.widen() * rule.weight_decay.widen() * w, rho * n, rho * d], w.abs())
} }

random! { Adamax [beta1: [0.9, 0.5], beta2: [0.999, 0.99]] 3 [&[0.0], &[0.0], &[0.0, 0.01]], [2], |rule, old| {
    let [w, m, u] = old;
    let h = rule.weight_decay.widen() * w;
    let h = rule.clip_gradient.map_or(h, |bound| h.clamp(-bound.widen(), bound.widen()));
    let (m, u) = (rule.beta1.widen() * m + (V::ONE - rule.beta1).widen() * h, (rule.beta2.widen() * u).max(h.abs()));
    let lost = if u == 0.0 { 0.0 } else { rule.learning_rate.widen() * m / u };
    ([w - lost, m, u], w.abs() + lost.abs())
} }

random! { Nadam [beta1: [0.9, 0.5], beta2: [0.999, 0.99], epsilon: [1e-8, 1e-8, 1e-4], gradient_share: [0.2, 1.0],
    mean_share: [0.9, 1.5], correction2: [1.0, 0.001]] 3
    [&[0.0], &[0.0], &[0.0, 0.01]], [2], |rule, old| {
    let [w, m, v] = old;
    let h = rule.weight_decay.widen() * w;
    let h = rule.clip_gradient.map_or(h, |bound| h.clamp(-bound.widen(), bound.widen()));
    let [beta1, beta2] = [rule.beta1, rule.beta2].map(V::widen);
    let (m, v) = (beta1 * m + (V::ONE - rule.beta1).widen() * h, beta2 * v + (V::ONE - rule.beta2).widen() * h * h);
    let ahead = rule.gradient_share.widen() * h + rule.mean_share.widen() * m;
    let lost = rule.learning_rate.widen() * ahead / ((v / rule.correction2.widen()).sqrt() + rule.epsilon.widen());
    ([w - lost, m, v], w.abs() + lost.abs())
} }

/// How often a rule is evaluated cannot be seen from its results, so this one counts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted;

static STEPS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

impl Hyper<f32> for Counted {
    const OWN: &'static [&'static str] = &[];
    fn common(&self) -> Common<f32> {
        Sgd::new(1.0).common()
    }
}

impl Rule<f32, 1> for Counted {
    type Coefficients = ();
    fn coefficients(&self) {}
    fn step((): &(), gradient: f32, [weight]: [f32; 1]) -> [f32; 1] {
        STEPS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        [weight - gradient]
    }
}

/// A row that no step changes any more is not stepped a thousand times.
pub fn bits_of_replay() {
    let (mut memory, mut stamps, mut weight) = ([None; 1000], [0; 2], [1.0, 2.0]);
    let mut schedule = Schedule::new(&mut memory);
    let none = RowSparse::<f32, i32>::new(2, 1, &[], &[]).unwrap();
    for _ in 0..1000 {
        update(&mut schedule, &Replay(Counted), none, [DenseMut::new(2, 1, &mut weight).unwrap().into()], &mut stamps)
            .unwrap();
    }
    flush::<_, _, i32, 1>(&mut schedule, [DenseMut::new(2, 1, &mut weight).unwrap().into()], &mut stamps).unwrap();
    assert_eq!((weight, STEPS.load(std::sync::atomic::Ordering::Relaxed)), ([1.0, 2.0], 2));
}

/// Asserts that the trait is there for the rules that say so, and for any rule as a replay.
#[allow(dead_code)]
fn is_catch_up() {
    fn of<R: CatchUp<f32, N>, const N: usize>() {}
    of::<Replay<Counted>, 1>();
    of::<AdamW<f32>, 3>();
}
