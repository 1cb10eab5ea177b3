//! One call for each status, with all of its numbers and its sentence, as a C program would meet them.
use super::LEVEL;
use super::model::numbers::{numbers, sizes};
use super::texts::sentence;
use lacuna_capi::dispatch::force_level::call as force_level;
use lacuna_capi::hyper::Sgd;
use lacuna_capi::kernels::csr_dense::call as csr_dense;
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::types::{Array, ArrayMut, Csr, Dense, DenseMut, RowSparse, RowSparseMut, RowsMut, SellPlan, Type};
use lacuna_capi::{ErrorNumbers, Status, kernels, structure};
use std::ptr::{null, null_mut};

pub const UNTOUCHED: ErrorNumbers = ErrorNumbers {
    status: -5,
    argument: 5,
    operand: 5,
    fault: 5,
    row: 5,
    entry: 5,
    expected: 5,
    found: 5,
    ..ErrorNumbers::NONE
};

/// Makes a call; it must be refused with these numbers and this sentence.
pub fn refused(call: impl FnOnce(&mut ErrorNumbers) -> Status, expected: ErrorNumbers, text: &str) {
    let mut error = UNTOUCHED;
    let status = call(&mut error);
    assert_eq!((status as i32, error), (expected.status, expected));
    assert_eq!(sentence(&error), text);
}

pub const F32: u32 = Type::F32 as u32;
pub const I32: u32 = Type::I32 as u32;

pub fn array<T>(element_type: u32, array: &[T]) -> Array {
    Array { element_type, length: array.len(), data: array.as_ptr().cast() }
}

pub fn array_mut<T>(element_type: u32, array: &mut [T]) -> ArrayMut {
    ArrayMut { element_type, length: array.len(), data: array.as_mut_ptr().cast() }
}

/// A product of 2 x 3 with 3 x 1, whose values lie where those of 64 bits could, too.
#[repr(C, align(8))]
struct Product {
    indptr: [i32; 3],
    indices: [i32; 3],
    values: [f32; 3],
    b: [f32; 3],
    out: [f32; 2],
}

impl Product {
    const GOOD: Self =
        Self { indptr: [0, 2, 3], indices: [0, 2, 1], values: [1.0, 2.0, 3.0], b: [10.0, 20.0, 30.0], out: [-1.0; 2] };

    /// Calls with these structs, changed.
    fn call(&mut self, error: *mut ErrorNumbers, change: impl FnOnce(&mut Csr, &mut Dense, &mut DenseMut)) -> Status {
        let (indptr, indices, values) =
            (self.indptr.as_ptr().cast(), self.indices.as_ptr().cast(), self.values.as_ptr().cast());
        let mut a =
            Csr { value_type: F32, index_type: I32, trusted: 0, rows: 2, columns: 3, nnz: 3, indptr, indices, values };
        let mut b = Dense { value_type: F32, rows: 3, columns: 1, stride: 1, data: self.b.as_ptr().cast() };
        let mut out = DenseMut { value_type: F32, rows: 2, columns: 1, stride: 1, data: self.out.as_mut_ptr().cast() };
        change(&mut a, &mut b, &mut out);
        // SAFETY: arrays of these lengths; tests that say otherwise give what is refused before it is read.
        unsafe { csr_dense(&a, &b, &out, error) }
    }

    fn refused(mut self, change: impl FnOnce(&mut Csr, &mut Dense, &mut DenseMut), expected: ErrorNumbers, text: &str) {
        refused(|error| self.call(error, change), expected, text);
        assert_eq!(self.out, Self::GOOD.out);
    }
}

fn in_array(operand: OperandCode, expected: ErrorNumbers) -> ErrorNumbers {
    ErrorNumbers { operand: operand as u32, ..expected }
}

