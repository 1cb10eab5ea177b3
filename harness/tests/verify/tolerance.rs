//! The tolerance takes every correct sum of products, and no wrong one.
use lacuna_harness::compare::{Compared, Errors, Expected, within_tolerance};
use lacuna_harness::fixture::{Array, Case, Compare, Number, Params, Stype, Values};
use lacuna_harness::ops::{AnyOperation, Magnitudes};
use lacuna_harness::tolerance::Precision;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::PathBuf;

const SUMS: usize = 200_000;

/// Sums of products: sum `i` has the factors `left[i * terms..]` and `right[i * terms..]`.
struct Products<V> {
    terms: usize,
    left: Vec<V>,
    right: Vec<V>,
}

impl<V: Number + Into<f64>> Products<V> {
    /// Magnitudes from 1/2 to 4 and all bits of the significand, so that no term is lost among the others.
    fn random(sums: usize, terms: usize, of: impl Fn(f64) -> V) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(terms as u64);
        let mut factor = || {
            let bits = random.next_u64();
            let magnitude = 1.0 + (bits >> 12) as f64 * f64::EPSILON;
            of([0.5, 1.0, 2.0, 1.0][bits as usize & 3] * if bits & 4 == 0 { magnitude } else { -magnitude })
        };
        let [left, right] = [(); 2].map(|()| (0..sums * terms).map(|_| factor()).collect());
        Self { terms, left, right }
    }

    fn sums(&self) -> usize {
        self.left.len() / self.terms
    }

    fn products(&self, sum: usize) -> impl Iterator<Item = (V, V)> {
        let range = sum * self.terms..(sum + 1) * self.terms;
        self.left[range.clone()].iter().copied().zip(self.right[range].iter().copied())
    }

    /// In double precision, with what every rounding loses added at the end: as good as the sum of the exact products
    /// rounded once.
    fn exact(&self, sum: usize) -> f64 {
        let (sum, lost) = self.products(sum).fold((0.0_f64, 0.0), |(sum, lost), (left, right)| {
            let (left, right): (f64, f64) = (left.into(), right.into());
            let product = left * right;
            let new = sum + product;
            // Knuth's sum of two numbers: what `new` is short of.
            let added = new - sum;
            let short = (sum - (new - added)) + (product - added);
            (new, lost + short + left.mul_add(right, -product))
        });
        sum + lost
    }

    fn correct(&self, sum: usize) -> V {
        self.products(sum).fold(V::ZERO, |sum, (left, right)| sum + left * right)
    }

    /// As a csr, whose row `i` has the left factors, times a column of the right ones.
    fn case(&self) -> Case {
        let array = |name: &str, stype, shape, values: &[V]| Array {
            name: name.to_owned(),
            stype,
            shape,
            indptr: Vec::new(),
            indices: Vec::new(),
            values: V::into_values(values.to_vec()),
        };
        let stored = self.left.len();
        let indptr = (0..=stored as i64).step_by(self.terms).collect();
        let left = array("lhs", Stype::Csr, vec![self.sums(), stored], &self.left);
        let left = Array { indptr, indices: (0..stored as i64).collect(), ..left };
        Case {
            location: PathBuf::from("products.safetensors").into(),
            op: "dot".to_owned(),
            name: "products".to_owned(),
            params: Params::default(),
            inputs: vec![left, array("rhs", Stype::Default, vec![stored, 1], &self.right)],
            outputs: Vec::new(),
            out: Vec::new(),
            exact: Vec::new(),
            compare: Compare::Structure,
            error: None,
            source: "this test".to_owned(),
            note: String::new(),
        }
    }

    fn exact_results(&self) -> Vec<Array> {
        vec![column(Values::F64((0..self.sums()).map(|sum| self.exact(sum)).collect()))]
    }

    fn magnitudes(&self) -> Vec<Magnitudes> {
        AnyOperation::csr_dense.magnitudes(&self.case(), &self.exact_results())
    }

    fn judge(&self, found: Vec<V>) -> Compared<Errors> {
        let (results, magnitudes) = (self.exact_results(), self.magnitudes());
        let expected = Expected { results: &results, magnitudes: &magnitudes, precision: Some(Precision::Double) };
        within_tolerance(&expected, &[column(V::into_values(found))], V::DTYPE)
    }
}

fn column(values: Values) -> Array {
    let (indptr, indices) = (Vec::new(), Vec::new());
    Array { name: "out".to_owned(), stype: Stype::Default, shape: vec![values.len(), 1], indptr, indices, values }
}

fn correct_sums_are_taken<V: Number + Into<f64>>(of: impl Fn(f64) -> V + Copy, unit: f64) {
    for terms in [2, 3] {
        let products = Products::random(SUMS, terms, of);
        let errors = products.judge((0..SUMS).map(|sum| products.correct(sum)).collect()).unwrap();
        // Errors near the bound are there: more than the square root of the number of roundings, which all of them
        // rarely exceed.
        assert!(terms == 3 || errors.relative > 3.0_f64.sqrt() * unit, "{terms} terms: {errors:?}");
        assert!(errors.of_allowed > 0.25, "{terms} terms: {errors:?}");
    }
}

#[test]
fn correct_sums_of_two_and_three_products_are_taken() {
    correct_sums_are_taken(|value| value as f32, f64::from(f32::EPSILON) / 2.0);
    correct_sums_are_taken(|value| value, f64::EPSILON / 2.0);
}

fn wrong_sums_are_refused<V: Number + Into<f64>>(of: impl Fn(f64) -> V + Copy, epsilon: f64) {
    for terms in [2, 3, 40] {
        for number in 0..200 {
            let all = Products::random(200, terms, of);
            let range = number * terms..(number + 1) * terms;
            let one = Products { terms, left: all.left[range.clone()].to_vec(), right: all.right[range].to_vec() };
            one.judge(vec![one.correct(0)]).unwrap();
            let last = one.left[terms - 1] * one.right[terms - 1];
            let magnitude = one.magnitudes()[0].sums[0];
            let faults = [
                ("a lost term", one.correct(0) - last),
                ("a term twice", one.correct(0) + last),
                ("a term of the other sign", one.correct(0) - last - last),
                ("a term of another place", one.correct(0) - last + one.left[terms - 1] * one.right[0]),
                ("a few last places", one.correct(0) + of(magnitude * epsilon * (terms + 2) as f64)),
            ];
            for (fault, found) in faults {
                assert!(one.judge(vec![found]).is_err(), "{fault} of {terms}: {found:?} for {}", one.exact(0));
            }
        }
    }
}

#[test]
fn wrong_sums_are_refused_in_both_types() {
    wrong_sums_are_refused(|value| value as f32, f64::from(f32::EPSILON));
    wrong_sums_are_refused(|value| value, 2.0 * f64::EPSILON);
}
