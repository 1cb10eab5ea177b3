//! One call for each status, with all of its numbers and its sentence, as a C program would meet them.
use super::LEVEL;
use super::model::numbers::{numbers, sizes};
use super::texts::sentence;
use lacuna_capi::dispatch::force_level::call as force_level;
use lacuna_capi::hyper::Sgd;
use lacuna_capi::kernels::csr_dense::f32_i32 as csr_dense;
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::types::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, RowsMut};
use lacuna_capi::{ErrorNumbers, Status, kernels, structure};
use std::ptr::null;

const UNTOUCHED: ErrorNumbers = ErrorNumbers { status: -5, argument: 5, operand: 5, fault: 5, row: 5, entry: 5, expected: 5, found: 5 };

/// Makes a call; it must be refused with these numbers and this sentence.
fn refused(call: impl FnOnce(&mut ErrorNumbers) -> Status, expected: ErrorNumbers, text: &str) {
    let mut error = UNTOUCHED;
    let status = call(&mut error);
    assert_eq!((status as i32, error), (expected.status, expected));
    assert_eq!(sentence(&error), text);
}

/// A product of 2 x 3 with 3 x 1.
struct Product {
    indptr: [i32; 3],
    indices: [i32; 3],
    values: [f32; 3],
    b: [f32; 3],
    out: [f32; 2],
}

impl Product {
    const GOOD: Self = Self { indptr: [0, 2, 3], indices: [0, 2, 1], values: [1.0, 2.0, 3.0], b: [10.0, 20.0, 30.0], out: [-1.0; 2] };

    /// Calls with these structs, changed.
    fn call(&mut self, error: *mut ErrorNumbers, change: impl FnOnce(&mut Csr<f32, i32>, &mut Dense<f32>, &mut DenseMut<f32>)) -> Status {
        let (indptr, indices, values) = (self.indptr.as_ptr(), self.indices.as_ptr(), self.values.as_ptr());
        let mut a = Csr { rows: 2, columns: 3, nnz: 3, indptr, indices, values, trusted: 0 };
        let mut b = Dense { rows: 3, columns: 1, stride: 1, data: self.b.as_ptr() };
        let mut out = DenseMut { rows: 2, columns: 1, stride: 1, data: self.out.as_mut_ptr() };
        change(&mut a, &mut b, &mut out);
        // SAFETY: arrays of these lengths; tests that say otherwise give what is refused before it is read.
        unsafe { csr_dense(&a, &b, &out, error) }
    }

    fn refused(mut self, change: impl FnOnce(&mut Csr<f32, i32>, &mut Dense<f32>, &mut DenseMut<f32>), expected: ErrorNumbers, text: &str) {
        refused(|error| self.call(error, change), expected, text);
        assert_eq!(self.out, Self::GOOD.out);
    }
}

fn in_array(operand: OperandCode, expected: ErrorNumbers) -> ErrorNumbers {
    ErrorNumbers { operand: operand as u32, ..expected }
}

fn of_argument(argument: u32, expected: ErrorNumbers) -> ErrorNumbers {
    ErrorNumbers { argument, ..expected }
}

#[test]
fn ok() {
    let mut product = Product::GOOD;
    let mut error = UNTOUCHED;
    assert_eq!(product.call(&mut error, |_, _, _| ()), Status::Ok);
    assert_eq!((product.out, error), ([70.0, 60.0], UNTOUCHED));
}

#[test]
fn memory() {
    let expected = of_argument(1, in_array(OperandCode::Values, sizes(Status::NullPointer, 3, 0)));
    Product::GOOD.refused(|a, _, _| a.values = null(), expected, "argument 1: values: null pointer for 3 elements");
    let expected = of_argument(2, in_array(OperandCode::Data, sizes(Status::MisalignedPointer, 4, 1)));
    let text = "argument 2: data: the address is 1 above a multiple of 4";
    Product::GOOD.refused(|_, b, _| b.data = b.data.wrapping_byte_add(1), expected, text);
    let expected = of_argument(1, in_array(OperandCode::Indices, sizes(Status::LengthOverflow, isize::MAX as usize / 4, usize::MAX)));
    let text = format!("argument 1: indices: {} elements do not fit the address space", usize::MAX);
    Product::GOOD.refused(|a, _, _| a.nnz = usize::MAX, expected, &text);
    let expected = of_argument(3, in_array(OperandCode::Data, numbers(Status::Overlap)));
    let text = "argument 3: data: an array that is written overlaps another one";
    Product::GOOD.refused(|_, b, out| out.data = b.data.cast_mut(), expected, text);
    Product::GOOD.refused(|_, b, out| out.data = b.data.cast_mut().wrapping_add(2), expected, text);
    let expected = of_argument(1, sizes(Status::InvalidChoice, 1, 2));
    Product::GOOD.refused(|a, _, _| a.trusted = 2, expected, "argument 1: 2 is none of the choices 0 to 1");
}

