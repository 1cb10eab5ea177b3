//! Optimizers that are composed of kernels, or of rules of their own.
//!
//! They are what MXNet's classes compose of operators on arrays, and so have no kernel in the list: they run on the
//! host only.
mod delay;
mod langevin;
mod large_batch;
mod norms;

use super::rule::CommonMut;
use lacuna::call::{AnyOperand, ElementType, Erase};
use lacuna::error::Operand;
use lacuna::optim::{Common, Rule, RuleStep, Step, Update};
use lacuna::{DenseMut, Index, KernelError, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_arrays::Cpu;
use std::array;

/// Which one, with the names and the defaults of what it does not share with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Dcasgd,
    Sgld,
    Lbsgd,
    WholeLamb,
    WholeLars,
}

/// The most hyper-parameters that one does not share with others.
const MOST_OWN: usize = 6;

const KINDS: [Kind; 5] = [Kind::Dcasgd, Kind::Sgld, Kind::Lbsgd, Kind::WholeLamb, Kind::WholeLars];

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Dcasgd => "dcasgd",
            Self::Sgld => "sgld",
            Self::Lbsgd => "lbsgd",
            Self::WholeLamb => "whole_lamb",
            Self::WholeLars => "whole_lars",
        }
    }

    /// Names and MXNet's defaults.
    const fn own(self) -> &'static [(&'static str, f64)] {
        match self {
            Self::Dcasgd => &[("momentum", 0.0), ("lambda", 0.04)],
            Self::Sgld => &[("seed", 0.0)],
            Self::Lbsgd => &[
                ("momentum", 0.0),
                ("warmup_strategy", 0.0),
                ("warmup_epochs", 5.0),
                ("batch_scale", 1.0),
                ("updates_per_epoch", 32.0),
                ("begin_epoch", 0.0),
            ],
            Self::WholeLamb => &[
                ("beta1", 0.9),
                ("beta2", 0.999),
                ("epsilon", 1e-6),
                ("lower_bound", -1.0),
                ("upper_bound", -1.0),
                ("bias_correction", 1.0),
            ],
            Self::WholeLars => &[("momentum", 0.0), ("eta", 0.001), ("epsilon", 0.0), ("momentum_correction", 1.0)],
        }
    }
}

/// What an update is of.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The number of the update of this parameter, from 1.
    pub step: u64,
    /// Which parameter.
    pub parameter: ParameterId<'a>,
}

/// What a parameter is known by.
#[derive(Clone, Copy, Debug)]
pub enum ParameterId<'a> {
    /// Its key in a store.
    Name(&'a str),
    /// Its place among the parameters of a trainer.
    Place(usize),
}

