//! The sum of row_sparse arrays: `out = inputs[0] + inputs[1] + ...`.
//!
//! - Shapes: all R x L. The ids of out are those of [`add_n_ids`].
//! - Structure: the sorted union of the stored rows; a row that cancels to zero stays stored.
//! - Order: per element one running sum from +0 over the inputs that store the row, in the order of the inputs.
//! - Cost: one read of each input and one write of the output; finding the next row costs O(number of inputs).
//! - Part of the output: the same `row_range` of all inputs and of out.
//! - Source: MXNet `add_n` (`ElementWiseSum`), and `elemwise_add` for two row_sparse operands.
use crate::dispatch::{Simd, multiversion};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::order::add;
use crate::{Index, RowSparse, RowSparseMut, Value, processor};
use core::array;

fn check_inputs<V: Value, I: Index>(inputs: &[RowSparse<V, I>], rows: usize, row_length: usize) -> Result<(), KernelError> {
    for input in inputs {
        expect(Operand::Input, 0, rows, input.rows())?;
        expect(Operand::Input, 1, row_length, input.row_length())?;
    }
    Ok(())
}

/// The structure call of [`add_n`]: writes the sorted union of the stored rows to `ids` and gives their number. `cursors` is scratch, one for each input.
///
/// The sum of the inputs' stored rows is always enough for `ids`. In views of a row range, rows count from the start of the view.
///
/// # Errors
/// [`KernelError::Shape`] if the inputs' shapes differ, [`KernelError::Capacity`] with the needed length if `ids` or `cursors` is too short (`ids` then
/// holds the first ones).
pub fn add_n_ids<V: Value, I: Index>(inputs: &[RowSparse<'_, V, I>], cursors: &mut [usize], ids: &mut [I]) -> Result<usize, KernelError> {
    let Some(first) = inputs.first() else { return Ok(0) };
    check_inputs(inputs, first.rows(), first.row_length())?;
    if let [left, right] = inputs {
        return union_of_two(*left, *right, ids);
    }
    capacity(Operand::Scratch, inputs.len(), cursors.len())?;
    let cursors = &mut cursors[..inputs.len()];
    cursors.fill(0);
    let mut count = 0;
    loop {
        let next = next_row(inputs, cursors);
        if next == usize::MAX {
            break;
        }
        for (input, cursor) in inputs.iter().zip(&mut *cursors) {
            *cursor += usize::from(input.row_of(*cursor) == next);
        }
        if let Some(id) = ids.get_mut(count) {
            *id = I::from_usize(next);
        }
        count += 1;
    }
    capacity(Operand::Ids, count, ids.len())?;
    Ok(count)
}

/// Which side comes next is hard to predict, so both cursors move by comparison results instead of branches.
fn union_of_two<V: Value, I: Index>(left: RowSparse<V, I>, right: RowSparse<V, I>, ids: &mut [I]) -> Result<usize, KernelError> {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < left.stored_rows() && j < right.stored_rows() {
        let (l, r) = (left.row_of(i), right.row_of(j));
        if let Some(id) = ids.get_mut(count) {
            *id = I::from_usize(l.min(r));
        }
        i += usize::from(l <= r);
        j += usize::from(r <= l);
        count += 1;
    }
    for row in (i..left.stored_rows()).map(|i| left.row_of(i)).chain((j..right.stored_rows()).map(|j| right.row_of(j))) {
        if let Some(id) = ids.get_mut(count) {
            *id = I::from_usize(row);
        }
        count += 1;
    }
    capacity(Operand::Ids, count, ids.len())?;
    Ok(count)
}

#[inline(always)]
fn body<L: Simd, V: Value, I: Index>(
    _simd: L,
    inputs: &[RowSparse<V, I>],
    cursors: &mut [usize],
    mut out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    check_inputs(inputs, out.rows(), out.row_length())?;
    capacity(Operand::Scratch, inputs.len(), cursors.len())?;
    check_union(inputs, &mut cursors[..inputs.len()], &out)?;
    let cursors = &mut cursors[..inputs.len()];
    cursors.fill(0);
    let stream = out.stored_rows() * out.row_length() * size_of::<V>() >= processor::STREAM_BYTES;
    for k in 0..out.stored_rows() {
        let row = out.as_row_sparse().row_of(k);
        let to = out.stored_row_mut(k);
        let mut terms = 0;
        let mut first: &[V] = &[];
        for (input, cursor) in inputs.iter().zip(&mut *cursors) {
            if input.row_of(*cursor) != row {
                continue;
            }
            let from = input.stored_row(*cursor);
            *cursor += 1;
            terms += 1;
            match terms {
                1 => first = from,
                2 => add_two(to, first, from, stream && inputs.len() == 2),
                _ => to.iter_mut().zip(from).for_each(|(to, &from)| *to = add(*to, from)),
            }
        }
        if terms == 1 {
            add_two(to, first, &[], stream);
        }
    }
    if stream {
        processor::stream_fence();
    }
    Ok(())
}

/// `to = 0 + first + second`, where an empty second adds nothing.
#[inline(always)]
fn add_two<V: Value>(to: &mut [V], first: &[V], second: &[V], stream: bool) {
    const CHUNK: usize = 16;
    let sum = |first: V, second: Option<&V>| {
        let sum = add(V::ZERO, first);
        second.map_or(sum, |&second| add(sum, second))
    };
    if !stream {
        match second {
            [] => to.iter_mut().zip(first).for_each(|(to, &first)| *to = sum(first, None)),
            _ => to.iter_mut().zip(first.iter().zip(second)).for_each(|(to, (&first, second))| *to = sum(first, Some(second))),
        }
        return;
    }
    let (to_chunks, to_rest) = to.as_chunks_mut::<CHUNK>();
    let (first_chunks, first_rest) = first.as_chunks::<CHUNK>();
    let (second_chunks, second_rest) = second.as_chunks::<CHUNK>();
    if second.is_empty() {
        for (to, first) in to_chunks.iter_mut().zip(first_chunks) {
            processor::stream_array(to, &array::from_fn(|i| sum(first[i], None)));
        }
    } else {
        for (to, (first, second)) in to_chunks.iter_mut().zip(first_chunks.iter().zip(second_chunks)) {
            processor::stream_array(to, &array::from_fn(|i| sum(first[i], Some(&second[i]))));
        }
    }
    for (i, (to, &first)) in to_rest.iter_mut().zip(first_rest).enumerate() {
        *to = sum(first, second_rest.get(i));
    }
}

/// Refuses an output whose ids are not the union.
fn check_union<V: Value, I: Index>(inputs: &[RowSparse<V, I>], cursors: &mut [usize], out: &RowSparseMut<V, I>) -> Result<(), KernelError> {
    cursors.fill(0);
    let ids = out.pattern();
    // One position more than the output has: there the inputs must have ended too.
    for k in 0..=ids.stored_rows() {
        let (expected, found) = (next_row(inputs, cursors), ids.row_of(k));
        if expected != found {
            return Err(KernelError::Pattern { row: k, expected, found });
        }
        for (input, cursor) in inputs.iter().zip(&mut *cursors) {
            *cursor += usize::from(input.row_of(*cursor) == expected);
        }
    }
    Ok(())
}

/// The least row that the cursors point at; `usize::MAX` if all have ended.
#[inline(always)]
fn next_row<V: Value, I: Index>(inputs: &[RowSparse<V, I>], cursors: &[usize]) -> usize {
    inputs.iter().zip(cursors).map(|(input, &cursor)| input.row_of(cursor)).min().unwrap_or(usize::MAX)
}

multiversion! {
    /// The sum of row_sparse arrays. The ids of `out` come from [`add_n_ids`]; `cursors` is scratch, one for each input.
    ///
    /// Bits by the [order law](crate::order). Source: MXNet `add_n`, `elemwise_add`.
    ///
    /// # Errors
    /// [`KernelError::Shape`], [`KernelError::Capacity`] and [`KernelError::Pattern`]; then nothing is written.
    ///
    /// ```
    /// use lacuna::{RowSparse, RowSparseMut, rows};
    /// let a = RowSparse::new(9, 1, &[1, 4], &[1.0_f32, 2.0])?;
    /// let b = RowSparse::new(9, 1, &[0, 4], &[3.0, 4.0])?;
    /// let (mut ids, mut cursors) = ([0; 4], [0; 2]);
    /// let stored = rows::add_n_ids(&[a, b], &mut cursors, &mut ids)?;
    /// let mut sums = [0.0; 4];
    /// rows::add_n(&[a, b], &mut cursors, RowSparseMut::new(9, 1, &ids[..stored], &mut sums[..stored])?)?;
    /// assert_eq!((&ids[..stored], &sums[..stored]), (&[0, 1, 4][..], &[3.0, 1.0, 6.0][..]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn add_n / scalar_add_n [V: Value, I: Index] (
        inputs: &[RowSparse<'_, V, I>],
        cursors: &mut [usize],
        out: RowSparseMut<'_, V, I>,
    ) -> Result<(), KernelError> = body;
}
