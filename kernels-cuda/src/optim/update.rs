//! One step of an optimizer: what all rules share.
use super::touched_rows::{Needed, check_stored, partial};
use crate::array::{DeviceRowSparse, DeviceRowsMut};
use crate::driver::Driver;
use crate::entries::{CheckWords, Number, groups};
use crate::launch::{Groups, Launch};
use crate::{Error, Gpu};
use lacuna::checks::array_of_rule;
use lacuna::optim::{self, Common, Rule, Update};
use lacuna::{Index, Kernel, RowSparse, RowSparseMut, RowsMut, Value};

/// What the entries of all rules take.
pub(super) struct Step<'a, D: Driver, V: Value, I: Index, const N: usize> {
    pub(super) common: groups::Common<V>,
    pub(super) gradient: groups::RowSparse<'a, D, V, I>,
    pub(super) states: [groups::State<'a, D, V, I>; N],
    pub(super) groups: groups::Groups,
    pub(super) refused: Option<CheckWords<'a, D>>,
}

/// Updates the weight and its states, in this order, by `entry`.
pub(super) fn update<D: Driver, V: Value, I: Index, R: Rule<V, N>, const N: usize>(
    gpu: &Gpu<D>,
    rule: &R,
    gradient: &DeviceRowSparse<D, V, I>,
    arrays: [DeviceRowsMut<'_, D, V, I>; N],
    entry: impl for<'a> FnOnce(&'a D, Step<'a, D, V, I, N>) -> Launch<'a, D>,
) -> Result<(), Error>
where
    for<'s> optim::Step<'s, R, V, I, N>: Kernel,
{
    check_shapes(rule, gradient, &arrays)?;
    let hyper = &rule.common();
    let mut checks = check_stored(gpu, &needed(hyper.update, gradient, &arrays))?;
    let columns = gradient.row_length;
    let groups = Groups::new::<V>(columns, &[&[columns][..], &arrays.each_ref().map(DeviceRowsMut::stride)].concat());
    // Rows that are looked at: those of the gradient, or all that the weight stores.
    let rows = match (hyper.update, &arrays[0]) {
        (Update::Standard, DeviceRowsMut::Dense(dense)) => dense.rows,
        (Update::Standard, DeviceRowsMut::RowSparse(stored)) => stored.pattern.capacity(),
        _ => gradient.pattern.capacity(),
    };
    let step = Step {
        common: hyper.into(),
        gradient: gradient.into(),
        states: arrays.map(Into::into),
        groups: groups.into(),
        refused: checks.as_mut().map(|checks| checks.words(0)),
    };
    Ok(entry(gpu.driver(), step).run_groups(rows, groups)?)
}

/// The check of the CPU, on arrays of these shapes that store nothing: it looks at hyper-parameters and shapes.
fn check_shapes<D: Driver, V: Value, I: Index, R: Rule<V, N>, const N: usize>(
    rule: &R,
    gradient: &DeviceRowSparse<D, V, I>,
    arrays: &[DeviceRowsMut<'_, D, V, I>; N],
) -> Result<(), Error>
where
    for<'s> optim::Step<'s, R, V, I, N>: Kernel,
{
    let empty =
        |array: &DeviceRowsMut<'_, D, V, I>| RowSparseMut::new(array.rows(), array.row_length(), &[], &mut []).map(RowsMut::RowSparse);
    let states = arrays.iter().map(empty).collect::<Result<Vec<_>, _>>()?;
    let gradient = RowSparse::new(gradient.rows(), gradient.row_length, &[], &[])?;
    match <[_; N]>::try_from(states) {
        Ok(states) => Ok(optim::Step { rule: *rule, gradient, states }.check()?),
        Err(_) => Ok(()),
    }
}

/// The rows that must be stored, in the order of the CPU's checks.
fn needed<'a, D: Driver, V: Value, I: Index, const N: usize>(
    update: Update,
    gradient: &'a DeviceRowSparse<D, V, I>,
    arrays: &'a [DeviceRowsMut<'_, D, V, I>; N],
) -> Vec<Needed<'a, D, I>> {
    let patterns: Vec<_> = arrays.iter().enumerate().map(|(number, array)| (array_of_rule(number), partial(array))).collect();
    let mut needed = Vec::new();
    for &(operand, stored) in &patterns {
        needed.extend(stored.map(|stored| Needed { operand, rows: Some(&gradient.pattern), stored }));
    }
    if update == Update::Standard {
        // Every row of each is updated, so each must store what the others store.
        let (weight, of_weight) = patterns[0];
        for &(operand, of_state) in &patterns[1..] {
            needed.extend(of_state.map(|stored| Needed { operand, rows: of_weight, stored }));
            needed.extend(of_weight.map(|stored| Needed { operand: weight, rows: of_state, stored }));
        }
    }
    needed
}

impl<V: Value> From<&Common<V>> for groups::Common<V> {
    fn from(hyper: &Common<V>) -> Self {
        Self {
            learning_rate: Number(hyper.learning_rate),
            weight_decay: Number(hyper.weight_decay),
            rescale_gradient: Number(hyper.rescale_gradient),
            clip_gradient: Number(hyper.clip_gradient.unwrap_or(V::INFINITY)),
            standard: u32::from(hyper.update == Update::Standard),
        }
    }
}
