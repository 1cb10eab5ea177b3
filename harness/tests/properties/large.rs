//! One case of each kernel whose result is larger than what is streamed past the caches, and whose operands are larger
//! than what is gathered without prefetch; and plans of so many entries that they are sorted by wider digits. Rows are
//! not aligned, and of odd length.
use crate::cast::DenseCase;
use crate::cast::csr_to_dense::CsrToDense;
use crate::cast::dense_to_row_sparse::DenseToRowSparse;
use crate::cast::row_sparse_to_dense::RowSparseToDense;
use crate::dot::csr_dense::CsrDense;
use crate::dot::csr_row_sparse::CsrRowSparse;
use crate::dot::csr_t_dense::CsrTDense;
use crate::dot::csr_t_dense_to_dense::CsrTDenseToDense;
use crate::optim::{AdaGrad, Nag, Rule, Sgd, SgdMomentum, Step};
use crate::reduce::{Form, Reduce};
use crate::rows::add_n::AddN;
use crate::rows::coalesce::Coalesce;
use crate::rows::retain::Retain;
use crate::verdict::{Knobs, verify, verify_on_device};
use lacuna::optim::Update;
use lacuna_harness::reference::Arithmetic;
use lacuna_testing::{Csr, Dense, Profile, Random, Real, RowSparse};

const COLUMNS: usize = 1001;

/// Rows that make 8.4 MB.
fn most<V: Real>() -> usize {
    8396 / size_of::<V>()
}

const PADS: [usize; 2] = [0, 3];

fn knobs(random: &mut Random, pad: usize) -> Knobs {
    Knobs { pad, ..Knobs::draw(random) }
}

fn csr<V: Real>(random: &mut Random, rows: usize, columns: usize, entries: usize) -> Csr<V> {
    let rows = (0..rows).map(|_| {
        let count = random.below(2 * entries + 1);
        random.ascending(count, columns)
    });
    let rows = rows.collect();
    Csr::of_rows(columns, rows, Profile::Plain, random)
}

/// One in which every column occurs, once or twice.
fn covering<V: Real>(random: &mut Random, rows: usize, columns: usize) -> Csr<V> {
    let occurs =
        |row: usize| (0..columns).filter(move |column| column % rows == row || column * 7 % rows == row).collect();
    let rows = (0..rows).map(occurs).collect();
    Csr::of_rows(columns, rows, Profile::Plain, random)
}

/// Of `rows` rows, all but every fifth.
fn rows<V: Real>(random: &mut Random, rows: usize) -> RowSparse<V> {
    let ids = (0..rows).filter(|id| id % 5 != 3).collect();
    RowSparse::of_ids(rows, COLUMNS, ids, Profile::Plain, random)
}

fn csr_dense<V: Real>(random: &mut Random) {
    for pad in PADS {
        let a = csr::<V>(random, most::<V>(), 700, 3);
        let case = CsrDense { a, b: Dense::draw(700, COLUMNS, Profile::Plain, random), knobs: knobs(random, pad) };
        verify(&case).unwrap();
    }
    // One column, gathered from a long vector.
    let a = csr::<V>(random, 300, 600_000, 20);
    let b = Dense { pad: 0, ..Dense::draw(600_000, 1, Profile::Plain, random) };
    verify(&CsrDense { a, b, knobs: knobs(random, 0) }).unwrap();
}

fn csr_row_sparse<V: Real>(random: &mut Random) {
    let ids = random.ascending(400, 700);
    let b = RowSparse::<V>::of_ids(700, COLUMNS, ids, Profile::Plain, random);
    verify(&CsrRowSparse { a: csr::<V>(random, most::<V>(), 700, 3), b, knobs: knobs(random, 0) }).unwrap();
}

