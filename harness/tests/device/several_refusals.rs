//! Two places that one check refuses: the least is reported, whichever thread comes last.
use crate::refusals::same;
use crate::{device, for_each_type, indices};
use lacuna::error::{IndexFault, Operand};
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut};
use lacuna_harness::backend::{AnyDriver, Backend, OnDevice};
use lacuna_runtime::PlanMemory;
use lacuna_testing::Real;

const ROWS: usize = 900;
/// In one warp, in two blocks, and at the ends.
const PLACES: [[usize; 2]; 3] = [[5, 9], [300, 700], [1, ROWS - 2]];

fn all_but<I: Index>(places: [usize; 2]) -> Vec<I> {
    indices((0..ROWS).filter(|row| !places.contains(row)))
}

fn rows_that_are_not_stored<I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let (all, stored, ones) = (indices::<I>(0..ROWS), all_but::<I>(places), [1.0_f32; ROWS]);
    let gradient = RowSparse::new(ROWS, 1, &all, &ones).unwrap();
    let (mut weight, mut momentum) = (ones, ones);
    same!(device, Err(KernelError::MissingRow { operand: Operand::Weight, row: places[0] }), |k| {
        k.sgd(
            &Sgd::new(0.5),
            gradient,
            RowSparseMut::new(ROWS, 1, &stored, &mut weight[..stored.len()]).unwrap().into(),
        )
    });
    // The momentum has a check of its own.
    same!(device, Err(KernelError::MissingRow { operand: Operand::State(1), row: places[0] }), |k| {
        let momentum = RowSparseMut::new(ROWS, 1, &stored, &mut momentum[..stored.len()]).unwrap();
        k.sgd_momentum(
            &SgdMomentum::new(0.5, 0.9),
            gradient,
            RowSparseMut::new(ROWS, 1, &all, &mut weight).unwrap().into(),
            momentum.into(),
        )
    });
}

fn patterns_that_are_not_the_union<I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let (all, stored, ones) = (indices::<I>(0..ROWS), all_but::<I>(places), [1.0_f32; ROWS]);
    let (input, mut out) = (RowSparse::new(ROWS, 1, &all, &ones).unwrap(), ones);
    same!(
        device,
        Err(KernelError::Pattern {
            operand: Operand::Output,
            row: places[0],
            expected: places[0],
            found: places[0] + 1
        }),
        |k| k.add_n(&[input], &mut [0], RowSparseMut::new(ROWS, 1, &stored, &mut out[..stored.len()]).unwrap())
    );
}

fn ids_that_do_not_ascend<I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let (all, ones) = (indices::<I>(0..ROWS), [1.0_f32; ROWS]);
    let data = RowSparse::new(ROWS, 1, &all, &ones).unwrap();
    let ids = indices::<I>((0..ROWS).map(|at| if places.contains(&at) { at - 1 } else { at }));
    let before = places[0] as i64 - 1;
    let refusal =
        KernelError::Ids { entry: places[0], fault: IndexFault::NotAscending, expected: before, found: before };
    same!(device, Err(refusal), |k| k.retain_ids(data, &ids));
}

fn ids_out_of_range<I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let ids = indices::<I>((0..ROWS).map(|at| if places.contains(&at) { ROWS + at } else { at % 7 }));
    let (ones, rows) = ([1.0_f32; ROWS], ROWS as i64);
    let input = RowSparse::trusted(ROWS, 1, &ids, &ones).unwrap();
    let refusal = KernelError::Ids {
        entry: places[0],
        fault: IndexFault::TooLarge,
        expected: rows,
        found: rows + places[0] as i64,
    };
    same!(device, Err(refusal), |k| {
        let mut memory = PlanMemory::new(ROWS);
        let (buffers, scratch) = memory.buffers();
        k.coalesce_plan(input, buffers, scratch).map(|plan| plan.terms())
    });
}

fn ids_of_no_row<V: Real, I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let ids = indices::<I>((0..ROWS).map(|at| if places.contains(&at) { 9 + at } else { at % 7 }));
    let (weight, stored) = ([V::ONE; 9], indices::<I>([2, 8]));
    let dense = Dense::new(9, 1, &weight).unwrap();
    let row_sparse = RowSparse::new(9, 1, &stored, &weight[..2]).unwrap();
    let (pointers, values) = (indices::<I>(0..=ROWS), [V::ONE; ROWS]);
    let bags = Csr::trusted(ROWS, 9, &pointers, &ids, &values).unwrap();
    let found = 9 + places[0] as i64;
    let refusal = || Err(KernelError::Ids { entry: places[0], fault: IndexFault::TooLarge, expected: 9, found });
    let mut out = [V::ZERO; ROWS];
    let mut entries = vec![I::default(); ROWS];
    same!(device, refusal(), |k| k.lookup(&ids, dense, DenseMut::new(ROWS, 1, &mut out).unwrap()));
    same!(device, refusal(), |k| k.lookup_row_sparse(&ids, row_sparse, DenseMut::new(ROWS, 1, &mut out).unwrap()));
    same!(device, refusal(), |k| k.bag_sum(bags, 100, dense, DenseMut::new(ROWS, 1, &mut out).unwrap()));
    same!(device, refusal(), |k| k.bag_mean(bags, 100, dense, DenseMut::new(ROWS, 1, &mut out).unwrap()));
    same!(device, refusal(), |k| {
        k.bag_max(bags, 100, dense, &mut entries, DenseMut::new(ROWS, 1, &mut out).unwrap())
    });
    assert!(out == [V::ZERO; ROWS], "written before the refusal");
    same!(device, refusal().map(|()| 0), |k| {
        let mut memory = PlanMemory::new(ROWS);
        let (buffers, scratch) = memory.buffers();
        k.bag_plan(bags, 100, buffers, scratch).map(|plan| plan.terms())
    });
}

