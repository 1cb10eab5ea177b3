//! One step of an optimizer: what all rules share.
use super::touched_rows::{Needed, check_stored, partial};
use crate::array::{DeviceRows, DeviceRowsMut};
use crate::driver::Driver;
use crate::entries::{Number, groups};
use crate::gpu::Begun;
use crate::launch::Groups;
use crate::{Error, Gpu};
use lacuna::checks::array_of_rule;
use lacuna::optim::{Common, Update};
use lacuna::{Index, RowSparseMut, RowsMut, Value};

/// What the entries of all rules take, and the rows that they look at.
pub(super) struct Step<'g, 'a, D: Driver, V: Value, I: Index, const N: usize, const M: usize> {
    pub(super) common: groups::Common<V>,
    pub(super) gradient: groups::RowSparse<'a, D, V, I>,
    pub(super) states: [groups::State<'a, D, V, I>; N],
    pub(super) numbers: [groups::State<'a, D, V, I>; M],
    pub(super) checks: Option<Begun<'g, D>>,
    pub(super) rows: usize,
    pub(super) groups: Groups,
}

/// Prepares an update of the weight and its states, and of those of one number a row, in this order. `groups` says how
/// the threads of a row share its columns.
pub(super) fn prepare<'g, 'a, D: Driver, V: Value, I: Index, const N: usize, const M: usize>(
    gpu: &'g Gpu<D>,
    hyper: &Common<V>,
    gradient: &DeviceRows<'a, D, V, I>,
    states: [DeviceRowsMut<'a, D, V, I>; N],
    numbers: [DeviceRowsMut<'a, D, V, I>; M],
    groups: fn(usize, &[usize]) -> Groups,
) -> Result<Step<'g, 'a, D, V, I, N, M>, Error> {
    let checks = check_stored(gpu, &needed(hyper.update, gradient, states.iter().chain(&numbers)))?;
    let columns = gradient.row_length;
    let groups = groups(columns, &[&[columns][..], &states.each_ref().map(DeviceRowsMut::stride)].concat());
    // Rows that are looked at: those of the gradient, or all that the weight stores.
    let rows = match (hyper.update, &states[0]) {
        (Update::Standard, DeviceRowsMut::Dense(dense)) => dense.rows,
        (Update::Standard, DeviceRowsMut::RowSparse(stored)) => stored.pattern.capacity(),
        _ => gradient.pattern.capacity(),
    };
    Ok(Step {
        common: hyper.into(),
        gradient: gradient.into(),
        states: states.map(Into::into),
        numbers: numbers.map(Into::into),
        checks,
        rows,
        groups,
    })
}

/// Arrays of these shapes that store nothing: for a check of hyper-parameters and shapes.
pub(super) fn without_rows<D: Driver, V: Value, I: Index, const N: usize>(
    arrays: &[DeviceRowsMut<'_, D, V, I>; N],
) -> Result<[RowsMut<'static, V, I>; N], Error> {
    let mut empty = [(); N].map(|()| RowsMut::default());
    for (empty, array) in empty.iter_mut().zip(arrays) {
        *empty = RowSparseMut::new(array.rows(), array.row_length(), &[], &mut [])?.into();
    }
    Ok(empty)
}

/// The rows that must be stored, in the order of the CPU's checks.
fn needed<'a, D: Driver, V: Value, I: Index>(
    update: Update,
    gradient: &'a DeviceRows<'a, D, V, I>,
    arrays: impl Iterator<Item = &'a DeviceRowsMut<'a, D, V, I>>,
) -> Vec<Needed<'a, D, I>> {
    let patterns: Vec<_> = arrays.enumerate().map(|(number, array)| (array_of_rule(number), partial(array))).collect();
    let mut needed = Vec::new();
    for &(operand, stored) in &patterns {
        // What stores the gradient's rows needs no search for them.
        let stored = stored.filter(|stored| !stored.is_same(gradient.pattern));
        needed.extend(stored.map(|stored| Needed { operand, rows: Some(gradient.pattern), stored }));
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
