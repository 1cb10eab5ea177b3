//! The columns that a csr stores anything in.
use crate::error::{KernelError, Operand, capacity};
use crate::{Csr, Index, Value};

/// The structure call of a csr result of [`dense_csr`](super::dense_csr()): writes the columns that occur in `b`,
/// ascending, once each, and for each entry the place of its column among them. Gives how many columns there are.
///
/// With these places as columns, `b` is a matrix without empty columns, whose products are as wide as they need to be.
///
/// - Both take as many elements as `b` stores; of `columns`, those behind the result hold anything.
/// - Cost: a sort of the columns, and a search for each.
///
/// # Errors
/// [`KernelError::Capacity`]; then nothing is written.
///
/// ```
/// let b = lacuna::Csr::new(2, 9, &[0, 2, 3], &[3, 8, 3], &[1.0_f32; 3])?;
/// let (mut columns, mut places) = ([0; 3], [0; 3]);
/// assert_eq!(lacuna::dot::occurring_columns(b, &mut columns, &mut places)?, 2);
/// assert_eq!((&columns[..2], places), (&[3, 8][..], [0, 1, 0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn occurring_columns<V: Value, I: Index>(
    b: Csr<'_, V, I>,
    columns: &mut [I],
    places: &mut [I],
) -> Result<usize, KernelError> {
    let nnz = b.nnz();
    capacity(Operand::Columns, nnz, columns.len())?;
    capacity(Operand::Output, nnz, places.len())?;
    Ok(number(b.indices(), &mut columns[..nnz], places))
}

#[inline(never)]
fn number<I: Index>(indices: &[I], columns: &mut [I], places: &mut [I]) -> usize {
    columns.copy_from_slice(indices);
    columns.sort_unstable();
    let mut count = 0;
    for k in 0..columns.len() {
        if count == 0 || columns[k] != columns[count - 1] {
            columns[count] = columns[k];
            count += 1;
        }
    }
    let columns = &columns[..count];
    for (place, index) in places.iter_mut().zip(indices) {
        *place = I::from_usize(columns.partition_point(|column| column < index));
    }
    count
}
