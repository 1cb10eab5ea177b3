//! Constructors and kernels on arrays that may break every rule. The constructors must agree with the rules written
//! plainly here; on a good view the dispatched kernels must give the bits of the scalar ones, near the `f64` reference;
//! on a bad one, from the unchecked constructor, nothing may panic or touch foreign memory.
#![no_main]
use lacuna::dispatch::{Level, force};
use lacuna::dot::{BlockEnds, BlockShape, SellPlan};
use lacuna::optim::{Sgd, Update};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{
    Csr, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, Value, cast, dot, optim, rows, scalar,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reference::{Matrix, StoredRows, Sum, Tracked, Triplets};

// Of the harness this alone: the rest takes minutes to build with a sanitizer.
#[allow(dead_code, unused_imports)]
#[path = "../../harness/src/reference/mod.rs"]
mod reference;

#[derive(Arbitrary, Debug)]
struct Input {
    wide: bool,
    /// Make good arrays of these numbers, or take them as they are.
    good: bool,
    shape: [u8; 3],
    level: u8,
    indptr: Vec<i32>,
    indices: Vec<i32>,
    ids: Vec<i32>,
    values: Vec<f32>,
    standard: bool,
    clip: bool,
}

trait Real: Value + From<f32> + Into<f64> {
    const EPSILON: f64;
    const TINY: f64;
    const LARGEST: f64;
}
impl Real for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const TINY: f64 = f32::from_bits(1) as f64;
    const LARGEST: f64 = f32::MAX as f64;
}
impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const TINY: f64 = f64::from_bits(1);
    const LARGEST: f64 = f64::MAX;
}

fuzz_target!(|input: Input| {
    let level = Level::ALL[usize::from(input.level) % Level::ALL.len()];
    let _ = force(Some(level));
    if input.wide { run::<f64, i64>(&input) } else { run::<f32, i32>(&input) }
});

fn ascending(ids: &[i32], bound: usize) -> bool {
    ids.iter().all(|&id| id >= 0 && (id as usize) < bound) && ids.windows(2).all(|pair| pair[0] < pair[1])
}

fn good_csr(columns: usize, indptr: &[i32], indices: &[i32]) -> bool {
    indptr[0] == 0
        && indptr.windows(2).all(|pair| pair[0] <= pair[1])
        && indptr[indptr.len() - 1] as usize == indices.len()
        && indptr.windows(2).all(|pair| ascending(&indices[pair[0] as usize..pair[1] as usize], columns))
}

/// `ids`, ascending, distinct and below `bound`.
fn made_good(ids: &[i32], bound: usize) -> Vec<i32> {
    let mut ids: Vec<i32> =
        if bound == 0 { vec![] } else { ids.iter().map(|&id| (id.unsigned_abs() as usize % bound) as i32).collect() };
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn typed<I: Index>(indices: &[i32]) -> Vec<I> {
    indices.iter().map(|&index| I::from_usize(index as usize)).collect()
}

fn wide<V: Real>(values: &[V]) -> Vec<f64> {
    values.iter().map(|&value| value.into()).collect()
}

fn bits<V: Real>(values: &[V]) -> Vec<u64> {
    wide(values).into_iter().map(|x| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }).collect()
}

fn dense_mut<V: Real>(rows: usize, columns: usize, out: &mut [V]) -> DenseMut<'_, V> {
    DenseMut::new(rows, columns, out).expect("lengths fit")
}

fn rows_mut<'a, V: Real, I: Index>(
    rows: usize,
    columns: usize,
    ids: &'a [I],
    data: &'a mut [V],
) -> RowSparseMut<'a, V, I> {
    RowSparseMut::trusted(rows, columns, ids, data).expect("lengths fit")
}

type Call<'a, V> = &'a dyn Fn(&mut [V]) -> Result<(), KernelError>;

/// Runs both calls on fresh outputs of `length`; on good operands they must agree, with each other and with the
/// reference.
fn both<V: Real>(good: bool, start: &[V], calls: [Call<V>; 2], expected: impl FnOnce() -> Vec<Sum>) {
    let outputs = calls.map(|call| {
        let mut out = start.to_vec();
        call(&mut out).map(|()| out)
    });
    if !good {
        return;
    }
    let [Ok(dispatched), Ok(scalar)] = outputs else { panic!("good operands were refused: {outputs:?}") };
    assert_eq!(bits(&dispatched), bits(&scalar));
    for (sum, &found) in expected().iter().zip(&scalar) {
        let found: f64 = found.into();
        // A sum without terms is a value that is copied.
        let copied = sum.terms == 0 && (found == sum.value || (found.is_nan() && sum.value.is_nan()));
        let near = sum.terms > 0 && (found - sum.value).abs() <= sum.bound(V::EPSILON, V::TINY);
        let beyond = sum.terms > 0 && (sum.magnitude.max(sum.peak) >= V::LARGEST / 4.0 || sum.magnitude.is_nan());
        assert!(copied || near || beyond, "{sum:?} {found:e}");
    }
}

