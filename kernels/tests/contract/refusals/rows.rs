use super::{capacity, pattern, refused, shape};
use lacuna::error::IndexFault::{Negative, NotAscending, TooLarge};
use lacuna::error::Operand::{self, Input, Output, Scratch};
use lacuna::rows;
use lacuna::segments::PlanBuffers;
use lacuna::{KernelError, RowSparse, RowSparseMut, scalar};

type View<'a> = RowSparse<'a, f32, i32>;

fn out<'a>(rows: usize, length: usize, ids: &'a [i32], data: &'a mut [f32]) -> RowSparseMut<'a, f32, i32> {
    RowSparseMut::new(rows, length, ids, data).unwrap()
}

#[test]
fn retain() {
    let data: View = RowSparse::new(5, 2, &[1, 4], &[1.0; 4]).unwrap();
    for function in [rows::retain, scalar::retain] {
        refused::<2>(shape(Output, 0, 5, 6), |to| function(data, out(6, 2, &[1], to)));
        refused::<3>(shape(Output, 1, 2, 3), |to| function(data, out(5, 3, &[1], to)));
    }
    let refused = |ids: &[i32], entry, fault, expected, found| {
        assert_eq!(rows::retain_ids(data, ids), Err(KernelError::Ids { entry, fault, expected, found }));
    };
    refused(&[0, -1], 1, Negative, 0, -1);
    refused(&[i32::MIN], 0, Negative, 0, i32::MIN.into());
    refused(&[0, 5], 1, TooLarge, 5, 5);
    refused(&[0, 2, 2], 2, NotAscending, 2, 2);
    refused(&[0, 3, 2, -1], 2, NotAscending, 3, 2);
    // Ids are checked also where nothing is stored.
    let empty: View = RowSparse::new(5, 2, &[], &[]).unwrap();
    assert_eq!(rows::retain_ids(empty, &[0, 4]), Ok(&[][..]));
    assert!(rows::retain_ids(empty, &[0, 5]).is_err());
}

#[test]
fn coalesce() {
    let input: View = RowSparse::trusted(5, 2, &[3, 1, 3], &[1.0; 6]).unwrap();
    let fewer: View = RowSparse::trusted(5, 2, &[3, 1], &[1.0; 4]).unwrap();
    let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    let plan = rows::coalesce_plan(input, buffers, &mut [0; 6]).unwrap();
    for function in [rows::coalesce, scalar::coalesce] {
        refused::<4>(shape(Input, 0, 3, 2), |to| function(&plan, fewer, out(5, 2, plan.ids(), to)));
        refused::<4>(shape(Output, 0, 5, 4), |to| function(&plan, input, out(4, 2, plan.ids(), to)));
        refused::<6>(shape(Output, 1, 2, 3), |to| function(&plan, input, out(5, 3, plan.ids(), to)));
        refused::<2>(shape(Output, 0, 2, 1), |to| function(&plan, input, out(5, 2, &[1], to)));
        refused::<4>(pattern(1, 3, 4), |to| function(&plan, input, out(5, 2, &[1, 4], to)));
    }
}

#[test]
fn permute() {
    let outside = |row, expected, found| KernelError::Pattern { operand: Operand::Indices, row, expected, found };
    for function in [rows::permute::<f32, i32>, scalar::permute] {
        refused::<3>(shape(Output, 2, 2, 3), |to| function(&[0, 1], &[1.0, 2.0], to));
        refused::<1>(shape(Output, 2, 2, 1), |to| function(&[0, 1], &[1.0, 2.0], to));
        refused::<3>(outside(1, 1, 2), |to| function(&[1, 2, 9], &[1.0, 2.0], to));
        refused::<3>(outside(2, 1, u32::MAX as usize), |to| function(&[1, 0, -1], &[1.0, 2.0], to));
        refused::<1>(outside(0, 0, 0), |to| function(&[0], &[], to));
        // Behind whole chunks.
        let mut entries = [1; 71];
        entries[70] = 2;
        refused::<71>(outside(70, 1, 2), |to| function(&entries, &[1.0, 2.0], to));
    }
}

#[test]
fn add_n() {
    let data = [1.0; 9];
    let view = |rows, length: usize, ids: &'static [i32]| {
        RowSparse::new(rows, length, ids, &data[..ids.len() * length]).unwrap()
    };
    let (a, b): (View, View) = (view(5, 2, &[1, 4]), view(5, 2, &[0, 4]));
    for function in [rows::add_n, scalar::add_n] {
        let two = |to: RowSparseMut<f32, i32>| function(&[a, b], &mut [9; 2], to);
        refused::<6>(shape(Input, 0, 6, 5), |to| two(out(6, 2, &[0, 1, 4], to)));
        refused::<9>(shape(Input, 1, 3, 2), |to| two(out(5, 3, &[0, 1, 4], to)));
        for wrong in [view(6, 2, &[1]), view(5, 3, &[1])] {
            let (axis, expected, found) = if wrong.rows() == 6 { (0, 5, 6) } else { (1, 2, 3) };
            refused::<6>(shape(Input, axis, expected, found), |to| {
                function(&[a, b, wrong], &mut [9; 3], out(5, 2, &[0, 1, 4], to))
            });
        }
        refused::<6>(capacity(Scratch, 2, 1), |to| function(&[a, b], &mut [9; 1], out(5, 2, &[0, 1, 4], to)));
        refused::<4>(pattern(0, 0, 1), |to| two(out(5, 2, &[1, 4], to)));
        refused::<8>(pattern(2, 4, 3), |to| two(out(5, 2, &[0, 1, 3, 4], to)));
        refused::<4>(pattern(2, 4, usize::MAX), |to| two(out(5, 2, &[0, 1], to)));
        refused::<0>(pattern(0, 0, usize::MAX), |to| two(out(5, 2, &[], to)));
        refused::<2>(pattern(0, usize::MAX, 3), |to| function(&[], &mut [], out(5, 2, &[3], to)));
    }
}

#[test]
fn ids_of_add_n() {
    let data = [1.0; 9];
    let view = |rows, length: usize, ids: &'static [i32]| {
        RowSparse::new(rows, length, ids, &data[..ids.len() * length]).unwrap()
    };
    let (a, b): (View, View) = (view(5, 2, &[1, 4]), view(5, 2, &[0, 4]));
    let mut ids = [-1; 3];
    assert_eq!(rows::add_n_ids(&[a, b], &mut [], &mut ids), Ok(3));
    assert_eq!(ids, [0, 1, 4]);
    assert_eq!(rows::add_n_ids(&[a, b], &mut [], &mut [0; 2]), Err(capacity(Operand::Ids, 3, 2)));
    assert_eq!(rows::add_n_ids(&[a, b, a], &mut [9; 3], &mut [0; 2]), Err(capacity(Operand::Ids, 3, 2)));
    assert_eq!(rows::add_n_ids(&[a, b, a], &mut [9; 2], &mut ids), Err(capacity(Scratch, 3, 2)));
    assert_eq!(rows::add_n_ids(&[a], &mut [], &mut ids), Err(capacity(Scratch, 1, 0)));
    assert_eq!(rows::add_n_ids(&[a, view(6, 2, &[1])], &mut [9; 2], &mut ids), Err(shape(Input, 0, 5, 6)));
    assert_eq!(rows::add_n_ids(&[a, view(5, 3, &[1])], &mut [9; 2], &mut ids), Err(shape(Input, 1, 2, 3)));
    assert_eq!(rows::add_n_ids::<f32, i32>(&[], &mut [], &mut []), Ok(0));
}