/// An optimizer that is composed of kernels and of rules of the runtime, on the host only.
/// [`Optimizer::named`](super::Optimizer::named) makes one, and [`Optimizer::set`](super::Optimizer::set) sets its
/// hyper-parameters. With `h = clip(rescale g)` and the [rows](lacuna::optim::Update) of a lazy or a standard update:
///
/// | name | step | own hyper-parameters | states |
/// |---|---|---|---|
/// | `dcasgd` | `m = mu m - lr (h + wd w + lambda h h d)`, then `d` is what `w + m` moves `w` by | `momentum`, `lambda` | `momentum` unless it is 0, and `moved`, which is `d` |
/// | `sgld` | `w = w - (lr / 2) (h + wd w) + sqrt(lr) z` | `seed` | none |
/// | `lbsgd` | `sgd` or `sgd_momentum` with the mean of the gradients of `batch_scale` steps, and `lr` times a factor | `momentum`, `warmup_strategy`, `warmup_epochs`, `batch_scale`, `updates_per_epoch`, `begin_epoch` | `momentum` unless it is 0; with a `batch_scale` above 1 `accumulated`, and `touched` of one number a row |
/// | `whole_lamb` | [`lamb`](lacuna::optim::lamb()) with the norms of the whole parameter | as there, and `bias_correction` | `mean`, `variance` |
/// | `whole_lars` | [`lars`](lacuna::optim::lars()) with the norms of the whole parameter | as there, and `momentum_correction` | `momentum` unless it is 0 |
///
/// - `dcasgd` is MXNet's `DCASGD`, rounded as there. MXNet keeps the weight before the last step where this keeps what
///   that step moved it by, which is the same difference. MXNet's class fails with a momentum; here it works.
/// - `sgld`: `z` are standard normal numbers of [`lacuna::random::normal`], the same bits everywhere. They are those of
///   the seed, of the step, of the parameter (its key in a store, or its place in a trainer) and of the element's place
///   in the whole array, so they do not depend on threads, nor on which rows are stored. MXNet draws from the
///   generator of its device. A lazy update moves the rows of the gradient alone, a standard one all rows.
/// - `lbsgd`: in step `t` of a parameter `n = begin_epoch * updates_per_epoch + t` counts. If `batch_scale` divides
///   `n`, the weight moves; otherwise the gradient is added to what is accumulated. With
///   `x = n / (warmup_epochs * updates_per_epoch)` below 1 the factor is `1 + (batch_scale - 1) f`, where `f` is by the
///   `warmup_strategy` 0 (linear) `x`, 1 (power2) `x^2`, 2 (sqrt) the root of `x`, and then it is `batch_scale`.
///   Strategy 3 (lars) has the factor `sqrt(|w|^2 / (|g|^2 + wd |w|^2 + 1e-18))` at every `n`, from 0.01 to 100, with
///   the norms of the whole parameter and of the mean gradient before it is rescaled. Any other number: the factor of
///   the warm-up is 1. A lazy update moves the rows that some gradient of the `batch_scale` has stored. MXNet's class
///   takes the learning rate of a schedule one update late, and adds a gradient array that is overwritten meanwhile to
///   itself; here neither happens.
/// - `whole_lamb`: the norms are of all elements of the parameter and of the direction of the step, which is 0 in rows
///   that a lazy update does not touch.
/// - `whole_lars`: the norms are of all elements of the parameter and of the rescaled gradient, before it is clipped.
///   A parameter in a store whose key ends in `gamma`, `beta` or `bias` takes the learning rate as it is, as in MXNet.
///   With `momentum_correction` (any number but 0) the momentum of a step is multiplied by the learning rate of its
///   schedule over that of the step before; MXNet does so for the first parameters of a step only.
/// - The sums of norms are those of [`GlobalNorm`](lacuna::optim::GlobalNorm).
/// - Cost: for `whole_lamb` and `sgld` memory for the touched rows once more, for `lbsgd` for the accumulated ones.
///   `whole_lamb` and `whole_lars` read the whole weight once, also for a row_sparse gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composed {
    kind: Kind,
    own: [f64; MOST_OWN],
    learning_rate: f64,
    weight_decay: f64,
    rescale_gradient: f64,
    clip_gradient: Option<f64>,
    update: Update,
    /// What the momentum of a step is multiplied by.
    momentum_factor: f64,
}

