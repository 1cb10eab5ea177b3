//! The views of a call's arguments, as a Rust program would make them.
use super::super::call::{Argument, Call};
use super::super::hyper::meant;
use super::super::memory::Memory;
use super::super::numbers::{of_format, of_kernel, sizes};
use super::super::record::{Array, Record};
use half::{bf16, f16};
use lacuna::dot::{BlockEnds, BlockShape, SellPlan, SellShape};
use lacuna::error::Operand;
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan};
use lacuna::{
    Broadcast, Csr, CsrMut, Dense, DenseMut, FormatError, Index, KernelError, Number, RowSparse, RowSparseMut, RowsMut,
};
use lacuna_capi::{ErrorNumbers, Kind, Status};
use std::marker::PhantomData;

/// Numbers of an error whose argument is not known yet.
pub type Refused = ErrorNumbers;

fn format(error: FormatError) -> Refused {
    of_format(error, 0)
}

fn kernel(error: KernelError) -> Refused {
    of_kernel(error, 0)
}

/// Arguments whose memory has been found good.
#[derive(Clone, Copy)]
pub struct Views<'m, V, I> {
    pub call: &'m Call,
    pub memory: &'m Memory,
    types: PhantomData<(V, I)>,
}

/// The rows from id 0 to the last.
fn all_rows(first_row: usize, rows: usize) -> Result<usize, Refused> {
    first_row.checked_add(rows).ok_or(sizes(Status::LengthOverflow, usize::MAX, rows))
}

/// Ids before the first row of a range are no part of it.
fn all_kept(kept: usize, stored: usize) -> Result<(), Refused> {
    let short = FormatError::RowSparseShape { array: Operand::Indices, expected: kept, found: stored };
    if kept == stored { Ok(()) } else { Err(format(short)) }
}

/// A type whose numbers can be given as an `f64`.
pub trait Told: Number {
    fn of(number: f64) -> Self;
}

macro_rules! told {
    ($($type:ty |$number:ident| $of:expr;)*) => {$(
        impl Told for $type {
            fn of($number: f64) -> Self {
                $of
            }
        }
    )*};
}
told! {
    f32 |number| number as f32;
    f64 |number| number;
    f16 |number| f16::from_f64(number);
    bf16 |number| bf16::from_f64(number);
    i32 |number| number as i32;
    i64 |number| number as i64;
    u8 |number| number as u8;
    i8 |number| number as i8;
}

impl<'m, V: Told, I: Index> Views<'m, V, I> {
    pub fn new(call: &'m Call, memory: &'m Memory) -> Self {
        Self { call, memory, types: PhantomData }
    }

    /// A hyper-parameter as it is meant, the nearest number.
    pub fn real(&self, record: &Record, name: &str) -> V {
        V::of(meant(self.call.path().1, name, record.real_of(name)))
    }