fn run<V: Real, I: Index>(input: &Input) {
    let [rows, columns, n] =
        [usize::from(input.shape[0] % 8), usize::from(input.shape[1] % 12), usize::from(input.shape[2] % 36)];
    let values = |length: usize| -> Vec<V> {
        input.values.iter().copied().chain([1.0]).cycle().take(length).map(V::from).collect()
    };

    let (mut indptr, mut indices, mut ids) = (input.indptr.clone(), input.indices.clone(), input.ids.clone());
    indptr.resize(rows + 1, 0);
    if input.good {
        ids = made_good(&ids, columns);
        let each = indices.len().div_ceil(rows.max(1)).max(1);
        let of_rows: Vec<Vec<i32>> =
            (0..rows).map(|row| made_good(indices.chunks(each).nth(row).unwrap_or(&[]), columns)).collect();
        indices = of_rows.concat();
        for row in 0..rows {
            indptr[row + 1] = of_rows[..=row].iter().map(Vec::len).sum::<usize>() as i32;
        }
        indptr[0] = 0;
    }
    let (good, good_ids) = (good_csr_of(columns, &indptr, &indices), ascending(&ids, columns));
    assert!(!input.good || (good && good_ids));
    let (entries, data, dense) = (values(indices.len()), values(ids.len() * n), values(columns * n));
    let (typed_indptr, typed_indices, typed_ids) = (typed::<I>(&indptr), typed::<I>(&indices), typed::<I>(&ids));

    assert_eq!(Csr::new(rows, columns, &typed_indptr, &typed_indices, &entries).is_ok(), good);
    assert_eq!(RowSparse::new(columns, n, &typed_ids, &data).is_ok(), good_ids);
    let a = Csr::trusted(rows, columns, &typed_indptr, &typed_indices, &entries).expect("lengths fit");
    let stored = RowSparse::trusted(columns, n, &typed_ids, &data).expect("lengths fit");
    let of_row = |row: usize| indptr[row] as usize..indptr[row + 1] as usize;
    let triplets = || Triplets {
        rows,
        columns,
        entries: (0..rows)
            .flat_map(|row| of_row(row).map(move |k| (row, k)))
            .map(|(row, k)| (row, indices[k] as usize, entries[k].into()))
            .collect(),
    };
    let stored_rows = || StoredRows {
        rows: columns,
        ids: ids.iter().map(|&id| id as usize).collect(),
        data: Matrix { rows: ids.len(), columns: n, data: wide(&data) },
    };
    let matrix = |rows: usize, data: &[V]| Matrix { rows, columns: n, data: wide(data) };
    let zeros = |length: usize| vec![V::ZERO; length];

    let b = Dense::new(columns, n, &dense).expect("lengths fit");
    let calls: [Call<V>; 2] =
        [&|out| dot::csr_dense(a, b, dense_mut(rows, n, out)), &|out| scalar::csr_dense(a, b, dense_mut(rows, n, out))];
    both(good, &zeros(rows * n), calls, || reference::product(&triplets(), &matrix(columns, &dense)).data);

    let calls: [Call<V>; 2] = [&|out| dot::csr_row_sparse(a, stored, dense_mut(rows, n, out)), &|out| {
        scalar::csr_row_sparse(a, stored, dense_mut(rows, n, out))
    }];
    both(good && good_ids, &zeros(rows * n), calls, || reference::product_row_sparse(&triplets(), &stored_rows()).data);

    let calls: [Call<V>; 2] = [&|out| cast::csr_to_dense(a, dense_mut(rows, columns, out)), &|out| {
        scalar::csr_to_dense(a, dense_mut(rows, columns, out))
    }];
    both(good, &zeros(rows * columns), calls, || {
        reference::csr_to_dense(&triplets()).data.into_iter().map(|value| Sum { value, ..Sum::default() }).collect()
    });

    let (mut plan_ids, mut segments, mut of_terms, mut of_entries) =
        (typed(&indices), vec![I::default(); indices.len() + 1], typed(&indices), typed(&indices));
    let buffers =
        PlanBuffers { ids: &mut plan_ids, segments: &mut segments, rows: &mut of_terms, entries: &mut of_entries };
    let left = values(rows * n);
    if let Ok(plan) =
        dot::transpose_plan(a, 0..columns, buffers, &mut vec![I::Key::default(); plan_scratch(indices.len())])
    {
        let b = Dense::new(rows, n, &left).expect("lengths fit");
        let calls: [Call<V>; 2] =
            [&|data| dot::csr_t_dense(&plan, &entries, b, rows_mut(columns, n, plan.ids(), data)), &|data| {
                scalar::csr_t_dense(&plan, &entries, b, rows_mut(columns, n, plan.ids(), data))
            }];
        both(good, &zeros(plan.stored_rows() * n), calls, || {
            let (expected, sums) = reference::transposed(&triplets(), &matrix(rows, &left));
            assert!(plan.ids().iter().map(|id| id.to_usize()).eq(expected));
            sums.data
        });
    } else {
        assert!(!good, "a good csr has no plan");
    }

    // So few rows need no block ends; others cut the sums elsewhere, wherever they are.
    let b = Dense::new(rows, n, &left).expect("lengths fit");
    let shape = BlockShape { rows, columns, nnz: indices.len() };
    for ends in [BlockEnds::default(), BlockEnds::trusted(&typed_ids, &typed_indices, shape)] {
        let totals = || vec![V::ONE; ends.totals(n)];
        let calls: [Call<V>; 2] =
            [&|out| dot::csr_t_dense_scatter(a, &ends, b, &mut totals(), dense_mut(columns, n, out)), &|out| {
                scalar::csr_t_dense_scatter(a, &ends, b, &mut totals(), dense_mut(columns, n, out))
            }];
        both(good && ends == BlockEnds::default(), &zeros(columns * n), calls, || {
            let (stored, sums) = reference::transposed(&triplets(), &matrix(rows, &left));
            let mut all = vec![Sum::default(); columns * n];
            for (row, sums) in stored.iter().zip(sums.data.chunks(n.max(1))) {
                all[row * n..][..sums.len()].copy_from_slice(sums);
            }
            all
        });
    }
    let _ = dot::block_ends(a, &mut [], &mut [], &mut []);

    // A plan of the pattern, and one that holds anything.
    let column = values(columns);
    let mut sliced = vec![I::default(); dot::sell_plan_length(rows, a.nnz())];
    let shape = dot::sell_plan(a, &mut sliced).expect("there is enough memory").shape();
    let anything: Vec<I> =
        typed_ids.iter().chain(&typed_indices).copied().chain([I::default()]).cycle().take(sliced.len()).collect();
    for (memory, made) in [(&sliced, true), (&anything, false)] {
        let plan = SellPlan::trusted(memory, shape).expect("there is enough memory");
        let b = Dense::new(columns, 1, &column).expect("lengths fit");
        let in_order: Vec<V> =
            plan.entries().iter().map(|entry| entries.get(entry.to_usize()).copied().unwrap_or(V::ONE)).collect();
        let calls: [Call<V>; 2] = [&|out| dot::sell_column(&plan, &in_order, b, dense_mut(rows, 1, out)), &|out| {
            scalar::sell_column(&plan, &in_order, b, dense_mut(rows, 1, out))
        }];
        both(good && made, &zeros(rows), calls, || {
            reference::product(&triplets(), &Matrix { rows: columns, columns: 1, data: wide(&column) }).data
        });
    }

    let (mut plan_ids, mut segments, mut of_terms, mut of_entries) =
        (typed(&ids), vec![I::default(); ids.len() + 1], typed(&ids), typed(&ids));
    let buffers =
        PlanBuffers { ids: &mut plan_ids, segments: &mut segments, rows: &mut of_terms, entries: &mut of_entries };
    let inside = ids.iter().all(|&id| id >= 0 && (id as usize) < columns);
    let plan = rows::coalesce_plan(stored, buffers, &mut vec![I::Key::default(); plan_scratch(ids.len())]);
    assert_eq!(plan.is_ok(), inside);
    if let Ok(plan) = plan {
        assert!(
            RowSparse::new(columns, n, plan.ids(), &zeros(plan.stored_rows() * n)).is_ok(),
            "ids of a plan are canonical"
        );
        let calls: [Call<V>; 2] =
            [&|data| rows::coalesce(&plan, stored, rows_mut(columns, n, plan.ids(), data)), &|data| {
                scalar::coalesce(&plan, stored, rows_mut(columns, n, plan.ids(), data))
            }];
        both(true, &zeros(plan.stored_rows() * n), calls, || reference::coalesce(&stored_rows()).1.data);
    }

    let (rate, decay) = (V::from(0.5), V::from(0.25));
    let update = if input.standard { Update::Standard } else { Update::Lazy };
    let hyper = Sgd { weight_decay: decay, clip_gradient: input.clip.then_some(V::ONE), update, ..Sgd::new(rate) };
    let calls: [Call<V>; 2] = [&|out| optim::sgd(&hyper, stored, dense_mut(columns, n, out).into()), &|out| {
        scalar::sgd(&hyper, stored, dense_mut(columns, n, out).into())
    }];
    both(good_ids, &dense, calls, || {
        let clip = input.clip.then_some(1.0);
        let hyper = reference::Hyper { learning_rate: 0.5, own: Vec::new(), weight_decay: 0.25, rescale: 1.0, clip }
            .map(Tracked::new);
        let new = |at: usize, old: V| {
            let (row, old) = (at / n, Tracked::new(old.into()));
            let gradient = match stored.indices().iter().position(|id| id.to_usize() == row) {
                Some(place) => Some(Tracked::new(stored.data()[place * n + at % n].into())),
                None if input.standard => None,
                None => return Sum::from(old),
            };
            let [new] = reference::sgd(&hyper, gradient, [old]);
            Sum::from(new)
        };
        dense.iter().enumerate().map(|(at, &old)| new(at, old)).collect()
    });
}

/// `good_csr`, for pointers that may lie outside.
fn good_csr_of(columns: usize, indptr: &[i32], indices: &[i32]) -> bool {
    indptr.iter().all(|&pointer| (0..=indices.len() as i32).contains(&pointer))
        && indptr.is_sorted()
        && good_csr(columns, indptr, indices)
}
