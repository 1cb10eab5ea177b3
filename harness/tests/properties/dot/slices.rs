//! Products with one column by SELL plans of thousands of rows, in several windows: the bits of the csr's product, and
//! of the transposed one, everywhere.
use super::sell_column::{diagonals, plan, plan_transposed};
use super::transposed;
use crate::verdict::{Output, device, levels, same, told};
use lacuna::dot::{self, SellPlan, TransposeBuffers};
use lacuna::{Index, Kernel, Split};
use lacuna_harness::backend::{Backend, Capi, Cpu, CpuAt, Scalar};
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real};

/// Rows of any length up to 70, and a few that are longer than blocks.
fn of_any_length<V: Real>(random: &mut Random) -> Csr<V> {
    let long = [1023, 1024, 1025, 3000];
    let rows = (0..1200).map(|row| {
        let length = if row % 171 == 5 { random.one_of(&long) } else { random.below(71) };
        random.ascending(length, 3500)
    });
    let rows = rows.collect();
    Csr::of_rows(3500, rows, Profile::Plain, random)
}

/// Many rows of a few lengths, in three windows, the last of which is short.
fn of_few_lengths<V: Real>(random: &mut Random, rows: usize) -> Csr<V> {
    let rows = (0..rows).map(|_| {
        let length = random.one_of(&[0, 3, 5, 5, 5, 8, 9, 64, 65]);
        random.ascending(length, 300)
    });
    let rows = rows.collect();
    Csr::of_rows(300, rows, Profile::Plain, random)
}

/// The rows at both ends lack what would lie outside; others, what breaks a band.
fn banded<V: Real>(random: &mut Random, offsets: &[isize], broken: usize) -> Csr<V> {
    let rows = diagonals(random, 9000, 9000, offsets, broken);
    Csr::of_rows(9000, rows, Profile::Plain, random)
}

/// The result in a column of any stride.
fn column<V: Real, E: std::fmt::Display>(
    rows: usize,
    pad: usize,
    multiply: impl FnOnce(lacuna::DenseMut<V>) -> Result<(), E>,
) -> Output<V> {
    let mut out = Guarded::rows(rows, 1, pad);
    told(multiply(out.dense(rows))).unwrap();
    Output { structure: vec![], values: out.finish().unwrap() }
}

fn in_parts<V: Real, I: Index>(plan: SellPlan<I>, values: &[V], b: lacuna::Dense<V>, expected: &Output<V>) {
    for parts in [1, 2, 3, 7] {
        let found = column(plan.shape().rows, 2, |out| {
            let call = dot::SellColumn { plan, values, b, out };
            call.check()?;
            call.split(parts).try_for_each(Kernel::run)
        });
        same(|| format!("{parts} parts"), expected, &found).unwrap();
    }
}

/// The product by a plan, on every backend: `expected`.
fn everywhere<V: Real, I: Index>(plan: SellPlan<I>, values: &[V], b: lacuna::Dense<V>, expected: &Output<V>) {
    let (rows, scalar, capi) = (plan.shape().rows, &Scalar as &dyn Backend, &Capi::new() as &dyn Backend);
    let check = |backend: &str, found: Output<V>| same(|| format!("{backend} {}", I::NAME), expected, &found).unwrap();
    in_parts(plan, values, b, expected);
    for level in levels() {
        let at_level = CpuAt::new(1, level).unwrap();
        for pad in [0, 3] {
            check(
                &level.to_string(),
                column(rows, pad, |out| (&at_level as &dyn Backend).sell_column(&plan, values, b, out)),
            );
        }
    }
    check("scalar", column(rows, 0, |out| scalar.sell_column(&plan, values, b, out)));
    for threads in [1, 2, 3, 7] {
        check(&format!("{threads} threads"), column(rows, 0, |out| Cpu { threads }.sell_column(&plan, values, b, out)));
    }
    check("capi", column(rows, 0, |out| capi.sell_column(&plan, values, b, out)));
    if I::NAME != "u32" {
        check("ptx-vm", column(rows, 0, |out| (&*device() as &dyn Backend).sell_column(&plan, values, b, out)));
    }
}