fn with_other(other_argument: u32, other_operand: OperandCode, expected: ErrorNumbers) -> ErrorNumbers {
    ErrorNumbers { other_argument, other_operand: other_operand as u32, ..expected }
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
    let expected = of_argument(
        1,
        in_array(OperandCode::Indices, sizes(Status::LengthOverflow, isize::MAX as usize / 4, usize::MAX)),
    );
    let text = format!("argument 1: indices: {} elements do not fit the address space", usize::MAX);
    Product::GOOD.refused(|a, _, _| a.nnz = usize::MAX, expected, &text);
    let expected = of_argument(3, in_array(OperandCode::Data, numbers(Status::Overlap)));
    let of_values = with_other(1, OperandCode::Values, expected);
    let text = "argument 3: data: shares memory with the values of argument 1";
    Product::GOOD.refused(|a, _, out| out.data = a.values.cast_mut(), of_values, text);
    let expected = with_other(2, OperandCode::Data, expected);
    let text = "argument 3: data: shares memory with the data of argument 2";
    Product::GOOD.refused(|_, b, out| out.data = b.data.cast_mut(), expected, text);
    Product::GOOD.refused(|_, b, out| out.data = b.data.cast_mut().wrapping_byte_add(8), expected, text);
    let expected = of_argument(1, sizes(Status::InvalidChoice, 1, 2));
    Product::GOOD.refused(|a, _, _| a.trusted = 2, expected, "argument 1: 2 is none of the choices 0 to 1");
}

/// What is reported about types: the status, and the argument's number.
fn of_type(argument: u32, expected: u32, found: u32) -> ErrorNumbers {
    of_argument(argument, sizes(Status::Type, expected as usize, found as usize))
}

const OTHER: &str = "an array has another type than the other operands, or one that the call does not support";

#[test]
fn types() {
    let (f64, f16, u32, i64) = (Type::F64 as u32, Type::F16 as u32, Type::U32 as u32, Type::I64 as u32);
    for found in [0, f64, f16, I32, u32, 10, 1 << 8, u32::MAX] {
        let [second, third] = [2, 3].map(|argument| format!("argument {argument}: {OTHER}"));
        Product::GOOD.refused(|_, b, _| b.value_type = found, of_type(2, F32, found), &second);
        Product::GOOD.refused(|_, _, out| out.value_type = found, of_type(3, F32, found), &third);
    }
    // The first that names a type of values says what is expected.
    for found in [0, u32, 10, u32::MAX] {
        Product::GOOD.refused(|a, _, _| a.value_type = found, of_type(1, F32, found), &format!("argument 1: {OTHER}"));
    }
    Product::GOOD.refused(|a, _, _| a.value_type = f64, of_type(2, f64, F32), &format!("argument 2: {OTHER}"));
    // Nothing is looked at in arrays of another type.
    let text = format!("argument 2: {OTHER}");
    Product::GOOD.refused(|_, b, _| (b.value_type, b.data) = (f64, null()), of_type(2, F32, f64), &text);
    // Of all values alike, which the product does not support.
    let all = |a: &mut Csr, b: &mut Dense, out: &mut DenseMut| [a.value_type, b.value_type, out.value_type] = [I32; 3];
    Product { values: [0.0; 3], b: [0.0; 3], ..Product::GOOD }.refused(all, of_type(0, 0, I32), OTHER);

    let (ids, data, mut stored) = ([2_i32, 3], [1.0_f32, 2.0], 77);
    let mut retain = |input: RowSparse, of_ids: u32, expected: ErrorNumbers| {
        // SAFETY: arrays of these lengths.
        let call =
            |error: &mut _| unsafe { structure::retain_ids::call(&input, &array(of_ids, &ids), &mut stored, error) };
        refused(call, expected, &format!("argument {}: {OTHER}", expected.argument));
    };
    let good = row_sparse(&ids, &data, 0);
    for found in [0, F32, f16, i64, u32, 10] {
        retain(good, found, of_type(2, I32, found));
    }
    // What is no type of indices says nothing.
    for found in [0, F32, f16, 10] {
        retain(RowSparse { index_type: found, ..good }, I32, of_type(1, I32, found));
    }
    retain(RowSparse { index_type: u32, ..good }, I32, of_type(2, u32, I32));
    assert_eq!(stored, 77);
}

