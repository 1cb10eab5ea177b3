//! Optimizers: the results are weight and states after the step.
use super::magnitudes::StoredRows;
use super::outcome::{Watched, dense, row_sparse, settle};
use super::values::{count, split};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stored, Stype};
use crate::reference::{self, Arithmetic, Tracked};
use lacuna::optim::Update;
use lacuna::{DenseMut, RowSparseMut, RowsMut};

/// Hyper-parameters as a case gives them: rounded to single precision as in MXNet, if they are its own.
pub(super) struct Given {
    pub(super) hyper: reference::Hyper<f64>,
    lazy: bool,
}

impl Given {
    pub(super) fn new(params: &Params, operator: &str, rule: &str, own: &[&'static str]) -> Result<Self, String> {
        let of_peer = !operator.starts_with("pytorch_");
        let number = |name: &str| -> Result<Option<f64>, String> {
            if of_peer { Ok(params.number(name)?.map(f64::from)) } else { params.double(name) }
        };
        // A negative bound is MXNet's way to say that nothing is clipped.
        let bound = |name: &str| Ok::<_, String>(number(name)?.filter(|&bound| bound >= 0.0));
        let given = |name: &str| if name == "clip_weights" { bound(name) } else { number(name) };
        let usual =
            |name: &str| given(name).ok().flatten().or_else(|| reference::default_of(rule, name).map(f64::from));
        let of_case = |&name: &&'static str| {
            let made = given(name)?.or_else(|| reference::of_step(name, usual));
            let peers = reference::peers_name(name);
            let of_peer = if peers == name || reference::is_of_step(name) { None } else { number(peers)? };
            made.or(of_peer).or_else(|| usual(name)).ok_or_else(|| format!("parameter {name} is missing"))
        };
        let hyper = reference::Hyper {
            // Only LAMB's direction does without.
            learning_rate: number("lr")?
                .or((rule == "lamb_direction").then_some(0.0))
                .ok_or("parameter lr is missing")?,
            own: own.iter().map(of_case).collect::<Result<_, _>>()?,
            weight_decay: number("wd")?.unwrap_or(0.0),
            rescale: number("rescale_grad")?.unwrap_or(1.0),
            clip: bound("clip_gradient")?.or(bound("clip_grad")?),
        };
        Ok(Self { hyper, lazy: params.switch("lazy_update", true)? })
    }

    /// With the rounding to the type, of a number that single precision does not have.
    fn tracked(&self) -> reference::Hyper<Tracked> {
        let of_type = |number: f64| f64::from(number as f32) == number;
        self.hyper.map(|x| if of_type(x) { Tracked::new(x) } else { Tracked::new(x) * Tracked::exact(1.0) })
    }

    /// As in MXNet: a weight and a state that are stored in different ways have the standard update only.
    pub(super) fn update(&self, case: &[Option<Stype>]) -> Update {
        let standard = case.iter().skip(2).any(|state| Some(state) != case.first());
        if self.lazy && !standard { Update::Lazy } else { Update::Standard }
    }
}

pub(super) fn is_update(case: &Case, states: usize) -> bool {
    let of_rows = |stype| matches!(stype, Stype::Default | Stype::RowSparse);
    let written =
        case.inputs.iter().enumerate().filter(|(place, _)| *place != 1).all(|(_, input)| of_rows(input.stype));
    case.inputs.len() == states + 1 && written && case.inputs[1].stype == Stype::RowSparse
}

/// A copy of a weight or state that a step may change.
pub(super) struct State<'i, V, I> {
    name: &'i str,
    shape: &'i [usize],
    /// `None` if dense.
    ids: Option<&'i [I]>,
    before: &'i [V],
    values: Vec<V>,
}

impl<'i, V: Stored, I: CaseIndex> State<'i, V, I> {
    pub(super) fn new(inputs: &'i Inputs<V, I>, place: usize) -> Result<Self, Stop> {
        Self::of(inputs, place, inputs.values(place)?)
    }