fn csr_t_dense<V: Real>(random: &mut Random) {
    let product = |random: &mut Random, pad| CsrTDense {
        a: covering::<V>(random, 700, most::<V>()),
        b: Dense::draw(700, COLUMNS, Profile::Plain, random),
        knobs: knobs(random, pad),
    };
    verify(&product(random, 0)).unwrap();
    for pad in PADS {
        verify(&CsrTDenseToDense(product(random, pad))).unwrap();
    }
    // More than 2^14 entries, of few and of many columns.
    for columns in [300, 20_216_830] {
        let a = csr::<V>(random, 600, columns, 30);
        assert!(a.indices.len() > 1 << 14);
        verify(&CsrTDense { a, b: Dense::draw(600, 1, Profile::Plain, random), knobs: knobs(random, 0) }).unwrap();
    }
}

fn casts<V: Real>(random: &mut Random) {
    for pad in PADS {
        verify(&CsrToDense { csr: csr::<V>(random, most::<V>(), COLUMNS, 5), knobs: knobs(random, pad) }).unwrap();
        verify(&RowSparseToDense { input: rows::<V>(random, most::<V>()), knobs: knobs(random, pad) }).unwrap();
    }
    let dense = Dense::draw(most::<V>(), COLUMNS, Profile::Plain, random);
    verify(&DenseToRowSparse::<V>(DenseCase { dense, knobs: knobs(random, 0) })).unwrap();
}

fn rows_of_row_sparse<V: Real>(random: &mut Random) {
    let count = most::<V>();
    let data = rows::<V>(random, count);
    verify(&Retain { data: data.clone(), ids: (0..count).collect(), knobs: knobs(random, 0) }).unwrap();
    for others in 1..3 {
        let all = RowSparse::of_ids(count, COLUMNS, (0..count).collect(), Profile::Plain, random);
        let inputs = std::iter::once(data.clone()).chain(std::iter::repeat_n(all, others)).collect();
        verify(&AddN::<V> { rows: count, length: COLUMNS, inputs, knobs: knobs(random, 0) }).unwrap();
    }
    let ids = (0..count + count / 5).map(|k| if k % 6 == 5 { random.below(count) } else { k - k / 6 }).collect();
    let input = RowSparse { first_row: 0, ..RowSparse::of_ids(count, COLUMNS, ids, Profile::Plain, random) };
    verify(&Coalesce::<V> { input, knobs: knobs(random, 0) }).unwrap();
}

fn optimizer<V: Real + Arithmetic, R: Rule>(random: &mut Random) {
    let count = 600;
    let gradient = rows::<V>(random, count);
    for (update, ids, pad) in [(Update::Lazy, None, 3), (Update::Standard, Some((0..count).collect()), 0)] {
        let knobs = knobs(random, pad);
        verify(&Step::<V, R>::plain(random, gradient.clone(), &ids, update, knobs)).unwrap();
    }
}

fn optimizers<V: Real + Arithmetic>(random: &mut Random) {
    optimizer::<V, Sgd>(random);
    optimizer::<V, SgdMomentum>(random);
    optimizer::<V, Nag>(random);
    optimizer::<V, AdaGrad>(random);
}

/// Sums of more than a block of sums of blocks, and tiles of columns of all widths over several blocks.
fn reductions<V: Real>(random: &mut Random) {
    let long = (1 << 20) + 1024 + 3;
    for (form, shape) in [
        (Form::Whole, [1, long]),
        (Form::Rows, [1, long]),
        (Form::Columns, [long, 1]),
        (Form::Columns, [2051, 174]),
        (Form::CsrRows, [1, long]),
        (Form::CsrColumns, [long, 1]),
    ] {
        let case = Reduce::<V>::sum_of_shape(random, form, shape);
        verify(&case).unwrap();
        // What the device sorts takes the interpreter minutes.
        if form != Form::CsrColumns {
            verify_on_device(&case).unwrap();
        }
    }
}

macro_rules! large {
    ($($kernels:ident)*) => {$(
        mod $kernels {
            #[test]
            fn f32() {
                super::$kernels::<f32>(&mut super::Random::seeded(1));
            }
            #[test]
            fn f64() {
                super::$kernels::<f64>(&mut super::Random::seeded(2));
            }
        }
    )*};
}
large!(csr_dense csr_row_sparse csr_t_dense casts rows_of_row_sparse optimizers reductions);