    fn read<T>(&self, array: Array, length: usize) -> &'m [T] {
        assert_eq!(size_of::<T>(), array.element.size(), "{array:?}");
        // SAFETY: the memory of the call has been found good, so the array is there, aligned and apart from all that is
        // written.
        unsafe { self.memory.slice(array.pointer, length) }
    }

    fn write<T>(&self, array: Array, length: usize) -> &'m mut [T] {
        assert_eq!(size_of::<T>(), array.element.size(), "{array:?}");
        // SAFETY: the memory of the call has been found good, so the array is there, aligned and apart from all others.
        unsafe { self.memory.slice_mut(array.pointer, length) }
    }

    fn all<T>(&self, record: &Record, number: usize) -> &'m [T] {
        let (array, length) = record.arrays()[number];
        self.read(array, length)
    }

    fn all_mut<T>(&self, record: &Record, number: usize) -> &'m mut [T] {
        let (array, length) = record.arrays()[number];
        self.write(array, length)
    }

    /// The struct of an argument.
    pub fn record(&self, argument: usize) -> &'m Record {
        match &self.call.arguments[argument] {
            Argument::Record { home, .. } => &self.call.records(*home)[0],
            other => panic!("{other:?} is no struct"),
        }
    }

    pub fn size(&self, argument: usize) -> usize {
        match &self.call.arguments[argument] {
            Argument::Size(size) => *size,
            other => panic!("{other:?} is no size"),
        }
    }

    pub fn stream(&self, argument: usize) -> lacuna::random::Stream {
        let record = self.record(argument);
        let [seed, stream, first] = ["seed", "stream", "first"].map(|name| record.word_of(name));
        lacuna::random::Stream { seed, stream, first }
    }

    pub fn scalar(&self, argument: usize) -> V {
        match &self.call.arguments[argument] {
            // SAFETY: as in `read`; it has the type of the other values.
            Argument::Scalar(array) => unsafe { self.memory.slice(array.pointer, 1)[0] },
            other => panic!("{other:?} is no scalar"),
        }
    }

    fn array(&self, argument: usize) -> (Array, usize) {
        match &self.call.arguments[argument] {
            Argument::Array(array, length) => (*array, *length),
            _ => self.record(argument).arrays()[0],
        }
    }

    pub fn list<T>(&self, argument: usize) -> &'m [T] {
        let (array, length) = self.array(argument);
        self.read(array, length)
    }

    pub fn list_mut<T>(&self, argument: usize) -> &'m mut [T] {
        let (array, length) = self.array(argument);
        self.write(array, length)
    }

    pub fn csr(&self, argument: usize) -> Result<Csr<'m, V, I>, Refused> {
        let record = self.record(argument);
        let function = if record.choice_of("trusted") == 1 { Csr::trusted } else { Csr::new };
        let arrays = (self.all(record, 0), self.all(record, 1), self.all(record, 2));
        function(record.size_of("rows"), record.size_of("columns"), arrays.0, arrays.1, arrays.2).map_err(format)
    }

    pub fn csr_mut(&self, argument: usize) -> Result<CsrMut<'m, V, I>, Refused> {
        let record = self.record(argument);
        let function = if record.choice_of("trusted") == 1 { CsrMut::trusted } else { CsrMut::new };
        let arrays = (self.all(record, 0), self.all_mut(record, 1), self.all_mut(record, 2));
        function(record.size_of("rows"), record.size_of("columns"), arrays.0, arrays.1, arrays.2).map_err(format)
    }

    fn dense_of(&self, record: &Record, columns: &str) -> Result<Dense<'m, V>, Refused> {
        Dense::with_stride(
            record.size_of("rows"),
            record.size_of(columns),
            record.size_of("stride"),
            self.all(record, 0),
        )
        .map_err(format)
    }

    pub fn dense(&self, argument: usize) -> Result<Dense<'m, V>, Refused> {
        self.dense_of(self.record(argument), "columns")
    }

    fn dense_rows(&self, record: &Record, columns: &str) -> Result<DenseMut<'m, V>, Refused> {
        let data = self.all_mut(record, 0);
        DenseMut::with_stride(record.size_of("rows"), record.size_of(columns), record.size_of("stride"), data)
            .map_err(format)
    }

    pub fn dense_mut(&self, argument: usize) -> Result<DenseMut<'m, V>, Refused> {
        self.dense_rows(self.record(argument), "columns")
    }

    pub fn row_sparse_of(&self, record: &Record) -> Result<RowSparse<'m, V, I>, Refused> {
        let (first, rows, length) = (record.size_of("first_row"), record.size_of("rows"), record.size_of("row_length"));
        let end = all_rows(first, rows)?;
        let (indices, data) = (self.all(record, 0), self.all(record, 1));
        if record.choice_of("trusted") == 0 {
            return RowSparse::part(first, rows, length, indices, data).map_err(format);
        }
        let all = RowSparse::trusted(end, length, indices, data).map_err(format)?;
        let part = if first == 0 { all } else { all.split_rows_at(first).1 };
        all_kept(part.stored_rows(), indices.len())?;
        Ok(part)
    }

    pub fn row_sparse(&self, argument: usize) -> Result<RowSparse<'m, V, I>, Refused> {
        self.row_sparse_of(self.record(argument))
    }

    fn row_sparse_rows(&self, record: &Record) -> Result<RowSparseMut<'m, V, I>, Refused> {
        let (first, rows, length) = (record.size_of("first_row"), record.size_of("rows"), record.size_of("row_length"));
        let end = all_rows(first, rows)?;
        let (indices, data) = (self.all(record, 0), self.all_mut(record, 1));
        if record.choice_of("trusted") == 0 {
            return RowSparseMut::part(first, rows, length, indices, data).map_err(format);
        }
        let all = RowSparseMut::trusted(end, length, indices, data).map_err(format)?;
        let part = if first == 0 { all } else { all.split_rows_at(first).1 };
        all_kept(part.stored_rows(), indices.len())?;
        Ok(part)
    }

    pub fn row_sparse_mut(&self, argument: usize) -> Result<RowSparseMut<'m, V, I>, Refused> {
        self.row_sparse_rows(self.record(argument))
    }

    pub fn rows_mut(&self, argument: usize) -> Result<RowsMut<'m, V, I>, Refused> {
        let record = self.record(argument);
        if record.choice_of("storage") == 0 {
            Ok(self.dense_rows(record, "row_length")?.into())
        } else {
            Ok(self.row_sparse_rows(record)?.into())
        }
    }

    pub fn broadcast(&self, argument: usize) -> Result<Broadcast<'m, V, I>, Refused> {
        let record = self.record(argument);
        match record.choice_of("form") {
            0 => self.dense_of(record, "row_length").map(Broadcast::from),
            1 => self.row_sparse_of(record).map(Broadcast::from),
            2 => Ok(Broadcast::Row(self.all(record, 0))),
            3 => Ok(Broadcast::Column(self.all(record, 0))),
            _ => Ok(Broadcast::Scalar(self.all(record, 0)[0])),
        }
    }

    pub fn plan(&self, argument: usize) -> Result<SegmentPlan<'m, I>, Refused> {
        let record = self.record(argument);
        let function = if record.choice_of("trusted") == 1 { SegmentPlan::trusted } else { SegmentPlan::new };
        let (first, rows) = (record.size_of("first_row"), record.size_of("output_rows"));
        let end = all_rows(first, rows)?;
        let shape = PlanShape {
            values: record.size_of("values"),
            operand_rows: record.size_of("operand_rows"),
            output_rows: end,
        };
        let arrays = (self.all(record, 0), self.all(record, 1), self.all(record, 2), self.all(record, 3));
        let all = function(arrays.0, arrays.1, arrays.2, arrays.3, shape).map_err(kernel)?;
        let part = if first == 0 { all } else { all.split_rows_at(first).1 };
        let (expected, found) = (part.stored_rows(), all.stored_rows());
        let short = KernelError::Shape { operand: Operand::Plan, axis: 0, expected, found };
        if expected == found { Ok(part) } else { Err(kernel(short)) }
    }

    pub fn block_ends(&self, argument: usize) -> Result<BlockEnds<'m, I>, Refused> {
        let record = self.record(argument);
        let (rows, columns, nnz) =
            (record.size_of("matrix_rows"), record.size_of("matrix_columns"), record.size_of("matrix_nnz"));
        let (heavy, entries, shape) = (self.all(record, 0), self.all(record, 1), BlockShape { rows, columns, nnz });
        if record.choice_of("trusted") == 1 {
            return Ok(BlockEnds::trusted(heavy, entries, shape));
        }
        BlockEnds::new(heavy, entries, shape).map_err(kernel)
    }

    pub fn sell_plan(&self, argument: usize) -> Result<SellPlan<'m, I>, Refused> {
        let record = self.record(argument);
        let (rows, columns, nnz) = (record.size_of("rows"), record.size_of("columns"), record.size_of("nnz"));
        let shape = SellShape { rows, columns, nnz, transposed: record.choice_of("transposed") == 1 };
        SellPlan::trusted(self.all(record, 0), shape).map_err(kernel)
    }

    pub fn buffers(&self, argument: usize) -> PlanBuffers<'m, I> {
        let record = self.record(argument);
        PlanBuffers {
            ids: self.all_mut(record, 0),
            segments: self.all_mut(record, 1),
            rows: self.all_mut(record, 2),
            entries: self.all_mut(record, 3),
        }
    }

    /// What is wrong with the formats of the arguments, for all that have one.
    pub fn format_faults(&self) -> Vec<ErrorNumbers> {
        let check = |place: usize, argument: &Argument| {
            let Argument::Record { home, .. } = argument else { return None };
            match self.call.records(*home)[0].kind {
                Kind::Csr => self.csr(place).err(),
                Kind::CsrMut => self.csr_mut(place).err(),
                Kind::Dense => self.dense(place).err(),
                Kind::DenseMut => self.dense_mut(place).err(),
                Kind::RowSparse => self.row_sparse(place).err(),
                Kind::RowSparseMut => self.row_sparse_mut(place).err(),
                Kind::RowsMut => self.rows_mut(place).err(),
                Kind::Broadcast => self.broadcast(place).err(),
                Kind::Plan => self.plan(place).err(),
                Kind::BlockEnds => self.block_ends(place).err(),
                Kind::SellPlan => self.sell_plan(place).err(),
                _ => None,
            }
        };
        let numbered = self.call.numbered().enumerate();
        numbered
            .filter_map(|(place, (argument, of_call))| {
                check(place, of_call).map(|refused| ErrorNumbers { argument, ..refused })
            })
            .collect()
    }
}
