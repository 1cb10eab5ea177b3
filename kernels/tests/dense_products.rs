//! Products of two dense matrices against a plain loop of the law, an exact reference, and each other: all levels,
//! parts, shapes around tiles and blocks, strides.
#![allow(clippy::unwrap_used)]
use lacuna::dispatch::{Level, force};
use lacuna::dot::{self, DenseDense, Left, Neither, Right, dense_dense_scratch};
use lacuna::error::Operand;
use lacuna::{Dense, DenseMut, Kernel, KernelError, Split};
use lacuna_testing::{Profile, Random, Real};

/// Which operand is transposed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Plain,
    LeftTransposed,
    RightTransposed,
}
use Form::{LeftTransposed, Plain, RightTransposed};
const FORMS: [Form; 3] = [Plain, LeftTransposed, RightTransposed];

/// A matrix, its rows `pad` values further apart than it has columns.
struct Matrix<V> {
    rows: usize,
    columns: usize,
    pad: usize,
    data: Vec<V>,
}

impl<V: Real> Matrix<V> {
    fn random(rows: usize, columns: usize, pad: usize, random: &mut Random) -> Self {
        let data = Profile::Plain.values(random, rows * (columns + pad));
        Self { rows, columns, pad, data }
    }
    fn at(&self, row: usize, column: usize) -> V {
        self.data[row * (self.columns + self.pad) + column]
    }
    fn view(&self) -> Dense<'_, V> {
        Dense::with_stride(self.rows, self.columns, self.columns + self.pad, &self.data).unwrap()
    }
}

struct Case<V> {
    form: Form,
    shape: [usize; 3],
    pad: usize,
    a: Matrix<V>,
    b: Matrix<V>,
}

impl<V: Real> Case<V> {
    fn new(form: Form, shape: [usize; 3], pad: usize) -> Self {
        let [rows, columns, terms] = shape;
        let random = &mut Random::seeded((rows * 1_000_003 + columns * 1009 + terms + pad) as u64);
        let a = if form == LeftTransposed { (terms, rows) } else { (rows, terms) };
        let b = if form == RightTransposed { (columns, terms) } else { (terms, columns) };
        Self { form, shape, pad, a: Matrix::random(a.0, a.1, pad, random), b: Matrix::random(b.0, b.1, pad, random) }
    }

    fn term(&self, row: usize, column: usize, k: usize) -> (V, V) {
        let a = if self.form == LeftTransposed { self.a.at(k, row) } else { self.a.at(row, k) };
        let b = if self.form == RightTransposed { self.b.at(column, k) } else { self.b.at(k, column) };
        (a, b)
    }

    /// The law, by a loop: a running sum for each 1024 terms, each step rounded once; the sums of more than one are
    /// added to 0.
    fn law(&self, row: usize, column: usize) -> V {
        let terms = self.shape[2];
        let sum = |first: usize| {
            (first..terms.min(first + 1024)).fold(V::ZERO, |sum, k| {
                let (a, b) = self.term(row, column, k);
                a.fused(b, sum)
            })
        };
        if terms <= 1024 { sum(0) } else { (0..terms).step_by(1024).fold(V::ZERO, |total, first| total + sum(first)) }
    }

    fn scratch(&self, parts: usize) -> Vec<V> {
        let [rows, columns, terms] = self.shape;
        vec![V::narrow(f64::NAN); parts * dense_dense_scratch(rows, columns, terms)]
    }

    /// The product in memory of garbage; what stands between the rows must stay.
    fn run(&self, parts: usize) -> Vec<V> {
        let [rows, columns, _] = self.shape;
        let stride = columns + self.pad;
        let garbage = V::narrow(-7.5);
        let mut data = vec![garbage; rows * stride];
        let out = DenseMut::with_stride(rows, columns, stride, &mut data).unwrap();
        let (a, b, scratch) = (self.a.view(), self.b.view(), &mut self.scratch(parts)[..]);
        match self.form {
            Plain => in_parts(DenseDense { transposition: Neither, a, b, scratch, out }, parts),
            LeftTransposed => in_parts(DenseDense { transposition: Left, a, b, scratch, out }, parts),
            RightTransposed => in_parts(DenseDense { transposition: Right, a, b, scratch, out }, parts),
        }
        let mut found = Vec::new();
        for row in data.chunks(stride.max(1)) {
            found.extend_from_slice(&row[..columns]);
            assert!(row[columns..].iter().all(|&value| value == garbage), "a gap was written");
        }
        found.truncate(rows * columns);
        found
    }