fn whole<V: Real, I: Index>(a: &Csr<V>, b: lacuna::Dense<V>) {
    let a = a.typed::<I>();
    let (a, scalar, mut memory, mut of_c) = (a.view(), &Scalar as &dyn Backend, Vec::new(), Vec::new());
    let (plan, values) = plan(&Scalar, a, &mut memory).unwrap();
    assert!(plan == self::plan(&Capi::new(), a, &mut of_c).unwrap().0, "the plan of the C ABI is another");
    everywhere(plan, &values, b, &column(a.rows(), 0, |out| scalar.csr_dense(a, b, out)));
    // Of a range of rows, entries count from its first.
    for rows in [0..17, 33..a.rows(), 1000..1200] {
        let part = a.row_range(rows).unwrap();
        let (plan, values) = self::plan(&Scalar, part, &mut memory).unwrap();
        in_parts(plan, &values, b, &column(part.rows(), 0, |out| scalar.csr_dense(part, b, out)));
    }
}

fn of_transposed<V: Real, I: Index>(a: &Csr<V>, b: lacuna::Dense<V>) {
    let a = a.typed::<I>();
    let a = a.view();
    let mut segments = transposed::stale(a.nnz());
    let of_terms = transposed::plan(&mut segments, &Scalar, a, None, 0..a.columns()).unwrap();
    let expected =
        column(a.columns(), 0, |out| (&Scalar as &dyn Backend).csr_t_dense_to_dense(&of_terms, a.values(), b, out));
    let [mut indptr, mut indices, mut entries] =
        [a.columns() + 1, a.nnz(), a.nnz()].map(|length| vec![I::default(); length]);
    let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
    let pattern = dot::transpose(a, buffers).unwrap();
    // Values of nothing: those of the matrix itself count.
    let nothing = vec![V::narrow(f64::NAN); a.nnz()];
    let transposed =
        lacuna::Csr::new(pattern.rows(), pattern.columns(), pattern.indptr(), pattern.indices(), &nothing).unwrap();
    let (places, mut memory, mut of_c) = (pattern.entries(), Vec::new(), Vec::new());
    let (plan, values) = plan_transposed(&Scalar, transposed, (a.values(), places), &mut memory).unwrap();
    let by_c = plan_transposed(&Capi::new(), transposed, (a.values(), places), &mut of_c).unwrap().0;
    assert!(plan == by_c, "the plan of the C ABI is another");
    everywhere(plan, &values, b, &expected);
}

fn products<V: Real>(seed: u64) {
    let random = &mut Random::seeded(seed);
    let tridiagonal: &[isize] = &[-1, 0, 1];
    let stencil: &[isize] = &[-95, -1, 0, 1, 95];
    let matrices = [
        of_any_length::<V>(random),
        Csr { lead: 3, ..of_any_length(random) },
        of_few_lengths(random, 10_000),
        of_few_lengths(random, 4096),
        of_few_lengths(random, 4097),
        banded(random, tridiagonal, 1_000_000),
        banded(random, stencil, 1_000_000),
        banded(random, stencil, 97),
    ];
    for (k, a) in matrices.iter().enumerate() {
        let profile = if k % 3 == 2 { Profile::Special } else { Profile::Plain };
        for pad in [0, 3] {
            let b = Dense { pad, ..Dense::draw(a.columns.max(a.rows), 1, profile, random) };
            let [of_rows, of_columns] = [a.columns, a.rows].map(|rows| b.keep(0..rows, 0..1).strided());
            match (k + pad) % 3 {
                0 => whole::<V, i32>(a, of_rows.view()),
                1 => whole::<V, i64>(a, of_rows.view()),
                _ => whole::<V, u32>(a, of_rows.view()),
            }
            match (k + pad) % 3 {
                0 => of_transposed::<V, u32>(a, of_columns.view()),
                1 => of_transposed::<V, i32>(a, of_columns.view()),
                _ => of_transposed::<V, i64>(a, of_columns.view()),
            }
        }
    }
}

#[test]
fn products_f32() {
    products::<f32>(5);
}

#[test]
fn products_f64() {
    products::<f64>(6);
}