/// Sources come first, whatever the targets are.
fn edges_of_no_vertex<V: Real, I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let (pointers, columns) = (indices::<I>([0, 1, 1, 2]), indices::<I>([3, 4]));
    let ones = [V::ONE; 2];
    let graph = Csr::new(3, 5, &pointers, &columns, &ones).unwrap();
    let wrong = |vertices| indices::<I>((0..ROWS).map(|at| if places.contains(&at) { vertices + at } else { at % 3 }));
    let (good, sources, targets) = (indices::<I>((0..ROWS).map(|at| at % 3)), wrong(3), wrong(5));
    let mut out = [V::ZERO; ROWS];
    for (sources, targets, vertices) in [(&sources, &targets, 3), (&sources, &good, 3), (&good, &targets, 5)] {
        let (entry, found) = (places[0], vertices + places[0] as i64);
        let refusal = KernelError::Ids { entry, fault: IndexFault::TooLarge, expected: vertices, found };
        same!(device, Err(refusal), |k| k.edge_id(graph, sources, targets, &mut out));
    }
    assert!(out == [V::ZERO; ROWS], "written before the refusal");
}

/// The total passes the largest index at the first place, and grows once more at the second: the whole of it is
/// reported.
fn totals_that_are_too_large<I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let mut counts = vec![I::default(); ROWS];
    counts[0] = I::from_usize(I::MAX - 1);
    for place in places {
        counts[place] = I::from_usize(2);
    }
    let refusal = KernelError::Index { needed: I::MAX + 3, max: I::MAX };
    same!(device, Err(refusal), |k| k.accumulate_indptr(&mut counts.clone()));
}

/// In two rows there is room for one entry too many.
fn rows_of_other_lengths<V: Real, I: Index>(device: &OnDevice<AnyDriver>, places: [usize; 2]) {
    let count = |row: usize| row % 4;
    let dense: Vec<V> = (0..ROWS)
        .flat_map(|row| (0..4).map(move |column| if column < count(row) { V::ONE } else { V::ZERO }))
        .collect();
    let dense = Dense::new(ROWS, 4, &dense).unwrap();
    let mut pointers = vec![0];
    for row in 0..ROWS {
        pointers.push(pointers[row] + count(row) + usize::from(places.contains(&row)));
    }
    let (total, pointers) = (pointers[ROWS], indices::<I>(pointers));
    let (mut columns, mut values) = (vec![I::default(); total], vec![V::ZERO; total]);
    let expected = count(places[0]);
    same!(
        device,
        Err(KernelError::Pattern { operand: Operand::Output, row: places[0], expected, found: expected + 1 }),
        |k| k.dense_to_csr(dense, CsrMut::new(ROWS, 4, &pointers, &mut columns, &mut values).unwrap())
    );
}

/// More elements than there is room for: how many there are.
fn elements_without_room<V: Real, I: Index>(device: &OnDevice<AnyDriver>) {
    let ones = [V::ONE; ROWS];
    let (dense, room) = (Dense::new(ROWS, 1, &ones).unwrap(), ROWS - 3);
    let (mut pointers, mut columns, mut values) = ([I::default(); ROWS + 1], [I::default(); ROWS], [V::ZERO; ROWS]);
    same!(device, Err(KernelError::Capacity { operand: Operand::Indices, needed: ROWS, found: room }), |k| {
        k.dense_to_csr_one_pass(dense, &mut pointers, &mut columns[..room], &mut values[..room])
    });
}

#[test]
fn the_least_of_two_places_is_reported() {
    let device = device();
    for places in PLACES {
        for check in [
            rows_that_are_not_stored::<i32>,
            rows_that_are_not_stored::<i64>,
            patterns_that_are_not_the_union::<i32>,
            patterns_that_are_not_the_union::<i64>,
            ids_that_do_not_ascend::<i32>,
            ids_that_do_not_ascend::<i64>,
            ids_out_of_range::<i32>,
            ids_out_of_range::<i64>,
            totals_that_are_too_large::<i32>,
            totals_that_are_too_large::<i64>,
        ] {
            check(&device, places);
        }
        for_each_type!(rows_of_other_lengths(&device, places));
        for_each_type!(ids_of_no_row(&device, places));
        for_each_type!(edges_of_no_vertex(&device, places));
    }
    for_each_type!(elements_without_room(&device));
}
