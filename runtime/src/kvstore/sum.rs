//! What several workers have pushed, as one array.
use lacuna::infer::Stype;
use lacuna::{Broadcast, DenseMut, RowSparse, RowSparseMut, Value};
use lacuna_arrays::Cpu;
use lacuna_arrays::array::{Array, ArrayError, Dtype, Element, Storage, rows_of, zeros};

/// The sum of arrays of one shape, dtype and storage type, dense or row_sparse, in their order; of one array a copy, of
/// whatever dtype. Floats of 16 bits are added in `float32`, and the sum is rounded once.
pub(super) fn sum(cpu: &Cpu, values: &[&Array]) -> Result<Array, ArrayError> {
    match values {
        [] => Err(ArrayError::UnknownShape),
        [one] => Ok((*one).clone()),
        [first, ..] if first.dtype() == Dtype::F64 => sum_of::<f64>(cpu, first, values),
        [first, ..] if first.dtype().needs_master() => {
            let wide = values.iter().map(|value| value.astype(Dtype::F32)).collect::<Result<Vec<_>, _>>()?;
            sum(cpu, &wide.iter().collect::<Vec<_>>())?.astype(first.dtype())
        }
        [first, ..] => sum_of::<f32>(cpu, first, values),
    }
}

fn sum_of<V: Value + Element>(cpu: &Cpu, first: &Array, values: &[&Array]) -> Result<Array, ArrayError> {
    if first.stype() == Stype::RowSparse { union::<V>(cpu, first, values) } else { dense::<V>(cpu, first, values) }
}

fn dense<V: Value + Element>(cpu: &Cpu, first: &Array, values: &[&Array]) -> Result<Array, ArrayError> {
    let mut sum = first.clone();
    let (rows, columns) = first.as_dense::<V>().map(|view| (view.rows(), view.columns()))?;
    for value in values.iter().skip(1) {
        let to = sum.data_mut::<V>().unwrap_or_default();
        cpu.accumulate_rows::<V, i64>(Broadcast::Dense(value.as_dense()?), DenseMut::new(rows, columns, to)?)?;
    }
    Ok(sum)
}

fn union<V: Value + Element>(cpu: &Cpu, first: &Array, values: &[&Array]) -> Result<Array, ArrayError> {
    let inputs =
        values.iter().map(|value| value.as_row_sparse::<V>()).collect::<Result<Vec<RowSparse<'_, V, i64>>, _>>()?;
    let (rows, row_length) = rows_of(first.shape())?;
    let (mut cursors, mut ids) = (zeros(inputs.len())?, zeros(inputs.iter().map(RowSparse::stored_rows).sum())?);
    let stored = cpu.add_n_ids(&inputs, &mut cursors, &mut ids)?;
    ids.truncate(stored);
    let mut sums = zeros::<V>(stored.saturating_mul(row_length))?;
    cpu.add_n(&inputs, &mut cursors, RowSparseMut::trusted(rows, row_length, &ids, &mut sums)?)?;
    Array::from_storage(first.shape().to_vec(), Storage::RowSparse { indices: ids, data: V::wrap(sums) })
}