impl Composed {
    pub(crate) const NAMES: &'static [&'static str] = &{
        let mut names = [""; KINDS.len()];
        let mut place = 0;
        while place < KINDS.len() {
            names[place] = KINDS[place].name();
            place += 1;
        }
        names
    };

    /// That of a name.
    pub(super) fn named(name: &str, learning_rate: f64) -> Option<Self> {
        let kind = KINDS.into_iter().find(|kind| kind.name() == name)?;
        let mut own = [0.0; MOST_OWN];
        own.iter_mut().zip(kind.own()).for_each(|(own, (_, default))| *own = *default);
        Some(Self {
            kind,
            own,
            learning_rate,
            weight_decay: 0.0,
            rescale_gradient: 1.0,
            clip_gradient: None,
            update: Update::Lazy,
            momentum_factor: 1.0,
        })
    }

    pub(super) const fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// The states with the shape of the weight, and then those of one number a row.
    pub(super) fn states(&self) -> (&'static [&'static str], &'static [&'static str]) {
        let has_momentum = self.own("momentum") != 0.0;
        match self.kind {
            Kind::Dcasgd if has_momentum => (&["momentum", "moved"], &[]),
            Kind::Dcasgd => (&["moved"], &[]),
            Kind::Lbsgd if self.batch_scale() > 1 && has_momentum => {
                (&["momentum", "accumulated", "touched"], &["touched"])
            }
            Kind::Lbsgd if self.batch_scale() > 1 => (&["accumulated", "touched"], &["touched"]),
            Kind::Lbsgd | Kind::WholeLars if has_momentum => (&["momentum"], &[]),
            Kind::WholeLamb => (&["mean", "variance"], &[]),
            Kind::Sgld | Kind::Lbsgd | Kind::WholeLars => (&[], &[]),
        }
    }

    /// The names of those that it does not share with others.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &'static str> {
        self.kind.own().iter().map(|(name, _)| *name)
    }

    pub(super) fn number_mut(&mut self, name: &str) -> Option<&mut f64> {
        match name {
            "learning_rate" => Some(&mut self.learning_rate),
            "weight_decay" => Some(&mut self.weight_decay),
            "rescale_gradient" => Some(&mut self.rescale_gradient),
            _ => {
                let place = self.kind.own().iter().position(|(own, _)| *own == name)?;
                self.own.get_mut(place)
            }
        }
    }

    /// One of its own hyper-parameters; 0 of one that it does not have.
    fn own(&self, name: &str) -> f64 {
        let names = self.kind.own().iter().zip(self.own);
        names.into_iter().find(|((own, _), _)| *own == name).map_or(0.0, |(_, number)| number)
    }

    pub(super) const fn common_mut(&mut self) -> CommonMut<'_> {
        let Self { learning_rate, weight_decay, rescale_gradient, clip_gradient, update, .. } = self;
        CommonMut { learning_rate, weight_decay, rescale_gradient, clip_gradient, update }
    }

    /// Takes into account that the learning rate is no longer what it was.
    pub(super) fn correct_momentum(&mut self, rate: f64, previous: f64) {
        let ratio = rate / previous;
        if self.own("momentum_correction") != 0.0 && ratio.is_finite() {
            self.momentum_factor *= ratio;
        }
    }

    /// The shared hyper-parameters in a value type.
    fn common<V: Value>(&self) -> Common<V> {
        Common {
            learning_rate: V::narrow(self.learning_rate),
            weight_decay: V::narrow(self.weight_decay),
            rescale_gradient: V::narrow(self.rescale_gradient),
            clip_gradient: self.clip_gradient.map(V::narrow),
            update: self.update,
        }
    }

    /// One update of the rows of a weight and of its states, behind the gradient. Here it is compiled for all types.
    pub(super) fn call(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        value: ElementType,
        index: ElementType,
        operands: &mut [AnyOperand<'_>],
    ) -> Result<(), KernelError> {
        match (value, index) {
            (ElementType::F32, ElementType::I32) => self.call_of::<f32, i32>(cpu, at, operands),
            (ElementType::F32, ElementType::I64) => self.call_of::<f32, i64>(cpu, at, operands),
            (ElementType::F32, ElementType::U32) => self.call_of::<f32, u32>(cpu, at, operands),
            (ElementType::F64, ElementType::I32) => self.call_of::<f64, i32>(cpu, at, operands),
            (ElementType::F64, ElementType::I64) => self.call_of::<f64, i64>(cpu, at, operands),
            (ElementType::F64, ElementType::U32) => self.call_of::<f64, u32>(cpu, at, operands),
            // There are no others.
            _ => Err(no_room(0)),
        }
    }

    fn call_of<'a, V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        operands: &mut [AnyOperand<'a>],
    ) -> Result<(), KernelError>
    where
        RowSparse<'a, V, I>: Erase<'a>,
        RowsMut<'a, V, I>: Erase<'a>,
    {
        let [gradient, arrays @ ..] = operands else { return Err(no_room(0)) };
        let gradient = RowSparse::restore(gradient).ok_or_else(|| no_room(0))?;
        let mut arrays = arrays.iter_mut().map(RowsMut::restore);
        let mut next = || arrays.next().flatten().unwrap_or_default();
        let weight = next();
        self.update_rows(cpu, at, gradient, weight, array::from_fn(|_| next()))
    }

    fn update_rows<V: Value, I: Index>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        gradient: RowSparse<'_, V, I>,
        weight: RowsMut<'_, V, I>,
        states: [RowsMut<'_, V, I>; MOST_STATES],
    ) -> Result<(), KernelError> {
        match self.kind {
            Kind::Dcasgd => self.delay_compensated(cpu, gradient, weight, states),
            Kind::Sgld => self.langevin(cpu, at, gradient, weight),
            Kind::Lbsgd => self.large_batch(cpu, at, gradient, weight, states),
            Kind::WholeLamb => self.whole_lamb(cpu, at.step, gradient, weight, states),
            Kind::WholeLars => self.whole_lars(cpu, at.parameter, gradient, weight, states),
        }
    }
}