    fn check(&self, parts: usize, context: impl std::fmt::Display) {
        let [rows, columns, _] = self.shape;
        let found = self.run(parts);
        assert_eq!(found.len(), rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let (found, law) = (found[row * columns + column], self.law(row, column));
                assert_eq!(
                    found.key(),
                    law.key(),
                    "{:?} {:?} [{row}, {column}] {context}: {found}, not {law}",
                    self.form,
                    self.shape
                );
            }
        }
    }
}

fn in_parts<K: Kernel + Split>(product: K, parts: usize) {
    product.check().unwrap();
    let mut made = 0;
    let rows = product.rows();
    for part in product.split(parts) {
        part.check().unwrap();
        part.run().unwrap();
        made += 1;
    }
    assert_eq!(made, parts.min(rows).max(1));
}

/// Rows, columns, terms.
const SHAPES: &[[usize; 3]] = &[
    [0, 3, 2],
    [3, 0, 2],
    [3, 2, 0],
    [0, 0, 0],
    [1, 1, 1],
    [1, 1, 1025],
    [5, 1, 7],
    [1, 40, 3],
    [6, 16, 8],
    [7, 15, 9],
    [8, 32, 16],
    [9, 33, 17],
    [13, 47, 1023],
    [3, 5, 1024],
    [10, 9, 1025],
    [2, 3, 2048],
    [4, 35, 2049],
    [97, 20, 5],
    [193, 3, 2],
    [3, 961, 4],
    [2, 1930, 3],
];

fn all_levels<V: Real>() {
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        for &shape in SHAPES {
            for form in FORMS {
                for (parts, pad) in [(1, 0), (2, 3), (7, 1)] {
                    Case::<V>::new(form, shape, pad).check(parts, format!("{} {level}, {parts} parts", V::NAME));
                }
            }
        }
    }
    force(None).unwrap();
}

/// One test, as a forced level is that of the process.
#[test]
fn every_level_form_shape_and_cut_is_the_law() {
    all_levels::<f32>();
    all_levels::<f64>();
}

/// What has no elements takes no time, however many rows it has.
#[test]
fn shapes_without_elements_are_done_at_once() {
    let none = |rows, columns| Dense::<f32>::new(rows, columns, &[]).unwrap();
    let out = |rows, columns| DenseMut::new(rows, columns, &mut []).unwrap();
    dot::dense_dense(none(usize::MAX, 0), none(0, 0), &mut [], out(usize::MAX, 0)).unwrap();
    dot::dense_dense(none(0, usize::MAX), none(usize::MAX, 0), &mut [], out(0, 0)).unwrap();
    dot::dense_t_dense(none(0, usize::MAX), none(0, 0), &mut [], out(usize::MAX, 0)).unwrap();
    dot::dense_dense_t(none(0, 0), none(usize::MAX, 0), &mut [], out(0, usize::MAX)).unwrap();
}

#[test]
fn scalar_functions_are_the_law() {
    let case = Case::<f32>::new(Plain, [9, 33, 1030], 2);
    let mut found = vec![0.0; 9 * 33];
    lacuna::scalar::dense_dense(
        case.a.view(),
        case.b.view(),
        &mut case.scratch(1),
        DenseMut::new(9, 33, &mut found).unwrap(),
    )
    .unwrap();
    assert!((0..9 * 33).all(|i| found[i].key() == case.law(i / 33, i % 33).key()));
}

/// The error of a fused running sum is at most that of as many roundings of the sum of magnitudes.
#[test]
fn sums_of_f32_are_near_those_of_f64() {
    for form in FORMS {
        let shape = [21, 70, 1500];
        let case = Case::<f32>::new(form, shape, 0);
        let found = case.run(3);
        for row in 0..shape[0] {
            for column in 0..shape[1] {
                let terms = (0..shape[2]).map(|k| case.term(row, column, k)).map(|(a, b)| f64::from(a) * f64::from(b));
                let (sum, magnitude) = terms.fold((0.0, 0.0), |(sum, all), term| (sum + term, all + term.abs()));
                let error = (f64::from(found[row * shape[1] + column]) - sum).abs();
                assert!(error <= magnitude * shape[2] as f64 * f64::from(f32::EPSILON), "{form:?}: off by {error:e}");
                assert!(magnitude > 100.0);
            }
        }
    }
}