#[test]
fn pointers_of_structs_and_of_the_error() {
    let mut product = Product::GOOD;
    let a = product.call(std::ptr::null_mut(), |_, _, _| ());
    assert_eq!(a, Status::Ok, "no place for numbers is needed");
    let b = Dense { rows: 3, columns: 1, stride: 1, data: product.b.as_ptr() };
    let out = DenseMut { rows: 2, columns: 1, stride: 1, data: product.out.as_mut_ptr() };
    let expected = of_argument(1, sizes(Status::NullPointer, 1, 0));
    // SAFETY: a null pointer is refused.
    refused(|error| unsafe { csr_dense(null(), &b, &out, error) }, expected, "argument 1: a pointer is null");
    let aside = (&raw const b).wrapping_byte_add(4);
    let expected = of_argument(2, sizes(Status::MisalignedPointer, 8, 4));
    let csr = Csr { rows: 0, columns: 3, nnz: 0, indptr: product.indptr.as_ptr(), indices: null(), values: null(), trusted: 0 };
    // SAFETY: a misaligned pointer is refused.
    refused(|error| unsafe { csr_dense(&csr, aside, &out, error) }, expected, "argument 2: the address is 4 above a multiple of 8");
    let mut error = UNTOUCHED;
    let aside = (&raw mut error).wrapping_byte_add(1);
    assert_eq!(product.call(aside, |a, _, _| a.trusted = 2), Status::MisalignedPointer, "before all others");
    assert_eq!(error, UNTOUCHED);
    // The numbers would lie in an array that the call reads.
    let mut room = [7.0_f32; 16];
    let place = room.as_mut_ptr().cast::<ErrorNumbers>();
    let place = place.wrapping_byte_add(place.addr().next_multiple_of(8) - place.addr());
    let start = room.as_ptr();
    assert_eq!(product.call(place, |_, b, _| (b.data, b.stride) = (start, 7)), Status::Overlap);
    assert_eq!(room, [7.0; 16]);
}

#[test]
fn formats() {
    let csr = |status, fault: Fault, operand, row, entry, expected, found| {
        let refused = ErrorNumbers { fault: fault as u32, row, entry, expected, found, ..numbers(status) };
        of_argument(1, in_array(operand, refused))
    };
    let expected = csr(Status::CsrIndptr, Fault::Decreasing, OperandCode::Indptr, 1, 0, 0, -2);
    let text = "argument 1: csr indptr: pointer 1 is -2, less than the one before it, 0";
    Product { indptr: [0, -2, 3], ..Product::GOOD }.refused(|_, _, _| (), expected, text);
    let expected = csr(Status::CsrIndices, Fault::NotAscending, OperandCode::Indices, 0, 1, 2, 2);
    let text = "argument 1: csr indices: row 0, entry 1: index 2 is not greater than the one before it, 2";
    Product { indices: [2, 2, 1], ..Product::GOOD }.refused(|_, _, _| (), expected, text);
    let expected = of_argument(2, sizes(Status::DenseStride, 1, 0));
    Product::GOOD.refused(|_, b, _| b.stride = 0, expected, "argument 2: dense shape: stride 0 is less than the number of columns, 1");
    let expected = of_argument(1, sizes(Status::Dimension, 1 << 31, 1 << 40));
    let text = "argument 1: dimension 1099511627776 is above 2147483648, the largest that fits";
    Product::GOOD.refused(|a, _, _| a.columns = 1 << 40, expected, text);
    let expected = ErrorNumbers { fault: Fault::Rows as u32, ..in_array(OperandCode::Right, sizes(Status::Shape, 3, 2)) };
    Product::GOOD.refused(|_, b, _| b.rows = 2, expected, "shape: right operand should have 3 rows, has 2");
}

/// A row_sparse of 9 rows, one element each.
fn row_sparse(indices: &[i32], data: &[f32], first_row: usize) -> RowSparse<f32, i32> {
    let (stored_rows, indices, data) = (indices.len(), indices.as_ptr(), data.as_ptr());
    RowSparse { rows: 9, row_length: 1, stored_rows, first_row, indices, data, trusted: 0 }
}