/// Lists are structs: there, aligned, and then their arrays.
#[test]
fn lists() {
    let (input, mut output) = ([1.0_f32, -2.0], [-7.0_f32; 2]);
    let (good, out) = (array(F32, &input), array_mut(F32, &mut output));
    let relu = |input: *const Array, out: *const ArrayMut, expected, text: &str| {
        // SAFETY: arrays of these lengths; tests that say otherwise give what is refused before it is read.
        refused(|error| unsafe { kernels::relu::call(input, out, error) }, expected, text);
    };
    let of_values = |argument, status, expected, found| {
        of_argument(argument, in_array(OperandCode::Values, sizes(status, expected, found)))
    };
    relu(null(), &out, of_argument(1, sizes(Status::NullPointer, 1, 0)), "argument 1: a pointer is null");
    relu(&good, null(), of_argument(2, sizes(Status::NullPointer, 1, 0)), "argument 2: a pointer is null");
    let misaligned = |argument, by| of_argument(argument, sizes(Status::MisalignedPointer, 8, by));
    // Aligned as the type of a struct is, and not as the struct.
    for by in [1, 4, 7] {
        let [first, second] =
            [1, 2].map(|argument| format!("argument {argument}: the address is {by} above a multiple of 8"));
        relu((&raw const good).wrapping_byte_add(by), &out, misaligned(1, by), &first);
        relu(&good, (&raw const out).wrapping_byte_add(by), misaligned(2, by), &second);
        // Not even the type is looked at.
        relu(std::ptr::without_provenance(by), &out, misaligned(1, by), &first);
    }
    let nothing = Array { data: null(), ..good };
    relu(&nothing, &out, of_values(1, Status::NullPointer, 2, 0), "argument 1: values: null pointer for 2 elements");
    let aside = ArrayMut { data: out.data.wrapping_byte_add(2), ..out };
    let text = "argument 2: values: the address is 2 above a multiple of 4";
    relu(&good, &aside, of_values(2, Status::MisalignedPointer, 4, 2), text);
    let most = isize::MAX as usize / 4;
    let long = Array { length: most + 1, ..good };
    let text = format!("argument 1: values: {} elements do not fit the address space", most + 1);
    relu(&long, &out, of_values(1, Status::LengthOverflow, most, most + 1), &text);
    let same = ArrayMut { data: good.data.cast_mut(), ..out };
    let expected = with_other(1, OperandCode::Values, of_values(2, Status::Overlap, 0, 0));
    relu(&good, &same, expected, "argument 2: values: shares memory with the values of argument 1");
    let f64 = Type::F64 as u32;
    relu(&good, &ArrayMut { element_type: f64, ..out }, of_type(2, F32, f64), &format!("argument 2: {OTHER}"));
    relu(&Array { element_type: 0, ..good }, &out, of_type(1, F32, 0), &format!("argument 1: {OTHER}"));
    let (f16, integer) = (Type::F16 as u32, Type::I32 as u32);
    for found in [f16, integer] {
        relu(
            &Array { element_type: found, ..good },
            &ArrayMut { element_type: found, ..out },
            of_type(0, 0, found),
            OTHER,
        );
    }
    assert_eq!(output, [-7.0; 2]);
}

/// A list of structs says of which type it is by its first one, and of sums no such types are made.
#[test]
fn lists_of_row_sparse() {
    let (ids, data, mut scratch, mut found, mut count) = ([1_i32], [1.0_f32], [0_usize; 32], [-1_i32; 2], 77);
    let bytes = lacuna_capi::scratch::lacuna_add_n_scratch(2);
    let mut union = |types: [u32; 2], length: usize, expected, text: &str| {
        let inputs = types.map(|value_type| RowSparse { value_type, ..row_sparse(&ids, &data, 0) });
        let (ids, scratch) = (array_mut(I32, &mut found), scratch.as_mut_ptr().cast());
        // SAFETY: arrays of these lengths, or of one that no memory has.
        let call = |error: &mut _| unsafe {
            structure::add_n_ids::call(inputs.as_ptr(), length, scratch, bytes, &ids, &mut count, error)
        };
        refused(call, expected, text);
    };
    let (f16, f64) = (Type::F16 as u32, Type::F64 as u32);
    let first = format!("argument 1: {OTHER}");
    union([F32, f64], 2, of_type(1, F32, f64), &first);
    union([F32, 0], 2, of_type(1, F32, 0), &first);
    // The list is the only argument of such a type.
    union([f16, f16], 2, of_type(1, 0, f16), &first);
    let most = isize::MAX as usize / size_of::<RowSparse>();
    let expected = of_argument(1, in_array(OperandCode::Input, sizes(Status::LengthOverflow, most, most + 1)));
    union(
        [F32; 2],
        most + 1,
        expected,
        &format!("argument 1: input: {} elements do not fit the address space", most + 1),
    );
    assert_eq!((found, count), ([-1; 2], 77));
}

