//! What the CPU refuses, with the same numbers.
use crate::gpu;
use lacuna::error::{IndexFault, Operand};
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::segments::PlanBuffers;
use lacuna::{Csr, CsrMut, Dense, DenseMut, FormatError, KernelError, RowSparse, RowSparseMut};
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, Error, Pattern, cast};
use lacuna_harness::backend::Backend;
use lacuna_runtime::PlanMemory;

/// What a call gives on the CPU and on the device.
macro_rules! same {
    ($expected:expr, |$backend:ident| $call:expr) => {
        same!(&crate::device(), $expected, |$backend| $call)
    };
    ($device:expr, $expected:expr, |$backend:ident| $call:expr) => {{
        let expected = $expected;
        {
            let $backend: &dyn lacuna_harness::backend::Backend = &lacuna_harness::backend::Scalar;
            assert_eq!($call, expected, "CPU");
        }
        let device = $device;
        let found = {
            let $backend: &dyn lacuna_harness::backend::Backend = device;
            $call
        };
        assert_eq!((device.take_fault(), found), (None, expected), "device");
    }};
}
pub(crate) use same;

fn shape<T>(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<T, KernelError> {
    Err(KernelError::Shape { operand, axis, expected, found })
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let a = Csr::new(2, 3, &[0, 1, 2], &[0, 2], &[1.0_f32, 2.0]).unwrap();
    let narrow = Dense::new(2, 2, &[0.0; 4]).unwrap();
    let b = Dense::new(3, 2, &[0.0; 6]).unwrap();
    let stored = RowSparse::new(2, 2, &[1], &[1.0, 2.0]).unwrap();
    same!(shape(Operand::Right, 0, 3, 2), |k| k.csr_dense(a, narrow, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 1), |k| k.csr_dense(a, b, DenseMut::new(1, 2, &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Output, 1, 2, 1), |k| k.csr_dense(a, b, DenseMut::new(2, 1, &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Right, 0, 3, 2), |k| k.csr_row_sparse(a, stored, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 1, 3, 2), |k| k.csr_to_dense(a, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 3), |k| k
        .row_sparse_to_dense(stored, DenseMut::new(3, 2, &mut [0.0; 6]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 3), |k| k.retain(stored, RowSparseMut::new(3, 2, &[1], &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Output, 1, 2, 1), |k| k
        .dense_to_row_sparse(narrow, RowSparseMut::new(2, 1, &[1], &mut [0.0]).unwrap()));
    same!(shape(Operand::Input, 1, 1, 2), |k| k.add_n(
        &[stored],
        &mut [0],
        RowSparseMut::new(2, 1, &[1], &mut [0.0]).unwrap()
    ));
    same!(shape(Operand::Weight, 0, 2, 3), |k| k.sgd(
        &Sgd::new(0.5),
        stored,
        DenseMut::new(3, 2, &mut [0.0; 6]).unwrap().into()
    ));
}

/// Sizes whose indices the type cannot hold: as the views of the CPU refuse them.
#[test]
fn dimensions_that_do_not_fit_are_refused() {
    let gpu = gpu();
    let most = i32::MAX as usize + 1;
    let refused = |found| Some(Error::Format(FormatError::Dimension { max: most, found }));
    assert_eq!(DeviceCsr::<_, f32, i32>::with_capacity(&gpu, 2, most + 1, 4).err(), refused(most + 1));
    assert_eq!(DeviceCsr::<_, f32, i32>::with_capacity(&gpu, most + 1, 2, 4).err(), refused(most + 1));
    assert!(DeviceCsr::<_, f32, i32>::with_capacity(&gpu, 2, most, 4).is_ok());
    assert_eq!(Pattern::<_, i32>::upload(&gpu, most + 1, &[3]).err(), refused(most + 1));
    assert!(Pattern::<_, i32>::upload(&gpu, most, &[3]).is_ok());
    let rows = DeviceDense::<_, f32>::zeros(&gpu, usize::MAX, 0).unwrap();
    assert!(cast::to_csr::<_, _, i64>(&gpu, &rows).is_err());
    assert!(cast::dense_to_csr_one_pass::<_, _, i32>(&gpu, &rows, 1).is_err());
    let short = KernelError::Capacity { operand: Operand::Indptr, needed: usize::MAX, found: 1 };
    assert_eq!(cast::dense_row_nnz(&gpu, &rows, &mut Buffer::upload(&gpu, &[0_i64]).unwrap()), Err(short.into()));
    let many = DeviceDense::<_, f32>::zeros(&gpu, 0, most + 1).unwrap();
    let too_many = KernelError::Index { needed: most + 1, max: most - 1 };
    assert_eq!(cast::dense_to_csr_one_pass::<_, _, i32>(&gpu, &many, 1).err(), Some(too_many.into()));
}

#[test]
fn patterns_that_do_not_fit_are_refused() {
    let dense = Dense::new(3, 3, &[1.0_f64, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 4.0, 5.0]).unwrap();
    // Row 0 has room for one entry only, row 2 for four.
    same!(Err(KernelError::Pattern { operand: Operand::Output, row: 0, expected: 2, found: 1 }), |k| k
        .dense_to_csr(dense, CsrMut::new(3, 3, &[0_i64, 1, 1, 5], &mut [0; 5], &mut [0.0; 5]).unwrap()));

    let (left, right) =
        (RowSparse::new(9, 1, &[1, 4], &[1.0_f32, 2.0]).unwrap(), RowSparse::new(9, 1, &[4, 6], &[3.0, 4.0]).unwrap());
    for (ids, row, expected, found) in [
        (&[1, 4][..], 2, 6, usize::MAX),
        (&[1, 4, 6, 8], 3, usize::MAX, 8),
        (&[1, 5, 6], 1, 4, 5),
        (&[0, 1, 4, 6], 0, 1, 0),
        (&[], 0, 1, usize::MAX),
    ] {
        let mut data = vec![9.0; ids.len()];
        same!(Err(KernelError::Pattern { operand: Operand::Output, row, expected, found }), |k| k.add_n(
            &[left, right],
            &mut [0; 2],
            RowSparseMut::new(9, 1, ids, &mut data).unwrap()
        ));
        assert!(data.iter().all(|&value| value == 9.0), "nothing is written");
    }
}

#[test]
fn rows_that_are_not_stored_are_refused() {
    let gradient = RowSparse::new(9, 2, &[1, 4, 7], &[1.0_f32; 6]).unwrap();
    let missing = |operand, row| Err(KernelError::MissingRow { operand, row });
    let mut weight = [2.0; 4];
    let hyper = Sgd::new(0.5);
    same!(missing(Operand::Weight, 1), |k| k.sgd(
        &hyper,
        gradient,
        RowSparseMut::new(9, 2, &[4, 7], &mut weight).unwrap().into()
    ));
    same!(missing(Operand::Weight, 4), |k| k.sgd(
        &hyper,
        gradient,
        RowSparseMut::new(9, 2, &[1, 7], &mut weight).unwrap().into()
    ));
    assert_eq!(weight, [2.0; 4]);

    let (mut weight, mut momentum) = ([2.0; 8], [3.0; 8]);
    let lazy = SgdMomentum::new(0.5, 0.9);
    let standard = SgdMomentum { update: Update::Standard, ..lazy };
    let mut refused =
        |hyper: SgdMomentum<f32>, weight_ids: &[i32], momentum_ids: &[i32], expected: Result<(), KernelError>| {
            same!(expected, |k| k.sgd_momentum(
                &hyper,
                gradient,
                RowSparseMut::new(9, 2, weight_ids, &mut weight[..2 * weight_ids.len()]).unwrap().into(),
                RowSparseMut::new(9, 2, momentum_ids, &mut momentum[..2 * momentum_ids.len()]).unwrap().into(),
            ));
            assert_eq!((weight, momentum), ([2.0; 8], [3.0; 8]), "nothing is written");
        };
    refused(lazy, &[1, 4], &[1, 4, 7], missing(Operand::Weight, 7));
    refused(lazy, &[1, 4, 7], &[1, 7], missing(Operand::State(1), 4));
    refused(standard, &[1, 4, 5, 7], &[1, 4, 7], missing(Operand::State(1), 5));
    refused(standard, &[1, 4, 7], &[1, 4, 7, 8], missing(Operand::Weight, 8));

    // A dense weight with a momentum that stores some rows: a standard update would have to write the others.
    let (mut dense, mut momentum) = ([2.0; 18], [3.0; 6]);
    same!(missing(Operand::State(1), 0), |k| k.sgd_momentum(
        &standard,
        gradient,
        DenseMut::new(9, 2, &mut dense).unwrap().into(),
        RowSparseMut::new(9, 2, &[1, 4, 7], &mut momentum).unwrap().into(),
    ));
    assert_eq!((dense, momentum), ([2.0; 18], [3.0; 6]));
}

#[test]
fn ids_out_of_order_or_range_are_refused() {
    let data = RowSparse::new(9, 1, &[1, 4], &[1.0_f32, 2.0]).unwrap();
    for (ids, entry, fault, expected, found) in [
        (&[0, -2, 5][..], 1, IndexFault::Negative, 0, -2),
        (&[0, 5, 9], 2, IndexFault::TooLarge, 9, 9),
        (&[0, 5, 5, 20], 2, IndexFault::NotAscending, 5, 5),
        (&[3, 1], 1, IndexFault::NotAscending, 3, 1),
    ] {
        let refusal: Result<&[i32], _> = Err(KernelError::Ids { entry, fault, expected, found });
        same!(refusal, |k| k.retain_ids(data, ids));
    }
    same!(Ok(&[0, 8][..]), |k| k.retain_ids(data, &[0, 8]));
    let empty = RowSparse::new(9, 1, &[], &[0.0_f32; 0]).unwrap();
    same!(Ok(&[][..]), |k| k.retain_ids(empty, &[0, 8]));

    for (ids, entry, fault, expected, found) in
        [([4, 1, -1, 9], 2, IndexFault::Negative, 0, -1), ([4, 1, 9, -1], 2, IndexFault::TooLarge, 9, 9)]
    {
        let rows = RowSparse::trusted(9, 1, &ids, &[0.0_f64; 4]).unwrap();
        same!(Err(KernelError::Ids { entry, fault, expected, found }), |k| {
            let mut memory = PlanMemory::new(ids.len());
            let (buffers, scratch) = memory.buffers();
            k.coalesce_plan(rows, buffers, scratch).map(|plan| plan.terms())
        });
    }
}

#[test]
fn a_buffer_that_is_too_short_for_a_plan_is_named() {
    let rows = RowSparse::trusted(9, 1, &[4, 1, 4, 7], &[0.0_f32; 4]).unwrap();
    let needed = [3, 4, 4, 4];
    for (short, operand) in [Operand::Ids, Operand::Segments, Operand::Rows, Operand::Entries].into_iter().enumerate() {
        let found = needed[short] - 1;
        same!(Err(KernelError::Capacity { operand, needed: needed[short], found }), |k| {
            let mut memory = needed.map(|length| vec![-1_i32; length]);
            memory[short].truncate(found);
            let [ids, segments, rows_of, entries] = &mut memory;
            let buffers = PlanBuffers { ids, segments, rows: rows_of, entries };
            let refused = k.coalesce_plan(rows, buffers, &mut [0; 64]).map(|plan| plan.terms());
            assert!(memory.iter().flatten().all(|&number| number == -1), "written before the refusal");
            refused
        });
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let dense = Dense::new(2, 3, &[1.0_f32, 0.0, 2.0, 0.0, 3.0, 4.0]).unwrap();
    for (operand, [indices, values]) in
        [(Operand::Indices, [3, 3]), (Operand::Indices, [3, 4]), (Operand::Values, [5, 3])]
    {
        same!(Err(KernelError::Capacity { operand, needed: 4, found: 3 }), |k| k.dense_to_csr_one_pass(
            dense,
            &mut [0_i32; 3],
            &mut [0; 5][..indices],
            &mut [0.0; 4][..values]
        ));
    }
    same!(Ok(4), |k| k.dense_to_csr_one_pass(dense, &mut [0_i32; 3], &mut [0; 4], &mut [0.0; 9]));
    same!(Err(KernelError::Capacity { operand: Operand::Ids, needed: 2, found: 1 }), |k| k.dense_row_ids(
        dense,
        0,
        &mut [0_i64]
    ));
    // The total passes the largest index in the third element, and is reported.
    let counts = [i32::MAX - 1, 1, 1, i32::MAX];
    let (needed, max) = (2 * i32::MAX as usize + 1, i32::MAX as usize);
    same!(Err(KernelError::Index { needed, max }), |k| k.accumulate_indptr(&mut counts.clone()));
}
