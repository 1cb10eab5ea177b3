use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::order::add;
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Index, RowSparse, RowSparseMut, Value, processor};
use core::ops::Range;

/// Which rows of a sum an [`AddN`] writes: all, or those of a part that [`Split`] has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SumRows {
    above: usize,
    below: usize,
}

impl SumRows {
    /// All rows.
    pub const ALL: Self = Self { above: 0, below: 0 };
}

fn check_inputs<V: Value, I: Index>(
    inputs: &[RowSparse<V, I>],
    rows: usize,
    row_length: usize,
) -> Result<(), KernelError> {
    for input in inputs {
        expect(Operand::Input, 0, rows, input.rows())?;
        expect(Operand::Input, 1, row_length, input.row_length())?;
    }
    Ok(())
}

/// The structure call of [`add_n`]: writes the sorted union of the stored rows to `ids` and gives their number.
/// `cursors` is scratch, one for each input.
///
/// The sum of the inputs' stored rows is always enough for `ids`. In views of a row range, rows count from the start of
/// the view.
///
/// # Errors
/// [`KernelError::Shape`] if the inputs' shapes differ, [`KernelError::Capacity`] with the needed length if `ids` or
/// `cursors` is too short (`ids` then holds the first ones).
pub fn add_n_ids<V: Value, I: Index>(
    inputs: &[RowSparse<'_, V, I>],
    cursors: &mut [usize],
    ids: &mut [I],
) -> Result<usize, KernelError> {
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
fn union_of_two<V: Value, I: Index>(
    left: RowSparse<V, I>,
    right: RowSparse<V, I>,
    ids: &mut [I],
) -> Result<usize, KernelError> {
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
    for row in (i..left.stored_rows()).map(|i| left.row_of(i)).chain((j..right.stored_rows()).map(|j| right.row_of(j)))
    {
        if let Some(id) = ids.get_mut(count) {
            *id = I::from_usize(row);
        }
        count += 1;
    }
    capacity(Operand::Ids, count, ids.len())?;
    Ok(count)
}

/// The arguments of [`add_n`].
#[derive(Debug)]
pub struct AddN<'a, V, I> {
    /// R x L each.
    pub inputs: &'a [RowSparse<'a, V, I>],
    /// Scratch, one for each input.
    pub cursors: &'a mut [usize],
    /// R x L, of the union of the ids; in a part, just its rows.
    pub out: RowSparseMut<'a, V, I>,
    /// Those of the inputs that `out` has.
    pub rows: SumRows,
}

/// Inputs of a sum whose cursors need no scratch: each part of it has its own on the stack.
const FEW: usize = 16;

impl<V: Value, I: Index> Body for AddN<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        Body::check_range(self, 0..Body::check_length(self))
    }

    /// One more than the output stores: there the inputs must have ended too.
    #[inline(always)]
    fn check_length(&self) -> usize {
        self.out.stored_rows() + 1
    }

    #[inline(always)]
    fn check_range(&self, places: Range<usize>) -> Result<(), KernelError> {
        let SumRows { above, below } = self.rows;
        check_inputs(self.inputs, self.out.rows().saturating_add(above).saturating_add(below), self.out.row_length())?;
        if self.rows == SumRows::ALL || (self.inputs.len() > FEW && self.out.rows() > 0) {
            capacity(Operand::Scratch, self.inputs.len(), self.cursors.len())?;
        }
        check_union(self.inputs, above, &self.out, places)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for AddN<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { inputs, cursors, out, rows } = self;
        match inputs.len() {
            ..=FEW => sum(inputs, &mut [0; FEW][..inputs.len()], out, rows.above),
            n => sum(inputs, cursors.get_mut(..n).unwrap_or_default(), out, rows.above),
        }
    }
}

/// Many inputs have one set of cursors, so that sum stays whole: it counts as one row.
impl<V: Value, I: Index> Split for AddN<'_, V, I> {
    fn rows(&self) -> usize {
        if self.inputs.len() > FEW { 1 } else { self.out.rows() }
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.out.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { inputs, cursors, out, rows: SumRows { above, below } } = self;
        let row = if inputs.len() > FEW && row > 0 { out.rows() } else { row.min(out.rows()) };
        let (of_top, of_rest) = if row == out.rows() { (cursors, &mut [][..]) } else { (&mut [][..], cursors) };
        let (top, rest) = out.split_rows_at(row);
        let of_rows = [
            SumRows { above, below: below.saturating_add(rest.rows()) },
            SumRows { above: above.saturating_add(row), below },
        ];
        (
            Self { inputs, cursors: of_top, out: top, rows: of_rows[0] },
            Self { inputs, cursors: of_rest, out: rest, rows: of_rows[1] },
        )
    }
}