#[test]
fn pointers_of_structs_and_of_the_error() {
    let mut product = Product::GOOD;
    let a = product.call(null_mut(), |_, _, _| ());
    assert_eq!(a, Status::Ok, "no place for numbers is needed");
    let b = Dense { value_type: F32, rows: 3, columns: 1, stride: 1, data: product.b.as_ptr().cast() };
    let out = DenseMut { value_type: F32, rows: 2, columns: 1, stride: 1, data: product.out.as_mut_ptr().cast() };
    let expected = of_argument(1, sizes(Status::NullPointer, 1, 0));
    // SAFETY: a null pointer is refused.
    refused(|error| unsafe { csr_dense(null(), &b, &out, error) }, expected, "argument 1: a pointer is null");
    let aside = (&raw const b).wrapping_byte_add(4);
    let expected = of_argument(2, sizes(Status::MisalignedPointer, 8, 4));
    let indptr = product.indptr.as_ptr().cast();
    let (indices, values) = (null(), null());
    let csr =
        Csr { value_type: F32, index_type: I32, trusted: 0, rows: 0, columns: 3, nnz: 0, indptr, indices, values };
    // SAFETY: a misaligned pointer is refused.
    refused(
        |error| unsafe { csr_dense(&csr, aside, &out, error) },
        expected,
        "argument 2: the address is 4 above a multiple of 8",
    );
    let mut error = UNTOUCHED;
    let aside = (&raw mut error).wrapping_byte_add(1);
    assert_eq!(product.call(aside, |a, _, _| a.trusted = 2), Status::MisalignedPointer, "before all others");
    assert_eq!(error, UNTOUCHED);
    // The numbers would lie in an array that the call reads.
    let mut room = [7.0_f32; 16];
    let place = room.as_mut_ptr().cast::<ErrorNumbers>();
    let place = place.wrapping_byte_add(place.addr().next_multiple_of(8) - place.addr());
    let start = room.as_ptr();
    assert_eq!(product.call(place, |_, b, _| (b.data, b.stride) = (start.cast(), 7)), Status::Overlap);
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
    Product::GOOD.refused(
        |_, b, _| b.stride = 0,
        expected,
        "argument 2: dense shape: stride 0 is less than the number of columns, 1",
    );
    let expected = of_argument(1, sizes(Status::Dimension, 1 << 31, 1 << 40));
    let text = "argument 1: dimension 1099511627776 is above 2147483648, the largest that fits";
    Product::GOOD.refused(|a, _, _| a.columns = 1 << 40, expected, text);
    let expected =
        ErrorNumbers { fault: Fault::Rows as u32, ..in_array(OperandCode::Right, sizes(Status::Shape, 3, 2)) };
    let expected = of_argument(2, expected);
    Product::GOOD.refused(|_, b, _| b.rows = 2, expected, "argument 2: shape: right operand should have 3 rows, has 2");
}

/// A row_sparse of 9 rows, one element each.
fn row_sparse(indices: &[i32], data: &[f32], first_row: usize) -> RowSparse {
    let (stored_rows, indices, data) = (indices.len(), indices.as_ptr().cast(), data.as_ptr().cast());
    RowSparse {
        value_type: F32,
        index_type: I32,
        trusted: 0,
        rows: 9,
        row_length: 1,
        stored_rows,
        first_row,
        indices,
        data,
    }
}