/// One step of a rule of `N` arrays, the weight and its states, on all threads.
fn step<const N: usize, R, V, I>(
    cpu: &Cpu,
    rule: R,
    gradient: RowSparse<'_, V, I>,
    states: [RowsMut<'_, V, I>; N],
) -> Result<(), KernelError>
where
    R: Rule<V, N> + Send + Sync,
    V: Value,
    I: Index,
{
    cpu.run(RuleStep(Step { rule, gradient, states }))
}

/// The most states.
pub(super) const MOST_STATES: usize = 3;

/// What is stored of rows.
fn stored<'a, V: Value, I: Index>(rows: &'a mut RowsMut<'_, V, I>) -> &'a mut [V] {
    match rows {
        RowsMut::Dense(dense) => dense.data_mut(),
        RowsMut::RowSparse(row_sparse) => row_sparse.data_mut(),
    }
}

/// Zeros for the elements of the rows that an update touches.
fn zeros<V: Value, I: Index>(
    update: Update,
    gradient: RowSparse<'_, V, I>,
    weight: &mut RowsMut<'_, V, I>,
) -> Result<Vec<V>, KernelError> {
    let length = if update == Update::Lazy { gradient.data().len() } else { stored(weight).len() };
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| no_room(length))?;
    values.resize(length, V::ZERO);
    Ok(values)
}

/// The refusal where there is no memory for so many elements.
const fn no_room(needed: usize) -> KernelError {
    KernelError::Capacity { operand: Operand::Scratch, needed, found: 0 }
}

/// [`zeros`] as rows of a state.
fn touched<'a, V: Value, I: Index>(
    update: Update,
    gradient: RowSparse<'a, V, I>,
    weight: &RowsMut<'a, V, I>,
    values: &'a mut [V],
) -> Result<RowsMut<'a, V, I>, KernelError> {
    let (rows, row_length) = (gradient.rows(), gradient.row_length());
    let shape = |_| no_room(rows);
    Ok(match weight {
        _ if update == Update::Lazy => {
            RowSparseMut::trusted(rows, row_length, gradient.indices(), values).map_err(shape)?.into()
        }
        RowsMut::Dense(_) => DenseMut::new(rows, row_length, values).map_err(shape)?.into(),
        RowsMut::RowSparse(weight) => {
            RowSparseMut::trusted(rows, row_length, weight.indices(), values).map_err(shape)?.into()
        }
    })
}