#[inline(always)]
fn sum<V: Value, I: Index>(
    inputs: &[RowSparse<V, I>],
    cursors: &mut [usize],
    mut out: RowSparseMut<V, I>,
    above: usize,
) {
    for (input, cursor) in inputs.iter().zip(&mut *cursors) {
        *cursor = if above == 0 { 0 } else { input.place_of(above) };
    }
    // With two inputs, each row is written once: nothing may touch a streamed one before the fence.
    let stream = inputs.len() <= 2 && out.stored_rows() * out.row_length() * size_of::<V>() >= processor::STREAM_BYTES;
    let ids = out.pattern();
    for k in 0..ids.stored_rows() {
        let row = ids.row_of(k).wrapping_add(above);
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
                2 => add_two(to, first, from, stream),
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
}

/// `to = 0 + first + second`, where an empty second adds nothing.
#[inline(always)]
fn add_two<V: Value>(to: &mut [V], first: &[V], second: &[V], stream: bool) {
    let one = |first| add(V::ZERO, first);
    let two = |first, second| add(one(first), second);
    match (second, stream) {
        ([], false) => to.iter_mut().zip(first).for_each(|(to, &first)| *to = one(first)),
        ([], true) => processor::stream_map(to, [first], |[first]| one(first)),
        (_, false) => {
            to.iter_mut().zip(first.iter().zip(second)).for_each(|(to, (&first, &second))| *to = two(first, second))
        }
        (_, true) => processor::stream_map(to, [first, second], |[first, second]| two(first, second)),
    }
}

/// Refuses an output whose ids at these places are not those of the union, in the rows that it has: those from `above`
/// on. The ids before are taken for good.
fn check_union<V: Value, I: Index>(
    inputs: &[RowSparse<V, I>],
    above: usize,
    out: &RowSparseMut<V, I>,
    places: Range<usize>,
) -> Result<(), KernelError> {
    let (ids, mut few) = (out.pattern(), [0; FEW]);
    let behind = |found: usize| found.saturating_add(above).saturating_add(1);
    let mut next = places.start.checked_sub(1).map_or(above, |before| behind(ids.row_of(before)));
    let mut cursors = few.get_mut(..inputs.len());
    if let Some(cursors) = &mut cursors
        && next > 0
    {
        for (input, cursor) in inputs.iter().zip(&mut **cursors) {
            *cursor = input.place_of(next);
        }
    }
    for k in places.start..places.end.min(ids.stored_rows() + 1) {
        let found = ids.row_of(k);
        let expected = match &mut cursors {
            Some(cursors) => {
                let expected = next_row(inputs, cursors);
                for (input, cursor) in inputs.iter().zip(&mut **cursors) {
                    *cursor += usize::from(input.row_of(*cursor) == expected);
                }
                expected
            }
            None => inputs.iter().map(|input| input.row_of(input.place_of(next))).min().unwrap_or(usize::MAX),
        };
        // Rows below the part are as good as none.
        let expected = expected.checked_sub(above).filter(|&row| row < ids.rows()).unwrap_or(usize::MAX);
        if expected != found {
            return Err(KernelError::Pattern { operand: Operand::Output, row: k, expected, found });
        }
        next = behind(found);
    }
    Ok(())
}

/// The least row that the cursors point at; `usize::MAX` if all have ended.
#[inline(always)]
fn next_row<V: Value, I: Index>(inputs: &[RowSparse<V, I>], cursors: &[usize]) -> usize {
    inputs.iter().zip(cursors).map(|(input, &cursor)| input.row_of(cursor)).min().unwrap_or(usize::MAX)
}

/// The sum of row_sparse arrays: `out = inputs[0] + inputs[1] + ...`. The ids of `out` come from [`add_n_ids`];
/// `cursors` is scratch, one for each input.
///
/// - Shapes: all R x L.
/// - Structure: the sorted union of the stored rows; a row that cancels to zero stays stored.
/// - Order: per element one running sum from +0 over the inputs that store the row, in the order of the inputs.
/// - Cost: one read of each input and one write of the output; finding the next row costs O(number of inputs).
/// - Parts: rows of all; [`AddN`] [splits](crate::Split) them.
/// - Source: MXNet `add_n` (`ElementWiseSum`), and `elemwise_add` for two row_sparse operands.
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
#[doc(alias = "elemwise_add")]
#[inline]
pub fn add_n<V: Value, I: Index>(
    inputs: &[RowSparse<'_, V, I>],
    cursors: &mut [usize],
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    AddN { inputs, cursors, out, rows: SumRows::ALL }.call()
}