#[test]
fn rows_of_row_sparse() {
    let mut stored = 77;
    let mut retain = |input: &RowSparse, ids: &[i32], expected, text: &str| {
        // SAFETY: arrays of these lengths.
        let call = |error: &mut _| unsafe { structure::retain_ids::call(input, &array(I32, ids), &mut stored, error) };
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
    let expected = of_argument(2, of_ids(Status::Ids, OperandCode::Ids, Fault::NotAscending, 2, 4, 3));
    retain(
        &row_sparse(&[2], &[1.0], 0),
        &[0, 4, 3],
        expected,
        "argument 2: ids: entry 2: index 3 is not greater than the one before it, 4",
    );
    assert_eq!(stored, 77);
}

#[test]
fn outputs() {
    let elements = [1.0_f32, 2.0, 0.0, 3.0];
    let dense = Dense { value_type: F32, rows: 2, columns: 2, stride: 2, data: elements.as_ptr().cast() };
    let (mut counts, mut out) = ([-1; 1], [-1.0_f32; 1]);
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { structure::dense_row_nnz::call(&dense, &array_mut(I32, &mut counts), error) };
    let expected = of_argument(2, in_array(OperandCode::Output, sizes(Status::Capacity, 2, 1)));
    refused(call, expected, "argument 2: capacity: output needs 2 elements, has 1");
    assert_eq!(counts, [-1]);

    let (ids, data) = ([4], [1.0]);
    let hyper =
        Sgd { learning_rate: 0.5, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: 0.0, clips: 0, update: 0 };
    let (gradient, stored) = (row_sparse(&ids, &data, 0), [3_i32]);
    let weight = RowsMut {
        value_type: F32,
        index_type: I32,
        storage: 1,
        trusted: 0,
        rows: 9,
        row_length: 1,
        stride: 0,
        stored_rows: 1,
        first_row: 0,
        indices: stored.as_ptr().cast(),
        data: out.as_mut_ptr().cast(),
    };
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { kernels::sgd::call(&hyper, &gradient, &weight, error) };
    let expected = in_array(OperandCode::Weight, ErrorNumbers { row: 4, ..numbers(Status::MissingRow) });
    refused(call, of_argument(3, expected), "argument 3: row 4 is not stored in the weight");

    let inputs = [gradient];
    let (indices, data) = (stored.as_ptr().cast(), out.as_mut_ptr().cast());
    let (value_type, index_type) = (F32, I32);
    let other = RowSparseMut {
        value_type,
        index_type,
        trusted: 0,
        rows: 9,
        row_length: 1,
        stored_rows: 1,
        first_row: 0,
        indices,
        data,
    };
    let mut scratch = [0_usize; 16];
    let bytes = lacuna_capi::scratch::lacuna_add_n_scratch(1);
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe {
        kernels::add_n::call(inputs.as_ptr(), 1, scratch.as_mut_ptr().cast(), bytes, &other, error)
    };
    let expected = of_argument(5, in_array(OperandCode::Output, sizes(Status::Pattern, 4, 3)));
    refused(call, expected, "argument 5: pattern: the output should store 4 at 0, stores 3");
    assert_eq!(out, [-1.0]);
}

/// Nothing is written over what names the arrays of a call, be it the struct of the output itself.
#[test]
fn an_output_over_a_struct_is_refused() {
    const LENGTH: usize = 64;
    let (indptr, indices, values) = ([0, 1], [0], [1.0_f32]);
    let a = Csr {
        value_type: F32,
        index_type: I32,
        trusted: 0,
        rows: 1,
        columns: 1,
        nnz: 1,
        indptr: indptr.as_ptr().cast(),
        indices: indices.as_ptr().cast(),
        values: values.as_ptr().cast(),
    };
    let mut memory = vec![0_u64; LENGTH / 2];
    let list = memory.as_mut_ptr().cast::<ArrayMut>();
    // SAFETY: aligned, and shorter than the memory.
    unsafe { list.write(ArrayMut { element_type: I32, length: LENGTH, data: list.cast() }) };
    let before = memory.clone();
    let mut plan = std::mem::MaybeUninit::<SellPlan>::uninit();
    let over_struct = |argument, operand, other| {
        let expected = of_argument(argument, in_array(operand, numbers(Status::Overlap)));
        with_other(other, OperandCode::Struct, expected)
    };
    // SAFETY: arrays of these lengths.
    let call = |error: &mut _| unsafe { structure::sell_plan::call(&a, list, plan.as_mut_ptr(), error) };
    let expected = over_struct(2, OperandCode::Output, 2);
    refused(call, expected, "argument 2: output: shares memory with the struct of argument 2");
    assert_eq!(memory, before);

    // Over the struct of another argument, which comes before and which comes after.
    let mut structs = [array(F32, &[1.0_f32; 6]); 1];
    let place = structs.as_mut_ptr();
    let out = ArrayMut { element_type: F32, length: 6, data: place.cast() };
    // SAFETY: arrays of these lengths, and a struct that an array covers.
    let call = |error: &mut _| unsafe { kernels::relu::call(place, &out, error) };
    let text = "argument 2: values: shares memory with the struct of argument 1";
    refused(call, over_struct(2, OperandCode::Values, 1), text);
    let left = array(F32, &[1.0_f32; 6]);
    // SAFETY: as above.
    let call = |error: &mut _| unsafe { kernels::multiply::call(&left, place, &out, error) };
    refused(
        call,
        over_struct(3, OperandCode::Values, 2),
        "argument 3: values: shares memory with the struct of argument 2",
    );
    assert_eq!(structs[0].length, 6);

    // Over a rule, whose numbers an update reads.
    let mut rule =
        Sgd { learning_rate: 0.5, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: 0.0, clips: 0, update: 0 };
    let place = &raw mut rule;
    let (ids, data) = ([4], [1.0]);
    let gradient = row_sparse(&ids, &data, 0);
    let weight = RowsMut {
        value_type: F32,
        index_type: I32,
        storage: 0,
        trusted: 0,
        rows: 9,
        row_length: 1,
        stride: 1,
        stored_rows: 0,
        first_row: 0,
        indices: null(),
        data: place.cast(),
    };
    // SAFETY: arrays of these lengths, and a struct that an array covers.
    let call = |error: &mut _| unsafe { kernels::sgd::call(place, &gradient, &weight, error) };
    let text = "argument 3: data: shares memory with the struct of argument 1";
    refused(call, over_struct(3, OperandCode::Data, 1), text);
    assert_eq!(rule.learning_rate, 0.5);

    // The numbers of the error over the struct of an argument: no numbers.
    let mut structs = [array(F32, &[1.0_f32; 6]); 4];
    let place = structs.as_mut_ptr();
    let far = ArrayMut { element_type: F32, length: 6, data: null_mut() };
    // SAFETY: as above.
    assert_eq!(unsafe { kernels::relu::call(place, &far, place.cast()) }, Status::Overlap);
    assert!(structs.iter().all(|list| list.length == 6 && list.element_type == F32));
}

#[test]
fn levels() {
    let _turn = LEVEL.write();
    let detected = lacuna::dispatch::detected() as usize;
    for level in 1..=3 {
        // SAFETY: a number and the place of an error.
        let force = |error: &mut _| unsafe { force_level(level, error) };
        if level <= detected {
            assert_eq!(force(&mut UNTOUCHED.clone()), Status::Ok);
            assert_eq!(lacuna_capi::text::lacuna_level() as usize, level);
        } else {
            let [asked, best] = [level, detected].map(|level| lacuna::dispatch::Level::ALL[level - 1]);
            let text =
                format!("argument 1: level {asked} is not available; the best level of this processor is {best}");
            refused(force, of_argument(1, sizes(Status::LevelUnavailable, detected, level)), &text);
        }
    }
    for level in [4, 1 << 8, usize::MAX] {
        let text = format!("argument 1: {level} is none of the choices 0 to 3");
        // SAFETY: a number and the place of an error.
        refused(
            |error| unsafe { force_level(level, error) },
            of_argument(1, sizes(Status::InvalidChoice, 3, level)),
            &text,
        );
    }
    // SAFETY: a number, and no place for an error.
    assert_eq!(unsafe { force_level(0, null_mut()) }, Status::Ok);
    assert_eq!(lacuna_capi::text::lacuna_level() as usize, detected);
}
