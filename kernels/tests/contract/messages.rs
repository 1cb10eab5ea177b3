//! The texts of errors whose numbers once said something else than what was wrong.
use lacuna::optim::{Sgd, sgd};
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, ErrorKind, KernelError, RowSparse, cast, dot};
use std::fmt::Display;

#[track_caller]
fn says<T>(result: Result<T, impl Display>, text: &str) {
    match result {
        Ok(_) => panic!("not refused: {text}"),
        Err(error) => assert_eq!(error.to_string(), text),
    }
}

#[test]
// Ranges that end before they start are among what is refused.
#[allow(clippy::reversed_empty_ranges)]
fn ranges() {
    let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0]).unwrap();
    says(a.row_range(2..1), "range: 2..1 is no range of rows inside 0..2");
    says(a.row_range(0..3), "range: 0..3 is no range of rows inside 0..2");
    let buffers = PlanBuffers { ids: &mut [], segments: &mut [], rows: &mut [], entries: &mut [] };
    says(dot::transpose_plan(a, 0..7, buffers, &mut []), "range: 0..7 is no range of columns inside 0..3");
}

#[test]
fn strides() {
    says(Dense::with_stride(2, 3, 2, &[0.0_f32; 9]), "dense shape: stride 2 is less than the number of columns, 3");
    says(
        DenseMut::with_stride(2, 3, 0, &mut [0.0_f32; 9]),
        "dense shape: stride 0 is less than the number of columns, 3",
    );
    says(Dense::with_stride(2, 3, 4, &[0.0_f32; 6]), "dense shape: needs 7 elements, has 6");
}

#[test]
fn plans() {
    let shape = PlanShape { values: 3, operand_rows: 2, output_rows: 9 };
    let plan = |segments: [i32; 3], rows: [i32; 3], entries: [i32; 3]| {
        SegmentPlan::new(&[4, 7], &segments, &rows, &entries, shape).map(|_| ())
    };
    assert_eq!(plan([0, 2, 3], [0, 1, 1], [0, 2, 1]), Ok(()));
    says(plan([0, 4, 3], [0, 1, 1], [0, 2, 1]), "pattern: place 1 of the segments is 4, beyond its bound, 3");
    says(plan([0, 2, 1], [0, 1, 1], [0, 2, 1]), "pattern: place 2 of the segments is 1, beyond its bound, 3");
    says(plan([1, 2, 3], [0, 1, 1], [0, 2, 1]), "pattern: place 0 of the segments is 1, beyond its bound, 0");
    says(plan([0, 2, 3], [0, 2, 1], [0, 2, 1]), "pattern: place 1 of the rows is 2, beyond its bound, 1");
    says(plan([0, 2, 3], [0, 1, 1], [0, 2, 3]), "pattern: place 2 of the entries is 3, beyond its bound, 2");
    let three = SegmentPlan::new(&[1, 4, 7], &[0, 2, 1, 3], &[0, 1, 1], &[0, 2, 1], shape);
    says(three, "pattern: place 2 of the segments is 1, beyond its bound, 2");
}

/// Columns, ids and pointers that the index type cannot hold are no lack of room.
#[test]
fn index_overflow() {
    let too_many = |result: Result<usize, KernelError>, needed: usize| {
        let error = result.unwrap_err();
        assert_eq!((error, error.kind()), (KernelError::Index { needed, max: i32::MAX as usize }, ErrorKind::Range));
        says(Err::<(), _>(error), &format!("index: {needed} does not fit the index type, whose largest is 2147483647"));
    };
    // No rows, so that no memory is needed for as many columns.
    let wide = |columns: usize| Dense::<f32>::new(0, columns, &[]).unwrap();
    let most = 1 << 31;
    assert_eq!(cast::dense_to_csr_one_pass::<f32, i32>(wide(most), &mut [9], &mut [], &mut []), Ok(0));
    too_many(cast::dense_to_csr_one_pass::<f32, i32>(wide(most + 1), &mut [9], &mut [], &mut []), most);
    too_many(lacuna::scalar::dense_to_csr_one_pass::<f32, i32>(wide(most + 2), &mut [9], &mut [], &mut []), most + 1);
    assert_eq!(cast::dense_to_csr_one_pass::<f32, i64>(wide(most + 2), &mut [9], &mut [], &mut []), Ok(0));
    assert_eq!(cast::dense_to_csr_one_pass::<f32, u32>(wide(most + 2), &mut [9], &mut [], &mut []), Ok(0));
    // A row may store as many as there are columns, and that number is written.
    assert_eq!(cast::dense_row_nnz::<f32, i32>(wide(most - 1), &mut []), Ok(()));
    too_many(cast::dense_row_nnz::<f32, i32>(wide(most), &mut []).map(|()| 0), most);
    too_many(lacuna::scalar::dense_row_nnz::<f32, i32>(wide(most + 2), &mut []).map(|()| 0), most + 2);
    assert_eq!(cast::dense_row_nnz::<f32, i64>(wide(most + 2), &mut []), Ok(()));
    let tall = |rows: usize| Dense::<f32>::new(rows, 0, &[]).unwrap();
    assert_eq!(cast::dense_row_ids::<f32, i32>(tall(most), 0, &mut []), Ok(0));
    too_many(cast::dense_row_ids::<f32, i32>(tall(most), 1, &mut []), most);

    let mut counts = [0, 3, i32::MAX, 5];
    too_many(cast::accumulate_indptr(&mut counts), most + 7);
    assert_eq!(counts, [0, 3, i32::MAX, 5], "written before the refusal");
}

#[test]
fn lengths_and_segments_of_plans() {
    let shape = PlanShape { values: 1, operand_rows: 1, output_rows: 9 };
    let trusted =
        |segments: &[i32], entries: &[i32]| SegmentPlan::trusted(&[4], segments, &[0; 2], entries, shape).map(|_| ());
    says(trusted(&[0], &[0]), "shape: segments should have 2 elements, has 1");
    says(trusted(&[0, 2], &[0]), "shape: entries should have 2 elements, has 1");
    let plan = SegmentPlan::new(&[4], &[0, 1], &[0], &[0], shape).unwrap();
    says(plan.segment_range(0..2), "range: 0..2 is no range of segments inside 0..1");
    says(plan.row_range(0..10), "range: 0..10 is no range of rows inside 0..9");
}

#[test]
fn clip_bounds() {
    let gradient = RowSparse::new(1, 1, &[0_i32], &[1.0]).unwrap();
    let call = |bound: f32| {
        sgd(
            &Sgd { clip_gradient: Some(bound), ..Sgd::new(1.0) },
            gradient,
            DenseMut::new(1, 1, &mut [1.0]).unwrap().into(),
        )
    };
    says(call(-1.0), "clip_gradient: -1 is neither 0 nor above");
    says(call(-0.5), "clip_gradient: a number between -1 and 0 is neither 0 nor above");
    says(call(f32::NEG_INFINITY), "clip_gradient: a number below -9223372036854775808 is neither 0 nor above");
    says(call(f32::NAN), "clip_gradient: NaN is neither 0 nor above");
    assert_eq!(call(f32::INFINITY), Ok(()));
}