#[test]
fn rows_of_row_sparse() {
    let mut stored = 77;
    let mut retain = |input: &RowSparse<f32, i32>, ids: &[i32], expected, text: &str| {
        // SAFETY: arrays of these lengths.
        let call = |error: &mut _| unsafe { structure::retain_ids::f32_i32(input, ids.as_ptr(), ids.len(), &mut stored, error) };
        refused(call, expected, text);
    };
    let of_ids = |status, operand, fault: Fault, entry, expected, found| {
        in_array(operand, ErrorNumbers { fault: fault as u32, entry, expected, found, ..numbers(status) })
    };
    let expected = of_argument(1, of_ids(Status::RowSparseIndices, OperandCode::Indices, Fault::TooLarge, 1, 9, 9));
    let text = "argument 1: row_sparse indices: entry 1: index 9 is not less than the number of rows, 9";
    retain(&row_sparse(&[2, 9], &[1.0, 2.0], 0), &[], expected, text);
    // A range of the rows from 3 on stores no row 2.
    let expected = of_argument(1, of_ids(Status::RowSparseIndices, OperandCode::Indices, Fault::BeforeFirst, 0, 3, 2));
    let text = "argument 1: row_sparse indices: entry 0: index 2 is before the first of the rows, 3";
    retain(&row_sparse(&[2, 9], &[1.0, 2.0], 3), &[], expected, text);
    let expected = of_argument(1, in_array(OperandCode::Indices, sizes(Status::RowSparseShape, 1, 2)));
    let trusted = RowSparse { trusted: 1, ..row_sparse(&[2, 9], &[1.0, 2.0], 3) };
    retain(&trusted, &[], expected, "argument 1: row_sparse shape: length of indices should be 1, is 2");
    let expected = of_ids(Status::Ids, OperandCode::Ids, Fault::NotAscending, 2, 4, 3);
    retain(&row_sparse(&[2], &[1.0], 0), &[0, 4, 3], expected, "ids: entry 2: index 3 is not greater than the one before it, 4");
    assert_eq!(stored, 77);
}

#[test]
fn outputs() {
    let dense = Dense { rows: 2, columns: 2, stride: 2, data: [1.0_f32, 2.0, 0.0, 3.0].as_ptr() };
    let (mut counts, mut out) = ([-1; 1], [-1.0_f32; 1]);
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { structure::dense_row_nnz::f32_i32(&dense, counts.as_mut_ptr(), 1, error) };
    let expected = in_array(OperandCode::Output, sizes(Status::Capacity, 2, 1));
    refused(call, expected, "capacity: output needs 2 elements, has 1");
    assert_eq!(counts, [-1]);

    let (ids, data) = ([4], [1.0]);
    let hyper = Sgd { learning_rate: 0.5_f32, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: 0.0, clips: 0, update: 0 };
    let (gradient, stored) = (row_sparse(&ids, &data, 0), [3]);
    let weight = RowsMut {
        storage: 1,
        trusted: 0,
        rows: 9,
        row_length: 1,
        stride: 0,
        stored_rows: 1,
        first_row: 0,
        indices: stored.as_ptr(),
        data: out.as_mut_ptr(),
    };
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { kernels::sgd::f32_i32(&hyper, &gradient, &weight, error) };
    let expected = in_array(OperandCode::Weight, ErrorNumbers { row: 4, ..numbers(Status::MissingRow) });
    refused(call, expected, "row 4 is not stored in the weight");

    let inputs = [gradient];
    let other =
        RowSparseMut { rows: 9, row_length: 1, stored_rows: 1, first_row: 0, indices: stored.as_ptr(), data: out.as_mut_ptr(), trusted: 0 };
    let mut scratch = [0_usize; 16];
    let bytes = lacuna_capi::scratch::lacuna_add_n_scratch(1);
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { kernels::add_n::f32_i32(inputs.as_ptr(), 1, scratch.as_mut_ptr().cast(), bytes, &other, error) };
    let expected = in_array(OperandCode::Output, sizes(Status::Pattern, 4, 3));
    refused(call, expected, "pattern: the output should store 4 at 0, stores 3");
    assert_eq!(out, [-1.0]);
}

#[test]
fn levels() {
    let _level = LEVEL.lock();
    let detected = lacuna::dispatch::detected() as usize;
    for level in 1..=3 {
        // SAFETY: a number and the place of an error.
        let force = |error: &mut _| unsafe { force_level(level, error) };
        if level <= detected {
            assert_eq!(force(&mut UNTOUCHED.clone()), Status::Ok);
            assert_eq!(lacuna_capi::text::lacuna_level() as usize, level);
        } else {
            let [asked, best] = [level, detected].map(|level| lacuna::dispatch::Level::ALL[level - 1]);
            let text = format!("argument 1: level {asked} is not available; the best level of this processor is {best}");
            refused(force, of_argument(1, sizes(Status::LevelUnavailable, detected, level)), &text);
        }
    }
    for level in [4, 1 << 8, usize::MAX] {
        let text = format!("argument 1: {level} is none of the choices 0 to 3");
        // SAFETY: a number and the place of an error.
        refused(|error| unsafe { force_level(level, error) }, of_argument(1, sizes(Status::InvalidChoice, 3, level)), &text);
    }
    // SAFETY: a number, and no place for an error.
    assert_eq!(unsafe { force_level(0, std::ptr::null_mut()) }, Status::Ok);
    assert_eq!(lacuna_capi::text::lacuna_level() as usize, detected);
}