#[test]
fn special_numbers_are_terms() {
    let product = |a: &[f32], b: &[f32]| {
        let (mut out, terms) = ([9.0], a.len());
        let mut scratch = vec![f32::NAN; dense_dense_scratch(1, 1, terms)];
        let (a, b) = (Dense::new(1, terms, a).unwrap(), Dense::new(terms, 1, b).unwrap());
        dot::dense_dense(a, b, &mut scratch, DenseMut::new(1, 1, &mut out).unwrap()).unwrap();
        out[0]
    };
    assert!(product(&[0.0, 1.0], &[f32::NAN, 1.0]).is_nan());
    assert!(product(&[0.0], &[f32::INFINITY]).is_nan());
    assert!(product(&[1.0, -1.0], &[f32::INFINITY; 2]).is_nan());
    assert_eq!(product(&[f32::MAX, 1.0], &[2.0, 1.0]), f32::INFINITY);
    // A product that overflows and is taken back before it is rounded.
    assert_eq!(product(&[-f32::MAX, f32::MAX], &[1.0, 2.0]), f32::MAX);
    let least = f32::from_bits(1);
    assert_eq!(product(&[least, 1.0], &[1.0, least]), f32::from_bits(2));
    // Below what can be stored, with its sign: the running sum is rounded but once. Sums of several blocks are added to
    // +0.
    assert_eq!(product(&[-least], &[least]).to_bits(), (-0.0_f32).to_bits());
    let mut tall = vec![0.0; 1025];
    tall[0] = -least;
    assert_eq!(product(&tall, &vec![least; 1025]).to_bits(), 0);
}

#[test]
fn wrong_shapes_and_short_scratch_are_refused_with_nothing_written() {
    let values = [1.0; 64];
    let dense = |rows, columns| Dense::new(rows, columns, &values[..rows * columns]).unwrap();
    let shape = |operand, axis, expected, found| Err(KernelError::Shape { operand, axis, expected, found });
    let call = |form, a, b, (rows, columns), short: usize| {
        let (mut data, needed) = (vec![9.0; rows * columns], dense_dense_scratch(2, 4, 3));
        let out = DenseMut::new(rows, columns, &mut data).unwrap();
        let scratch = &mut vec![0.0; needed - short];
        let result = match form {
            Plain => dot::dense_dense(a, b, scratch, out),
            LeftTransposed => dot::dense_t_dense(a, b, scratch, out),
            RightTransposed => dot::dense_dense_t(a, b, scratch, out),
        };
        assert_eq!(data.iter().all(|&value| value == 9.0), result.is_err());
        result
    };
    for (form, [a, b, wrong_b, wrong_a]) in [
        (Plain, [(2, 3), (3, 4), (2, 4), (5, 3)]),
        (LeftTransposed, [(3, 2), (3, 4), (2, 4), (3, 5)]),
        (RightTransposed, [(2, 3), (4, 3), (4, 2), (5, 3)]),
    ] {
        let [a, b, wrong_b, wrong_a] = [a, b, wrong_b, wrong_a].map(|(rows, columns)| dense(rows, columns));
        assert_eq!(call(form, a, b, (2, 4), 0), Ok(()));
        assert_eq!(call(form, a, wrong_b, (2, 4), 0), shape(Operand::Right, u8::from(form == RightTransposed), 3, 2));
        assert_eq!(call(form, wrong_a, b, (2, 4), 0), shape(Operand::Output, 0, 5, 2));
        assert_eq!(call(form, a, b, (2, 5), 0), shape(Operand::Output, 1, 4, 5));
        let needed = dense_dense_scratch(2, 4, 3);
        assert_eq!(
            call(form, a, b, (2, 4), 1),
            Err(KernelError::Capacity { operand: Operand::Scratch, needed, found: needed - 1 })
        );
    }
}

/// Rows stay together where there is no scratch for more parts.
#[test]
fn there_are_as_many_parts_as_there_is_scratch_for() {
    let case = Case::<f64>::new(Plain, [30, 4, 6], 0);
    for (of, expected) in [(1, 1), (2, 2), (7, 7)] {
        let mut out = vec![0.0; 30 * 4];
        let out = DenseMut::new(30, 4, &mut out).unwrap();
        let product = DenseDense {
            transposition: Neither,
            a: case.a.view(),
            b: case.b.view(),
            scratch: &mut case.scratch(of),
            out,
        };
        assert_eq!(product.split(7).count(), expected);
    }
}
