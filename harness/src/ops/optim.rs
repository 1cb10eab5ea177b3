//! Optimizers: the results are weight and state after the step.
use super::outcome::{Watched, dense, row_sparse, settle};
use super::terms::StoredRows;
use super::{Inputs, Operation, Outcome, Stop, Terms};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use lacuna::optim::{self, Update};
use lacuna::{DenseMut, RowSparseMut, RowsMut};

macro_rules! optim_operations {
    ($($before:tt)*) => {
        format_operations! { $($before)* optim::Sgd, optim::SgdMomentum, }
    };
}

const PARAMETERS: &[&str] = &["lr", "wd", "momentum", "rescale_grad", "clip_gradient", "lazy_update"];

/// Hyper-parameters, with the defaults of the peer.
struct Hyper {
    learning_rate: f32,
    weight_decay: f32,
    momentum: f32,
    rescale_gradient: f32,
    clip_gradient: Option<f32>,
    lazy: bool,
}

impl Hyper {
    fn new(params: &Params) -> Result<Self, String> {
        Ok(Self {
            learning_rate: params.number("lr")?.ok_or("parameter lr is missing")?,
            weight_decay: params.number("wd")?.unwrap_or(0.0),
            momentum: params.number("momentum")?.unwrap_or(0.0),
            rescale_gradient: params.number("rescale_grad")?.unwrap_or(1.0),
            // The peer's way to say that nothing is clipped is a negative bound.
            clip_gradient: params.number("clip_gradient")?.filter(|&bound| bound >= 0.0),
            lazy: params.switch("lazy_update", true)?,
        })
    }

    fn sgd<V: Number>(&self) -> optim::Sgd<V> {
        optim::Sgd {
            weight_decay: V::from_f32(self.weight_decay),
            rescale_gradient: V::from_f32(self.rescale_gradient),
            clip_gradient: self.clip_gradient.map(V::from_f32),
            update: if self.lazy { Update::Lazy } else { Update::Standard },
            ..optim::Sgd::new(V::from_f32(self.learning_rate))
        }
    }

    /// What the gradient adds to the magnitude of a weight's terms.
    fn gradient_term(&self, gradient: f64) -> f64 {
        let scaled = (f64::from(self.rescale_gradient) * gradient).abs();
        f64::from(self.learning_rate).abs() * self.clip_gradient.map_or(scaled, |bound| scaled.min(bound.into()))
    }

    fn decay_term(&self, weight: f64) -> f64 {
        (f64::from(self.learning_rate) * f64::from(self.weight_decay) * weight).abs()
    }
}

/// Roundings that go into one step: of the coefficients, their products with weight, gradient and state, and the sums.
const ROUNDINGS: u32 = 8;

fn is_update(case: &Case, operands: usize) -> bool {
    let of_rows = |stype| matches!(stype, Stype::Default | Stype::RowSparse);
    let states = case.inputs.iter().enumerate().filter(|(place, _)| *place != 1).all(|(_, input)| of_rows(input.stype));
    case.inputs.len() == operands && states && case.inputs[1].stype == Stype::RowSparse
}

/// A copy of a weight or state that a step may change.
struct State<'i, V, I> {
    name: &'static str,
    shape: &'i [usize],
    /// `None` if dense.
    ids: Option<&'i [I]>,
    before: &'i [V],
    values: Vec<V>,
}

impl<'i, V: Number, I: CaseIndex> State<'i, V, I> {
    fn new(inputs: &'i Inputs<V, I>, place: usize, name: &'static str) -> Result<Self, Stop> {
        let before = inputs.values(place)?;
        let ids = if inputs.stype(place) == Some(Stype::RowSparse) { Some(inputs.row_sparse(place)?.indices()) } else { None };
        Ok(Self { name, shape: inputs.shape(place)?, ids, before, values: before.to_vec() })
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

/// `sgd`.
pub(super) struct Sgd;

impl Operation for Sgd {
    const OPERATORS: &'static [&'static str] = &["sgd_update"];
    const KERNEL: Option<&'static str> = Some("sgd");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_update(case, 2))
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let hyper = Hyper::new(inputs.params)?.sgd();
        let mut weight = State::new(inputs, 0, "weight")?;
        let result = backend.sgd(&hyper, inputs.row_sparse(1)?, weight.rows_mut()?);
        settle(result, &[weight.watched()])?;
        Ok(vec![weight.into_array()])
    }

    fn terms(case: &Case, results: &[Array]) -> Vec<Terms> {
        let (Ok(hyper), [weight, gradient], [result]) = (Hyper::new(&case.params), &case.inputs[..], results) else { return Vec::new() };
        let (weight, gradient) = (StoredRows::new(weight), StoredRows::new(gradient));
        let magnitude = |i| {
            let (row, column) = result.position(i);
            let w = weight.value(row, column);
            w.abs() + hyper.decay_term(w) + hyper.gradient_term(gradient.value(row, column))
        };
        let length = result.values.len();
        vec![Terms { magnitudes: (0..length).map(magnitude).collect(), roundings: vec![ROUNDINGS; length] }]
    }
}

/// `sgd_momentum`.
pub(super) struct SgdMomentum;

impl Operation for SgdMomentum {
    const OPERATORS: &'static [&'static str] = &["sgd_mom_update"];
    const KERNEL: Option<&'static str> = Some("sgd_momentum");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_update(case, 3))
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let given = Hyper::new(inputs.params)?;
        let mut hyper = optim::SgdMomentum { sgd: given.sgd(), momentum: V::from_f32(given.momentum) };
        let (mut weight, mut momentum) = (State::new(inputs, 0, "weight")?, State::new(inputs, 2, "mom")?);
        // As in the peer: a row_sparse weight with a dense state knows the standard update only.
        if weight.ids.is_some() && momentum.ids.is_none() {
            hyper.sgd.update = Update::Standard;
        }
        let result = backend.sgd_momentum(&hyper, inputs.row_sparse(1)?, weight.rows_mut()?, momentum.rows_mut()?);
        settle(result, &[weight.watched(), momentum.watched()])?;
        Ok(vec![weight.into_array(), momentum.into_array()])
    }

    fn terms(case: &Case, results: &[Array]) -> Vec<Terms> {
        let (Ok(hyper), [weight, gradient, momentum]) = (Hyper::new(&case.params), &case.inputs[..]) else { return Vec::new() };
        let (weight, gradient, momentum) = (StoredRows::new(weight), StoredRows::new(gradient), StoredRows::new(momentum));
        let of_result = |(number, result): (usize, &Array)| {
            let magnitude = |i| {
                let (row, column) = result.position(i);
                let w = weight.value(row, column);
                let m = (f64::from(hyper.momentum) * momentum.value(row, column)).abs();
                let step = m + hyper.decay_term(w) + hyper.gradient_term(gradient.value(row, column));
                // The first result is the weight, the second the momentum.
                if number == 0 { w.abs() + step } else { step }
            };
            let length = result.values.len();
            Terms { magnitudes: (0..length).map(magnitude).collect(), roundings: vec![ROUNDINGS; length] }
        };
        results.iter().enumerate().map(of_result).collect()
    }
}
