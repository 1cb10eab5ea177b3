//! The structs have the layout that C gives them: every field at the next multiple of its alignment, the whole a multiple of the largest.
use super::model::base::row_sparse_layout;
use core::mem::{align_of, offset_of, size_of};
use lacuna_capi::ErrorNumbers;
use lacuna_capi::Status;
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::types::{
    Csr, CsrMut, Dense, DenseMut, Plan, PlanBuffers, RowSparse, RowSparseMut, RowsMut, Sgd, SgdMomentum, Storage, Update,
};

/// Checks names, sizes and order of the fields of a struct, and its own size and alignment, against the rules of C.
macro_rules! laid_out {
    ($type:ty { $($field:ident: $size:expr,)* }) => {{
        let (mut end, mut alignment) = (0_usize, 1_usize);
        $(
            // Fields are numbers or pointers, or structs of these.
            let (size, of_field): (usize, usize) = $size;
            end = end.next_multiple_of(of_field);
            assert_eq!(offset_of!($type, $field), end, "{}.{}", stringify!($type), stringify!($field));
            end += size;
            alignment = alignment.max(of_field);
        )*
        assert_eq!(align_of::<$type>(), alignment, "{}", stringify!($type));
        assert_eq!(size_of::<$type>(), end.next_multiple_of(alignment), "{}", stringify!($type));
    }};
}

/// Size and alignment of `size_t` and of a pointer.
const WORD: (usize, usize) = (size_of::<usize>(), align_of::<usize>());
/// Of `uint32_t` and `int32_t`.
const HALF: (usize, usize) = (4, 4);
/// Of `int64_t`.
const LONG: (usize, usize) = (8, align_of::<i64>());

#[test]
fn views() {
    macro_rules! of_types {
        ($($value:ty, $index:ty;)*) => {$(
            laid_out!(Csr<$value, $index> { rows: WORD, columns: WORD, nnz: WORD, indptr: WORD, indices: WORD, values: WORD, trusted: HALF, });
            laid_out!(CsrMut<$value, $index> { rows: WORD, columns: WORD, nnz: WORD, indptr: WORD, indices: WORD, values: WORD, trusted: HALF, });
            laid_out!(RowSparse<$value, $index> { rows: WORD, row_length: WORD, stored_rows: WORD, first_row: WORD, indices: WORD, data: WORD, trusted: HALF, });
            laid_out!(RowSparseMut<$value, $index> { rows: WORD, row_length: WORD, stored_rows: WORD, first_row: WORD, indices: WORD, data: WORD, trusted: HALF, });
            laid_out!(RowsMut<$value, $index> {
                storage: HALF, trusted: HALF, rows: WORD, row_length: WORD, stride: WORD, stored_rows: WORD, first_row: WORD, indices: WORD, data: WORD,
            });
            laid_out!(Plan<$index> {
                stored_rows: WORD, terms: WORD, values: WORD, operand_rows: WORD, output_rows: WORD, first_row: WORD,
                ids: WORD, segments: WORD, rows: WORD, entries: WORD, trusted: HALF,
            });
            laid_out!(PlanBuffers<$index> {
                ids: WORD, ids_length: WORD, segments: WORD, segments_length: WORD, rows: WORD, rows_length: WORD, entries: WORD, entries_length: WORD,
            });
            laid_out!(Dense<$value> { rows: WORD, columns: WORD, stride: WORD, data: WORD, });
            laid_out!(DenseMut<$value> { rows: WORD, columns: WORD, stride: WORD, data: WORD, });
            assert_eq!((size_of::<RowSparse<$value, $index>>(), align_of::<RowSparse<$value, $index>>()), row_sparse_layout());
        )*};
    }
    of_types! { f32, i32; f32, i64; f32, u32; f64, i32; f64, i64; f64, u32; }
}

#[test]
fn hyper_parameters() {
    macro_rules! of_values {
        ($($value:ty),*) => {$(
            let real = (size_of::<$value>(), align_of::<$value>());
            laid_out!(Sgd<$value> { learning_rate: real, weight_decay: real, rescale_gradient: real, clip_gradient: real, clips: HALF, update: HALF, });
            let sgd = (4 * real.0 + 8, real.1);
            laid_out!(SgdMomentum<$value> { sgd: sgd, momentum: real, });
        )*};
    }
    of_values!(f32, f64);
}

#[test]
fn numbers_of_an_error() {
    laid_out!(ErrorNumbers {
        status: HALF,
        argument: HALF,
        operand: HALF,
        fault: HALF,
        row: LONG,
        entry: LONG,
        expected: LONG,
        found: LONG,
    });
    for size in [size_of::<Status>(), size_of::<OperandCode>(), size_of::<Fault>(), size_of::<Storage>(), size_of::<Update>()] {
        assert_eq!(size, 4);
    }
}

/// What programs that are built already rely on.
#[cfg(target_pointer_width = "64")]
#[test]
fn sizes_in_numbers() {
    let sizes = [
        size_of::<Csr<f32, i32>>(),
        size_of::<CsrMut<f32, i32>>(),
        size_of::<Dense<f32>>(),
        size_of::<DenseMut<f32>>(),
        size_of::<RowSparse<f32, i32>>(),
        size_of::<RowSparseMut<f32, i32>>(),
        size_of::<RowsMut<f32, i32>>(),
        size_of::<Plan<i32>>(),
        size_of::<PlanBuffers<i32>>(),
        size_of::<Sgd<f32>>(),
        size_of::<Sgd<f64>>(),
        size_of::<SgdMomentum<f32>>(),
        size_of::<SgdMomentum<f64>>(),
        size_of::<ErrorNumbers>(),
    ];
    assert_eq!(sizes, [56, 56, 32, 32, 56, 56, 64, 88, 64, 24, 40, 28, 48, 48]);
    assert_eq!((offset_of!(Csr<f32, i32>, trusted), offset_of!(RowsMut<f32, i32>, rows), offset_of!(Plan<i32>, trusted)), (48, 8, 80));
    assert_eq!((offset_of!(Sgd<f64>, clips), offset_of!(SgdMomentum<f32>, momentum), offset_of!(ErrorNumbers, found)), (32, 24, 40));
}
