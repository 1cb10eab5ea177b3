//! Makes a SELL plan: sorts the rows of each window by length, and writes their slices.
use super::sell_plan::{MARKS, SellPlan, SellShape, WINDOW, sell_plan_length};
use super::slices::{CONSECUTIVE, HEADER, Kind, MORE, SLICE};
use crate::Index;
use crate::error::{KernelError, Operand, capacity, index_fits};
use crate::view::row_places;
use core::ops::Range;

/// Terms of the longest rows that go into slices: for longer ones, what a slice saves is little beside the terms.
const LONGEST: usize = 64;

/// The five arrays of a plan in one memory.
fn divide<I>(memory: &mut [I], rows: usize, nnz: usize) -> Option<[&mut [I]; 5]> {
    let (indices, rest) = memory.split_at_mut_checked(nnz)?;
    let (entries, rest) = rest.split_at_mut_checked(nnz)?;
    let (order, rest) = rest.split_at_mut_checked(rows)?;
    let (slices, rest) = rest.split_at_mut_checked(HEADER * rows)?;
    let windows = rest.get_mut(..MARKS * (rows.div_ceil(WINDOW) + 1))?;
    Some([indices, entries, order, slices, windows])
}

#[inline(never)]
pub(super) fn analyse<'p, I: Index>(
    indptr: &[I],
    indices: &[I],
    entries: Option<&[I]>,
    shape: SellShape,
    memory: &'p mut [I],
) -> Result<SellPlan<'p, I>, KernelError> {
    let (needed, found) = (sell_plan_length(shape.rows, shape.nnz), memory.len());
    capacity(Operand::Plan, needed, found)?;
    index_fits::<I>(shape.rows.saturating_mul(HEADER))?;
    let Some([to_indices, to_entries, order, slices, windows]) = divide(memory, shape.rows, shape.nnz) else {
        return Err(KernelError::Capacity { operand: Operand::Plan, needed, found });
    };
    // Pointers that only a broken trust can give make empty rows.
    let places = |row: usize| {
        Some(row_places(indptr, row)).filter(|places| indices.get(places.clone()).is_some()).unwrap_or(0..0)
    };
    let mut writer = Writer {
        from: (indices, entries),
        indices: to_indices,
        entries: to_entries,
        slices,
        slice: 0,
        index: 0,
        entry: 0,
        run: None,
    };
    let (marks, _) = windows.as_chunks_mut::<MARKS>();
    let mut marks = marks.iter_mut();
    for (window, order) in order.chunks_mut(WINDOW).enumerate() {
        if let Some(marks) = marks.next() {
            *marks = writer.marks();
        }
        writer.run = None;
        let first = window * WINDOW;
        let mut ends = [0_usize; LONGEST + 2];
        for row in first..first + order.len() {
            ends[places(row).len().min(LONGEST + 1)] += 1;
        }
        let mut next = 0;
        for end in &mut ends {
            next += core::mem::replace(end, next);
        }
        for row in first..first + order.len() {
            let end = &mut ends[places(row).len().min(LONGEST + 1)];
            if let Some(place) = order.get_mut(*end) {
                *place = I::from_usize(row);
            }
            *end += 1;
        }
        let mut start = 0;
        for (length, &end) in ends.iter().enumerate() {
            let rows = order.get(start..end).unwrap_or(&[]);
            start = end;
            let (whole, rest) = if length <= LONGEST { rows.as_chunks::<SLICE>() } else { (&[][..], rows) };
            for rows in whole {
                writer.slice(rows, rows.map(|row| places(row.to_usize())));
            }
            for row in rest {
                writer.row(*row, places(row.to_usize()));
            }
        }
    }
    for marks in marks {
        *marks = writer.marks();
    }
    SellPlan::trusted(memory, shape)
}

/// Slices, one after the other.
struct Writer<'a, 'p, I> {
    /// Indices, and the places that the entries have elsewhere.
    from: (&'a [I], Option<&'a [I]>),
    indices: &'p mut [I],
    entries: &'p mut [I],
    slices: &'p mut [I],
    slice: usize,
    index: usize,
    entry: usize,
    /// The last slice, if another one can go on with it.
    run: Option<Run>,
}

/// Slices in a band, row by row: the first row and the place of the first one's entries, and how many they are.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    start: usize,
    length: usize,
    slices: usize,
}

impl<I: Index> Writer<'_, '_, I> {
    fn marks(&self) -> [I; MARKS] {
        [self.slice, self.entry, self.index].map(I::from_usize)
    }

    fn header(&mut self, kind: usize, length: usize, first: I) {
        if let Some(header) = self.slices.as_chunks_mut::<HEADER>().0.get_mut(self.slice) {
            *header = [I::from_usize(kind), I::from_usize(length), first];
        }
        self.slice += 1;
    }

    fn entry(&mut self, place: usize) {
        let entry = match self.from.1 {
            None => I::from_usize(place),
            Some(entries) => entries.get(place).copied().unwrap_or_default(),
        };
        if let Some(to) = self.entries.get_mut(self.entry) {
            *to = entry;
        }
        self.entry += 1;
    }

    fn index(&mut self, place: usize) {
        if let (Some(to), Some(from)) = (self.indices.get_mut(self.index), self.from.0.get(place)) {
            *to = *from;
        }
        self.index += 1;
    }

    fn row(&mut self, row: I, places: Range<usize>) {
        self.run = None;
        self.header(Kind::Row as usize, places.len(), row);
        for place in places {
            self.entry(place);
            self.index(place);
        }
    }

    /// Rows of one length.
    fn slice(&mut self, numbers: &[I; SLICE], rows: [Range<usize>; SLICE]) {
        let length = rows[0].len();
        let of = |row: &Range<usize>| self.from.0.get(row.clone()).unwrap_or(&[]);
        let follows = |row: usize| {
            let (first, this) = (of(&rows[0]), of(&rows[row]));
            first.iter().zip(this).all(|(first, this)| first.to_usize().wrapping_add(row) == this.to_usize())
        };
        let band = length > 0 && (1..SLICE).all(follows);
        let kind = if band { Kind::Band } else { Kind::Gathered } as usize;
        let first = numbers[0].to_usize();
        let consecutive = numbers[SLICE - 1].to_usize() - first == SLICE - 1;
        let goes_on = |run: &Run| {
            let ahead = run.slices * SLICE;
            let (from, this) = (of(&(run.start..run.start + length)), of(&rows[0]));
            band && consecutive
                && (run.length, run.first + ahead) == (length, first)
                && from.iter().zip(this).all(|(from, this)| from.to_usize().wrapping_add(ahead) == this.to_usize())
        };
        let run = self.run.filter(goes_on);
        match run {
            Some(Run { slices, .. }) => {
                let header = self.slices.as_chunks_mut::<HEADER>().0.get_mut(self.slice - 1);
                if let Some([kind, ..]) = header {
                    *kind = I::from_usize(Kind::Band as usize + CONSECUTIVE + MORE * slices);
                }
            }
            None => self.header(if consecutive { kind + CONSECUTIVE } else { kind }, length, numbers[0]),
        }
        for k in 0..length {
            for row in &rows {
                self.entry(row.start + k);
            }
            let indices = if !band { SLICE } else { usize::from(run.is_none()) };
            for row in &rows[..indices] {
                self.index(row.start + k);
            }
        }
        self.run = match run {
            Some(run) => Some(Run { slices: run.slices + 1, ..run }),
            None => (band && consecutive).then_some(Run { first, start: rows[0].start, length, slices: 1 }),
        };
    }
}
