//! Optimizers: the results are weight and states after the step.
use super::magnitudes::StoredRows;
use super::outcome::{Watched, dense, row_sparse, settle};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use crate::reference::{self, Tracked};
use lacuna::optim::Update;
use lacuna::{DenseMut, RowSparseMut, RowsMut};

/// Hyper-parameters as a case gives them: in single precision, as in the peer.
struct Given {
    hyper: reference::Hyper<f32>,
    lazy: bool,
}

impl Given {
    fn new(params: &Params, own: &[&str]) -> Result<Self, String> {
        let own = own.iter().map(|name| {
            let given = params.number(name)?.or_else(|| reference::default_of(name));
            given.ok_or_else(|| format!("parameter {name} is missing"))
        });
        let hyper = reference::Hyper {
            learning_rate: params.number("lr")?.ok_or("parameter lr is missing")?,
            own: own.collect::<Result<_, _>>()?,
            weight_decay: params.number("wd")?.unwrap_or(0.0),
            rescale: params.number("rescale_grad")?.unwrap_or(1.0),
            // The peer's way to say that nothing is clipped is a negative bound.
            clip: params.number("clip_gradient")?.filter(|&bound| bound >= 0.0),
        };
        Ok(Self { hyper, lazy: params.switch("lazy_update", true)? })
    }

    /// As in the peer: a row_sparse weight with a dense state knows the standard update only.
    fn update(&self, case: &[Option<Stype>]) -> Update {
        let standard = case.first() == Some(&Some(Stype::RowSparse)) && case.iter().skip(2).any(|state| *state == Some(Stype::Default));
        if self.lazy && !standard { Update::Lazy } else { Update::Standard }
    }
}

fn is_update(case: &Case, states: usize) -> bool {
    let of_rows = |stype| matches!(stype, Stype::Default | Stype::RowSparse);
    let written = case.inputs.iter().enumerate().filter(|(place, _)| *place != 1).all(|(_, input)| of_rows(input.stype));
    case.inputs.len() == states + 1 && written && case.inputs[1].stype == Stype::RowSparse
}

/// A copy of a weight or state that a step may change.
struct State<'i, V, I> {
    name: &'i str,
    shape: &'i [usize],
    /// `None` if dense.
    ids: Option<&'i [I]>,
    before: &'i [V],
    values: Vec<V>,
}

impl<'i, V: Number, I: CaseIndex> State<'i, V, I> {
    fn new(inputs: &'i Inputs<V, I>, place: usize) -> Result<Self, Stop> {
        let before = inputs.values(place)?;
        let ids = if inputs.stype(place) == Some(Stype::RowSparse) { Some(inputs.row_sparse(place)?.indices()) } else { None };
        Ok(Self { name: inputs.name(place)?, shape: inputs.shape(place)?, ids, before, values: before.to_vec() })
    }

    fn rows_mut(&mut self) -> Result<RowsMut<'_, V, I>, Stop> {
        let (rows, length) = (self.shape.first().copied().unwrap_or(0), self.shape.iter().skip(1).product());
        Ok(match self.ids {
            None => DenseMut::new(rows, length, &mut self.values)?.into(),
            Some(ids) => RowSparseMut::new(rows, length, ids, &mut self.values)?.into(),
        })
    }

    fn watched(&self) -> Watched<'_, V> {
        Watched { output: self.name, now: &self.values, before: Some(self.before) }
    }

    fn into_array(self) -> Array {
        match self.ids {
            None => dense(self.name, self.shape.to_vec(), self.values),
            Some(ids) => row_sparse(self.name, self.shape.to_vec(), ids, self.values),
        }
    }
}

/// How far a rule's formula may be off, in every element of its results.
fn tracked<const N: usize>(
    case: &Case,
    results: &[Array],
    own: &[&str],
    step: impl Fn(&reference::Hyper<Tracked>, Tracked, [Tracked; N]) -> [Tracked; N],
) -> Vec<Magnitudes> {
    let Ok(given) = Given::new(&case.params, own) else { return Vec::new() };
    let hyper = given.hyper.map(|number| Tracked::new(number.into()));
    let [weight, gradient, states @ ..] = &case.inputs[..] else { return Vec::new() };
    let gradient = StoredRows::new(gradient);
    let before: Vec<_> = [weight].into_iter().chain(states).map(StoredRows::new).collect();
    let of_result = |(number, result): (usize, &Array)| {
        let errors = (0..result.values.len()).map(|i| {
            let (row, column) = result.position(i);
            let old = std::array::from_fn(|state| Tracked::new(before[state].value(row, column)));
            step(&hyper, hyper.prepared(Tracked::new(gradient.value(row, column))), old)[number]
        });
        Magnitudes::tracked(errors)
    };
    results.iter().enumerate().map(of_result).collect()
}

/// An operation for each optimizer of the list.
macro_rules! optimizers {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(optimizers! { @row $family $name $operands $peer })*
    };
    (@row optim $name:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]), $gradient:ident: RowSparse, $($state:ident: RowsMut),*) $peer:literal) => {
        #[allow(non_camel_case_types)]
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$peer];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["lr", $(stringify!($own),)* "wd", "rescale_grad", "clip_gradient", "lazy_update"];

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(is_update(case, [$(stringify!($state)),*].len()))
            }

            fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
                let given = Given::new(inputs.params, &[$(stringify!($own)),*])?;
                let stypes: Vec<_> = (0..inputs.len()).map(|place| inputs.stype(place)).collect();
                let update = given.update(&stypes);
                let reference::Hyper { learning_rate, own, weight_decay, rescale, clip } = given.hyper.map(V::from_f32);
                let [$($own),*] = own[..] else { return Err(Stop::Broken(format!("{} hyper-parameters of its own", own.len()))) };
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
                let result = backend.$name(&$hyper, inputs.row_sparse(1)?, $($state.rows_mut()?),*);
                settle(result, &[$($state.watched()),*])?;
                drop(places);
                Ok(vec![$($state.into_array()),*])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, &[$(stringify!($own)),*], reference::$name::<Tracked>)
            }
        }
    };
    (@row $family:ident $name:ident $operands:tt $peer:literal) => {};
}
lacuna::for_each_kernel!(optimizers);
