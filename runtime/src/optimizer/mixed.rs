//! Weights of 16 bits with master copies of 32.
use super::Optimizer;
use lacuna::Index;
use lacuna::cast::{CastTo, cast};
use lacuna::infer::Stype;
use lacuna::optim::Update;
use lacuna_arrays::array::{Array, ArrayError, Dtype, Element, Values, rows_of};

/// What the master copy is called among the states.
pub(crate) const MASTER: &str = "master";

impl Optimizer {
    /// The names of the states of a parameter of this dtype: of 16 bits with that of the master copy behind them.
    pub(crate) fn names_of_states(&self, dtype: Dtype) -> Vec<&'static str> {
        self.states().iter().copied().chain(dtype.needs_master().then_some(MASTER)).collect()
    }

    /// Rounds the rows of the master copy that an update by this gradient touches to the weight.
    pub(super) fn round(&self, gradient: &Array, master: &Array, weight: &mut Array) -> Result<(), ArrayError> {
        let mut copy = *self;
        // One that is composed may move rows of gradients before.
        let is_composed = matches!(self, Self::Composed(_));
        let is_lazy = gradient.stype() == Stype::RowSparse && *copy.common_mut().update == Update::Lazy && !is_composed;
        match gradient.indices().filter(|_| is_lazy) {
            None => *weight = master.astype(weight.dtype())?,
            Some(ids) => match weight.values_mut() {
                Some(Values::F16(values)) => round_rows(values, master, ids)?,
                Some(Values::Bf16(values)) => round_rows(values, master, ids)?,
                _ => return Err(ArrayError::Dtype { expected: Dtype::F16, found: weight.dtype() }),
            },
        }
        Ok(())
    }
}

/// Rounds these rows of the master copy, which is stored as the weight is.
fn round_rows<V: Element>(weight: &mut [V], master: &Array, ids: &[i64]) -> Result<(), ArrayError>
where
    f32: CastTo<V>,
{
    let (_, row_length) = rows_of(master.shape())?;
    let values = master.data::<f32>().unwrap_or_default();
    for id in ids {
        let place = master.indices().map_or(Some(id.to_usize()), |stored| stored.binary_search(id).ok());
        let places = place.map_or(0..0, |place| place * row_length..(place + 1) * row_length);
        if let (Some(from), Some(to)) = (values.get(places.clone()), weight.get_mut(places)) {
            cast(from, to)?;
        }
    }
    Ok(())
}