    /// With these values, which may be of another type than those of the call.
    pub(super) fn of<W: Stored>(inputs: &'i Inputs<W, I>, place: usize, before: &'i [V]) -> Result<Self, Stop> {
        let ids = if inputs.stype(place) == Some(Stype::RowSparse) { Some(inputs.ids(place)?) } else { None };
        Ok(Self { name: inputs.name(place)?, shape: inputs.shape(place)?, ids, before, values: before.to_vec() })
    }

    pub(super) fn rows_mut(&mut self) -> Result<RowsMut<'_, V, I>, Stop> {
        let (rows, length) = (self.shape.first().copied().unwrap_or(0), self.shape.iter().skip(1).product());
        Ok(match self.ids {
            None => DenseMut::new(rows, length, &mut self.values)?.into(),
            Some(ids) => RowSparseMut::new(rows, length, ids, &mut self.values)?.into(),
        })
    }

    pub(super) fn watched(&self) -> Watched<'_, V> {
        Watched { output: self.name, now: &self.values, before: Some(self.before) }
    }

    pub(super) fn into_array(self) -> Array {
        match self.ids {
            None => dense(self.name, self.shape.to_vec(), self.values),
            Some(ids) => row_sparse(self.name, self.shape.to_vec(), ids, self.values),
        }
    }
}

