//! Tables of 8-bit numbers that the caller owns.
use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::threads::perform;
use lacuna::embedding::{Mean, Sum};
use lacuna::quantized::{Decode, Encode, QuantizedBag, QuantizedLookup};
use lacuna::{Csr, Dense, DenseMut};

/// A table of `rows` rows of `row_length` numbers: number c of row r is
/// `scales[2 r] * codes[r * row_length + c] + scales[2 r + 1]`, the product rounded, then the sum.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Quantized {
    /// `rows * row_length` codes.
    pub codes: *mut u8,
    /// `2 * rows` numbers: of each row its scale and its offset.
    pub scales: *mut f32,
    /// Rows.
    pub rows: usize,
    /// Numbers of a row.
    pub row_length: usize,
}

/// Bags of ids: bag b has the entries from `indptr[b]` to before `indptr[b + 1]`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Bags {
    /// How many there are.
    pub bags: usize,
    /// `bags + 1` numbers that ascend from 0.
    pub indptr: *const i64,
    /// A row of the table for each entry, in any order.
    pub ids: *const i64,
    /// What the row of each entry is multiplied by; null means 1.
    pub weights: *const f32,
    /// The id of entries that do not count; -1 if all count.
    pub padding: i64,
}

impl Quantized {
    pub(crate) fn numbers(&self) -> Result<usize, Failure> {
        let numbers = self.rows.checked_mul(self.row_length).filter(|_| self.rows <= usize::MAX / 2);
        numbers.ok_or_else(|| {
            Failure::Argument(format!("{} rows of {} numbers are more than memory", self.rows, self.row_length))
        })
    }

    /// # Safety
    /// Those of [`raw`].
    unsafe fn read<'a>(&self) -> Result<(Dense<'a, u8>, Dense<'a, f32>), Failure> {
        let numbers = self.numbers()?;
        // SAFETY: as the caller's.
        let (codes, scales) =
            unsafe { (raw::array(self.codes, numbers, "codes")?, raw::array(self.scales, 2 * self.rows, "scales")?) };
        let codes = Dense::new(self.rows, self.row_length, codes).map_err(Failure::data)?;
        Ok((codes, Dense::new(self.rows, 2, scales).map_err(Failure::data)?))
    }

    /// # Safety
    /// Those of [`raw`].
    pub(crate) unsafe fn write<'a>(&self) -> Result<(DenseMut<'a, u8>, DenseMut<'a, f32>), Failure> {
        let numbers = self.numbers()?;
        // SAFETY: as the caller's.
        let (codes, scales) = unsafe {
            (raw::array_mut(self.codes, numbers, "codes")?, raw::array_mut(self.scales, 2 * self.rows, "scales")?)
        };
        let codes = DenseMut::new(self.rows, self.row_length, codes).map_err(Failure::data)?;
        Ok((codes, DenseMut::new(self.rows, 2, scales).map_err(Failure::data)?))
    }
}

impl Bags {
    /// # Safety
    /// Those of [`raw`].
    unsafe fn read<'a>(&self, rows: usize, ones: &'a mut Vec<f32>) -> Result<(Csr<'a, f32, i64>, usize), Failure> {
        let length = self.bags.checked_add(1).ok_or_else(|| Failure::Argument("too many bags".to_owned()))?;
        // SAFETY: as the caller's.
        let indptr = unsafe { raw::array(self.indptr, length, "indptr")? };
        let descends = indptr.windows(2).position(|pair| pair[0] > pair[1]);
        if let Some(bag) = descends.or((indptr.first() != Some(&0)).then_some(0)) {
            let found = indptr.get(bag).copied().unwrap_or_default();
            return Err(Failure::Data(format!("indptr does not ascend from 0: number {bag} is {found}")));
        }
        let entries = indptr.last().map_or(0, |&last| usize::try_from(last).unwrap_or(usize::MAX));
        // SAFETY: as the caller's.
        let (ids, weights) =
            unsafe { (raw::array(self.ids, entries, "ids")?, raw::optional(self.weights, entries, "weights")?) };
        let weights = weights.unwrap_or_else(|| {
            ones.resize(entries, 1.0);
            ones
        });
        let bags = Csr::trusted(self.bags, rows, indptr, ids, weights).map_err(Failure::data)?;
        Ok((bags, usize::try_from(self.padding).unwrap_or(usize::MAX)))
    }
}

/// Makes the codes and scales of a table from `rows * row_length` numbers: `scale = (max - min) / 255`,
/// `offset = min`, and the nearest code, at most half a scale away. A row with an infinity or NaN becomes NaN as a whole.
///
/// # Safety
/// All arrays have the stated lengths, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_quantized_encode(dense: *const f32, threads: usize, out: *const Quantized) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let table = raw::one(out, "out")?;
            let numbers = table.numbers()?;
            let dense = raw::array(dense, numbers, "dense")?;
            let dense = Dense::new(table.rows, table.row_length, dense).map_err(Failure::data)?;
            let (codes, scales) = table.write()?;
            perform(Encode { dense, codes, scales }, numbers, threads)
        }
    })
}

/// The numbers of a table: `rows * row_length` of them.
///
/// # Safety
/// As `lacuna_quantized_encode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_quantized_decode(table: *const Quantized, threads: usize, out: *mut f32) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let table = raw::one(table, "table")?;
            let (codes, scales) = table.read()?;
            let numbers = table.numbers()?;
            let out = raw::array_mut(out, numbers, "out")?;
            let out = DenseMut::new(table.rows, table.row_length, out).map_err(Failure::data)?;
            perform(Decode { codes, scales, out }, numbers, threads)
        }
    })
}

/// The rows of `count` ids, in any order: `count * row_length` numbers. An id that is no row is refused.
///
/// # Safety
/// As `lacuna_quantized_encode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_quantized_lookup(
    table: *const Quantized,
    ids: *const i64,
    count: usize,
    threads: usize,
    out: *mut f32,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let table = raw::one(table, "table")?;
            let (codes, scales) = table.read()?;
            let ids = raw::array(ids, count, "ids")?;
            let numbers = count.saturating_mul(table.row_length);
            let out = raw::array_mut(out, numbers, "out")?;
            let out = DenseMut::new(count, table.row_length, out).map_err(Failure::data)?;
            perform(QuantizedLookup { ids, codes, scales, out }, numbers, threads)
        }
    })
}

/// The sum of the rows of each bag, or with `mean` that divided by its entries that count: `bags * row_length` numbers.
/// The bits are those of a table of `float` with the same numbers. An id that is no row is refused, padding or not.
///
/// # Safety
/// As `lacuna_quantized_encode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_quantized_bags(
    table: *const Quantized,
    bags: *const Bags,
    mean: bool,
    threads: usize,
    out: *mut f32,
) -> Status {
    answer(|| {
        let mut ones = Vec::new();
        // SAFETY: as the caller's.
        unsafe {
            let table = raw::one(table, "table")?;
            let (codes, scales) = table.read()?;
            let (bags, padding) = raw::one(bags, "bags")?.read(table.rows, &mut ones)?;
            let out = raw::array_mut(out, bags.rows().saturating_mul(table.row_length), "out")?;
            let out = DenseMut::new(bags.rows(), table.row_length, out).map_err(Failure::data)?;
            let numbers = bags.nnz().saturating_mul(table.row_length);
            if mean {
                perform(QuantizedBag { reduction: Mean, bags, padding, codes, scales, out }, numbers, threads)
            } else {
                perform(QuantizedBag { reduction: Sum, bags, padding, codes, scales, out }, numbers, threads)
            }
        }
    })
}
