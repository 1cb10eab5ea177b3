//! Products by scattering of columns with as many terms as blocks end at: the bits of the plan's product everywhere,
//! and block ends that are counted out.
use super::csr_t_column::CsrTColumn;
use super::csr_t_dense::CsrTDense;
use super::csr_t_dense_scatter::CsrTDenseScatter;
use super::csr_t_dense_to_dense::CsrTDenseToDense;
use super::csr_t_row_sparse::CsrTRowSparse;
use super::csr_t_row_sparse_scatter::CsrTRowSparseScatter;
use super::transposed::{EndsMemory, at_places, numbers};
use crate::verdict::{Case, Knobs, Output, device, same, verify};
use lacuna::dot::OutputRows;
use lacuna::{DenseMut, Index, Kernel, Split};
use lacuna_harness::backend::{Backend, Capi, Cpu, Scalar};
use lacuna_testing::{Csr, Dense, Profile, Random, Real, RowSparse};

const ROWS: usize = 5200;
/// Terms of the columns: around the ends of blocks.
const TERMS: [usize; 10] = [1, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 5000, 0];
/// Columns of the other operand: around the widths of registers.
const WIDTHS: [usize; 10] = [1, 2, 3, 7, 8, 9, 16, 17, 33, 64];
/// Columns that are equal modulo this number are counted together at first.
const GROUPS: usize = 1 << 15;

/// Columns with so many terms each, in rows of which every hundredth is empty.
fn columns<V: Real>(random: &mut Random, columns: usize, terms: &[(usize, usize)]) -> Csr<V> {
    let filled: Vec<_> = (0..ROWS).filter(|row| row % 100 != 7).collect();
    let mut rows = vec![Vec::new(); ROWS];
    for &(column, terms) in terms {
        for place in random.ascending(terms, filled.len()) {
            rows[filled[place]].push(column);
        }
    }
    rows.iter_mut().for_each(|row| row.sort_unstable());
    Csr::of_rows(columns, rows, Profile::Plain, random)
}

fn around_blocks<V: Real>(random: &mut Random) -> Csr<V> {
    columns(random, TERMS.len(), &TERMS.into_iter().enumerate().collect::<Vec<_>>())
}

/// Columns that are equal in their low bits: three together with more terms than a block, of which none has more; and
/// those that have, beside some that have not.
fn colliding<V: Real>(random: &mut Random) -> Csr<V> {
    let terms = [
        (7, 700),
        (7 + GROUPS, 700),
        (7 + 2 * GROUPS, 700),
        (20, 2100),
        (20 + GROUPS, 30),
        (20 + 2 * GROUPS, 1025),
        (3 * GROUPS - 1, 1024),
        (GROUPS - 1, 1024),
        (30, 1024),
        (30 + GROUPS, 2048),
        (30 + 2 * GROUPS, 1023),
    ];
    columns(random, 3 * GROUPS + 5, &terms)
}

fn knobs(random: &mut Random, pad: usize) -> Knobs {
    Knobs { pad, ..Knobs::draw(random) }
}

/// The columns with more terms than a block, and the entries that end one, counted one by one.
fn counted<V: Real>(a: &Csr<V>, is_term: impl Fn(usize) -> bool) -> [Vec<usize>; 2] {
    let terms = || (0..a.rows).filter(|row| is_term(*row)).flat_map(|row| a.indptr[row]..a.indptr[row + 1]);
    let mut counts = vec![0; a.columns];
    terms().for_each(|entry| counts[a.indices[entry]] += 1);
    let heavy: Vec<_> = (0..a.columns).filter(|column| counts[*column] > 1024).collect();
    let mut counts = vec![0; a.columns];
    let ends = terms().filter(|entry| {
        let count = &mut counts[a.indices[*entry]];
        *count += 1;
        *count % 1024 == 0 && heavy.binary_search(&a.indices[*entry]).is_ok()
    });
    let ends = ends.collect();
    [heavy, ends]
}

fn has_ends<V: Real, I: Index>(backend: &dyn Backend, a: &Csr<V>, b: Option<&RowSparse<V>>) {
    let expected = counted(a, |row| b.is_none_or(|b| b.find(row).is_some()));
    let terms = b.map_or(a.rows, |b| b.ids.len());
    let (typed, b) = (a.typed::<I>(), b.map(RowSparse::typed::<I>));
    let mut memory = EndsMemory::stale(terms, a.indices.len(), a.columns);
    let ends = memory.find(backend, typed.view(), b.as_ref().map(|b| b.view())).unwrap();
    assert_eq!([numbers(ends.columns()), numbers(ends.entries())], expected, "{} {}", backend.name(), I::NAME);
}

fn block_ends<V: Real>(random: &mut Random) {
    let all: Vec<_> = (0..ROWS).collect();
    for a in [around_blocks(random), Csr { lead: 4, ..around_blocks(random) }, colliding::<V>(random)] {
        let thirds = all.iter().copied().filter(|row| row % 3 != 1).collect();
        let few = random.ascending(10, ROWS);
        let [all, thirds, few] =
            [all.clone(), thirds, few].map(|ids| RowSparse::of_ids(ROWS, 1, ids, Profile::Plain, random));
        for b in [None, Some(&all), Some(&thirds), Some(&few)] {
            has_ends::<V, i32>(&Scalar, &a, b);
            has_ends::<V, i64>(&Cpu { threads: 2 }, &a, b);
            has_ends::<V, u32>(&Scalar, &a, b);
            has_ends::<V, i64>(&Capi::new(), &a, b);
            has_ends::<V, i32>(&*device(), &a, b);
        }
    }
}