/// How far a rule's formula may be off, in every element of its results.
pub(super) fn tracked<const N: usize>(
    case: &Case,
    results: &[Array],
    rule: &str,
    own: &[&'static str],
    step: impl Fn(&reference::Hyper<Tracked>, Option<Tracked>, [Tracked; N]) -> [Tracked; N],
) -> Vec<Magnitudes> {
    let Ok(given) = Given::new(&case.params, &case.op, rule, own) else { return Vec::new() };
    let hyper = given.tracked();
    let [weight, gradient, states @ ..] = &case.inputs[..] else { return Vec::new() };
    let gradient = StoredRows::new(gradient);
    let before: Vec<_> = [weight].into_iter().chain(states).map(StoredRows::new).collect();
    let of_result = |(number, result): (usize, &Array)| {
        let errors = (0..result.values.len()).map(|i| {
            let (row, column) = result.position(i);
            let old = std::array::from_fn(|state| Tracked::new(before[state].value(row, column)));
            step(&hyper, gradient.start(row).map(|_| Tracked::new(gradient.value(row, column))), old)[number]
        });
        Magnitudes::tracked(errors)
    };
    results.iter().enumerate().map(of_result).collect()
}

/// The same of a rule that looks at whole rows: `N` arrays with their elements, and `M` with one number.
fn tracked_rows<const N: usize, const M: usize>(
    case: &Case,
    results: &[Array],
    rule: &str,
    own: &[&'static str],
    step: RowFormula<N, M>,
) -> Vec<Magnitudes> {
    let Ok(given) = Given::new(&case.params, &case.op, rule, own) else { return Vec::new() };
    let hyper = given.tracked();
    let [weight, gradient, states @ ..] = &case.inputs[..] else { return Vec::new() };
    let length = weight.row_length();
    let gradient = StoredRows::new(gradient);
    let before: Vec<_> = [weight].into_iter().chain(states).map(StoredRows::new).collect();
    let row_of = |array: &StoredRows, row: usize| {
        (0..length).map(|column| Tracked::new(array.value(row, column))).collect::<Vec<_>>()
    };
    let of_row = |row: usize| {
        let old: [_; N] = std::array::from_fn(|state| row_of(&before[state], row));
        let numbers = std::array::from_fn(|number| Tracked::new(before[N + number].value(row, 0)));
        let gradient = gradient.start(row).map(|_| row_of(&gradient, row));
        let (states, numbers) =
            step(&hyper, gradient.as_deref(), old.each_ref().map(|row| &row[..]), numbers, &reference::tracked_squares);
        states.into_iter().chain(numbers.into_iter().map(|number| vec![number])).collect::<Vec<_>>()
    };
    let of_result = |(number, result): (usize, &Array)| {
        let mut last = None;
        let errors = (0..result.values.len()).map(|i| {
            let (row, column) = result.position(i);
            let (_, new) = last.take_if(|(of, _)| *of == row).unwrap_or_else(|| (row, of_row(row)));
            let error = new[number][column];
            last = Some((row, new));
            error
        });
        Magnitudes::tracked(errors)
    };
    results.iter().enumerate().map(of_result).collect()
}

/// The oracle of such a rule.
type RowFormula<const N: usize, const M: usize> = fn(
    &reference::Hyper<Tracked>,
    Option<&[Tracked]>,
    [&[Tracked]; N],
    [Tracked; M],
    reference::Squares<Tracked>,
) -> ([Vec<Tracked>; N], [Tracked; M]);

/// An operation for each optimizer of the list.
macro_rules! optimizers {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt
        -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(optimizers! { @row $family $name $operands $call $fields $peer })*
    };
    (@row optim $name:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]), $($operands:tt)*) $call:ident
        { rule: *$given:ident, $gradient:ident, states: [$($state:ident),*] $(,
            numbers: [$($number:ident),*])? } $peer:literal) => {
        #[allow(non_camel_case_types)]
        pub(super) struct $name;

        impl Operation for $name {
            /// Of those that MXNet does not have in one call: the kernel.
            const OPERATORS: &'static [&'static str] = optimizers!(@operators $call $name $peer);
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] =
                &[
                    "lr",
                    $(stringify!($own), reference::peers_name(stringify!($own)),)* "wd", "rescale_grad",
                    "clip_gradient", "clip_grad", "lazy_update"
                ];

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(is_update(case, [$(stringify!($state),)* $($(stringify!($number)),*)?].len()))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let given = Given::new(inputs.params, inputs.op, stringify!($name), &[$(stringify!($own)),*])?;
                let stypes: Vec<_> = (0..inputs.len()).map(|place| inputs.stype(place)).collect();
                let update = given.update(&stypes);
                let reference::Hyper { learning_rate, own, weight_decay, rescale, clip } = given.hyper.map(V::narrow);
                let [$($own),*] = own[..] else {
                    return Err(Stop::Broken(format!("{} hyper-parameters of its own", own.len())))
                };
                let $hyper = lacuna::optim::$rule {
                    learning_rate,
                    $($own,)*
                    weight_decay,
                    rescale_gradient: rescale,
                    clip_gradient: clip,
                    update,
                };
                // The gradient stands behind the weight.
                let mut places = (0..inputs.len()).filter(|&place| place != 1);
                $(let mut $state = State::new(inputs, places.next().unwrap_or(usize::MAX))?;)*
                $($(let mut $number = State::new(inputs, places.next().unwrap_or(usize::MAX))?;)*)?
                let result = backend.$name(
                    &$hyper, inputs.row_sparse(1)?, $($state.rows_mut()?,)* $($($number.rows_mut()?),*)?
                );
                settle(result, &[$($state.watched(),)* $($($number.watched()),*)?])?;
                drop(places);
                Ok(vec![$($state.into_array(),)* $($($number.into_array()),*)?])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                optimizers!(@tracked $call)(
                    case, results, stringify!($name), &[$(stringify!($own)),*], reference::$name::<Tracked>
                )
            }
        }
    };
    (@row $family:ident $name:ident $operands:tt $call:ident $fields:tt $peer:literal) => {};
    (@operators Step $name:ident $peer:literal) => { &split::<{ count($peer) }>($peer) };
    (@operators RowStep $name:ident $peer:literal) => { &[stringify!($name), $peer] };
    (@tracked Step) => { tracked };
    (@tracked RowStep) => { tracked_rows };
}
lacuna::for_each_kernel!(optimizers);
