//! Steps of optimizers whose weight and gradient are stored in fewer bits than they are computed with.
#![allow(non_camel_case_types)]
use super::optim::{Given, State, is_update, tracked};
use super::outcome::settle;
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored, Values};
use crate::reference::{self, Tracked};
use lacuna::Value;
use lacuna::optim::{MixedStep, Rounding, RoundingStream, Rule};

/// The rounding of a case: to the nearest unless it has a seed. Numbers of 64 bits are decimal strings.
fn rounding<V, I>(inputs: &Inputs<V, I>) -> Result<Rounding, Stop> {
    let number = |name: &str| -> Result<u64, Stop> {
        let word = inputs.params.word(name)?.unwrap_or("0");
        word.parse().map_err(|error| Stop::Broken(format!("parameter {name}: {error}")))
    };
    Ok(match inputs.params.word("seed")? {
        None => Rounding::Nearest,
        Some(_) => Rounding::Stochastic(RoundingStream {
            seed: number("seed")?,
            parameter: number("parameter")?,
            step: number("step")?,
            first_row: number("first_row")?,
        }),
    })
}

/// Runs a step of a rule with `STATES` states, behind which the master stands if there is one. Each rule is compiled
/// here for each type of weight, so ids are of one type: the kernel's own tests have the others.
fn step<R, V: Stored, const N: usize, const STATES: usize>(
    backend: &dyn Backend,
    inputs: &Inputs<V, i64>,
    rule: R,
) -> Outcome
where
    V::Arithmetic: Number,
    R: Rule<V::Arithmetic, N> + Send + Sync,
{
    let of = |place: usize| -> Result<State<'_, V::Arithmetic, i64>, Stop> {
        let values = V::Arithmetic::of(&inputs.array(place)?.values);
        State::of(inputs, place, values.ok_or_else(|| Stop::Broken(format!("operand {place} has another type")))?)
    };
    let mut weight = State::new(inputs, 0)?;
    let mut others = (2..inputs.len()).map(of).collect::<Result<Vec<_>, _>>()?;
    let here = backend.here().ok_or_else(|| Stop::Broken("no steps of mixed precision here".to_owned()))?;
    let mut rows = others.iter_mut().map(State::rows_mut).collect::<Result<Vec<_>, _>>()?;
    let master = if rows.len() > STATES { rows.pop() } else { None };
    let states: [_; STATES] =
        rows.try_into().map_err(|rows: Vec<_>| Stop::Broken(format!("{} states instead of {STATES}", rows.len())))?;
    let (gradient, rounding) = (inputs.row_sparse(1)?, rounding(inputs)?);
    let step = MixedStep { rule, gradient, weight: weight.rows_mut()?, master, states, rounding };
    settle(here.run(step), &[weight.watched()])?;
    Ok(std::iter::once(weight.into_array()).chain(others.into_iter().map(State::into_array)).collect())
}

/// True with a master, which stands last.
fn has_master(case: &Case) -> bool {
    case.op.starts_with("mp_")
}

/// How far weight, states and master may be off, by what is so far off in a step of the first two.
fn with_master(case: &Case, results: &[Array], of: impl Fn(&Case, &[Array]) -> Vec<Magnitudes>) -> Vec<Magnitudes> {
    let (true, [others @ .., _]) = (has_master(case), results) else { return of(case, results) };
    let mut in_full = case.clone();
    if let Some(master) = in_full.inputs.pop() {
        in_full.inputs[0] = master;
    }
    let mut magnitudes = of(&in_full, others);
    magnitudes.extend(magnitudes.first().cloned());
    magnitudes
}

macro_rules! steps {
    ($($name:ident $states:literal $rule:ident $formula:ident $of:literal [$($own:ident)*] $operators:expr;)*) => {$(
        /// A step of a rule.
        pub(super) struct $name;

        impl Operation for $name {
            /// With a master, and without one, which MXNet does not have.
            const OPERATORS: &'static [&'static str] = &$operators;
            const KERNEL: Option<&'static str> = None;
            const PARAMETERS: &'static [&'static str] = &[
                "lr", $(stringify!($own),)* "wd", "rescale_grad", "clip_gradient", "lazy_update", "seed", "parameter",
                "step", "first_row",
            ];
            const UNTYPED: usize = 2;
            const HERE: bool = true;

            const STORED: bool = true;

            fn accepts(case: &Case) -> Result<bool, String> {
                let is_narrow = |weight: &Array| matches!(weight.values, Values::F16(_) | Values::Bf16(_));
                let narrow = case.inputs.first().is_some_and(is_narrow);
                Ok(narrow && is_update(case, 1 + $states + usize::from(has_master(case))))
            }

            fn run<V: Number, I: CaseIndex>(_backend: &dyn Backend, _inputs: &Inputs<V, I>) -> Outcome {
                Err(Stop::Broken(format!("no step of mixed precision for a weight of {}", V::NAME)))
            }

            fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome
            where
                V::Arithmetic: Number,
            {
                let given = Given::new(inputs.params, inputs.op, $of, &[$(stringify!($own)),*])?;
                let stypes: Vec<_> = (0..inputs.len()).map(|place| inputs.stype(place)).collect();
                let update = given.update(&stypes);
                let reference::Hyper { learning_rate, own, weight_decay, rescale, clip } =
                    given.hyper.map(V::Arithmetic::narrow);
                let [$($own),*] = own[..] else {
                    return Err(Stop::Broken(format!("{} hyper-parameters of its own", own.len())));
                };
                let rule = lacuna::optim::$rule {
                    learning_rate,
                    $($own,)*
                    weight_decay,
                    rescale_gradient: rescale,
                    clip_gradient: clip,
                    update,
                };
                step::<_, V, { 1 + $states }, $states>(backend, &inputs.with_ids_of_64_bits(), rule)
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                with_master(case, results, |case, results| {
                    tracked(case, results, $of, &[$(stringify!($own)),*], reference::$formula::<Tracked>)
                })
            }
        }
    )*};
}
steps! {
    mixed_sgd 0 Sgd sgd "sgd" [] ["mp_sgd_update", "mixed_sgd_update"];
    mixed_sgd_momentum 1 SgdMomentum sgd_momentum "sgd_momentum" [momentum] ["mp_sgd_mom_update", "mixed_sgd_mom_update"];
    mixed_adam 2 Adam adam "adam" [beta1 beta2 epsilon] ["mixed_adam_update"];
}