/// Whole, on threads, and on other backends: `expected`.
fn everywhere<V: Real>(case: &impl Case<V>, expected: &Output<V>) {
    let check = |what: String, found: Result<Output<V>, String>| same(|| what, expected, &found.unwrap()).unwrap();
    check("scalar".into(), case.whole::<i64>(&Scalar));
    for threads in [1, 2, 3, 7] {
        check(format!("{threads} threads"), case.whole::<i32>(&Cpu { threads }));
    }
    check("capi".into(), case.whole::<u32>(&Capi::new()));
}

/// In so many parts, cut where the kernel would.
fn in_parts<K: Kernel<Output = ()> + Split>(call: K, parts: usize) {
    call.check().unwrap();
    call.split(parts).for_each(|part| part.run().unwrap());
}

fn dense<V: Real>(random: &mut Random, a: Csr<V>, widths: &[usize]) {
    for (k, &n) in widths.iter().enumerate() {
        let b = Dense::draw(a.rows, n, Profile::Plain, random);
        let planned = CsrTDenseToDense(CsrTDense { a: a.clone(), b, knobs: knobs(random, [0, 3][k % 2]) });
        let expected = planned.whole::<i32>(&Scalar).unwrap();
        if n == 1 {
            let case = CsrTColumn(planned.clone());
            verify(&case).unwrap();
            everywhere(&case, &expected);
            same(|| "ptx-vm".into(), &expected, &case.whole::<i64>(&*device()).unwrap()).unwrap();
        }
        let case = CsrTDenseScatter(planned);
        verify(&case).unwrap();
        everywhere(&case, &expected);
        if n < 4 {
            same(|| "ptx-vm".into(), &expected, &case.whole::<i64>(&*device()).unwrap()).unwrap();
        }
        let CsrTDense { a, b, .. } = &case.0.0;
        let mut memory = EndsMemory::stale(a.rows, a.indices.len(), a.columns);
        let (a, b) = (a.typed::<i32>(), b.strided());
        let (a, b) = (a.view(), b.view());
        let ends = memory.find(&Scalar, a, None).unwrap();
        for parts in [1, 2, 3, 7] {
            let (mut out, mut totals) = (vec![V::narrow(9.0); a.columns() * n], vec![V::narrow(7.0); ends.totals(n)]);
            let out_of_all = DenseMut::new(a.columns(), n, &mut out).unwrap();
            in_parts(
                lacuna::dot::CsrTDenseScatter {
                    a,
                    ends,
                    b,
                    totals: &mut totals,
                    out: out_of_all,
                    rows: OutputRows::ALL,
                },
                parts,
            );
            same(|| format!("{parts} parts"), &expected, &Output { structure: vec![], values: out }).unwrap();
        }
    }
}

fn row_sparse<V: Real>(random: &mut Random, a: Csr<V>, widths: &[usize]) {
    for (k, &n) in widths.iter().enumerate() {
        let ids = match k % 3 {
            0 => (0..a.rows).filter(|row| row % 7 != 3).collect(),
            1 => random.ascending(1500, a.rows),
            _ => random.ascending(12, a.rows),
        };
        let b = RowSparse::of_ids(a.rows, n, ids, Profile::Plain, random);
        let planned = CsrTRowSparse { a: a.clone(), b, knobs: knobs(random, [0, 3][k % 2]) };
        let stored = planned.whole::<i32>(&Scalar).unwrap();
        let values = at_places([a.columns, n], &stored.structure, &stored.values, V::ZERO);
        let case = CsrTRowSparseScatter(planned);
        verify(&case).unwrap();
        everywhere(&case, &Output { structure: vec![], values: values.clone() });
        if n < 4 {
            same(|| "ptx-vm".into(), &Output { structure: vec![], values }, &case.whole::<i64>(&*device()).unwrap())
                .unwrap();
        }
    }
}

fn products<V: Real>(random: &mut Random) {
    let a = around_blocks::<V>(random);
    dense(random, a.clone(), &WIDTHS);
    row_sparse(random, Csr { lead: 3, ..a.clone() }, &WIDTHS);
    dense(random, Csr { lead: 3, ..a }, &[1, 9]);
    let a = colliding::<V>(random);
    dense(random, a.clone(), &[1, 5]);
    row_sparse(random, a, &[1, 5]);
}

#[test]
fn block_ends_f32() {
    block_ends::<f32>(&mut Random::seeded(1));
}

#[test]
fn block_ends_f64() {
    block_ends::<f64>(&mut Random::seeded(2));
}

#[test]
fn products_f32() {
    products::<f32>(&mut Random::seeded(3));
}

#[test]
fn products_f64() {
    products::<f64>(&mut Random::seeded(4));
}
