//! The gradients of products that other products are, against differences of a sum that is linear in each operand.
use lacuna::dot::{TransposeBuffers, csr_csr_scratch};
use lacuna::{Csr, CsrMut, Dense, DenseMut, cast, dot};
use lacuna_testing::Random;

struct Owned {
    shape: [usize; 2],
    indptr: Vec<i32>,
    indices: Vec<i32>,
    values: Vec<f64>,
}

impl Owned {
    fn draw(random: &mut Random, shape: [usize; 2]) -> Self {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..shape[0] {
            let count = random.below(shape[1] + 1);
            indices.extend(random.ascending(count, shape[1]).into_iter().map(|column| column as i32));
            indptr.push(indices.len() as i32);
        }
        let values = numbers(random, indices.len());
        Self { shape, indptr, indices, values }
    }

    fn view(&self) -> Csr<'_, f64, i32> {
        Csr::new(self.shape[0], self.shape[1], &self.indptr, &self.indices, &self.values).unwrap()
    }

    fn transposed(&self) -> Self {
        let [mut indptr, mut indices, mut entries] =
            [self.shape[1] + 1, self.values.len(), self.values.len()].map(|length| vec![0; length]);
        let mut values = vec![0.0; self.values.len()];
        let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
        dot::transpose(self.view(), buffers).unwrap().csr(&self.values, &mut values).unwrap();
        Self { shape: [self.shape[1], self.shape[0]], indptr, indices, values }
    }

    /// The product with another, at the places of `out`.
    fn times(&self, other: &Self, mut out: Self) -> Self {
        let mut scratch = vec![0.0; other.shape[1]];
        let target = CsrMut::new(out.shape[0], out.shape[1], &out.indptr, &mut out.indices, &mut out.values).unwrap();
        dot::csr_csr(self.view(), other.view(), &mut scratch, target).unwrap();
        out
    }

    fn product(&self, other: &Self) -> Self {
        let (rows, columns) = (self.shape[0], other.shape[1]);
        let (mut indptr, mut words) = (vec![0; rows + 1], vec![0; csr_csr_scratch(columns)]);
        dot::csr_csr_row_nnz(self.view(), other.view(), &mut indptr[1..], &mut words).unwrap();
        let nnz = cast::accumulate_indptr(&mut indptr).unwrap();
        let mut indices = vec![0; nnz];
        dot::csr_csr_indices(self.view(), other.view(), &indptr, &mut indices, &mut words).unwrap();
        self.times(other, Self { shape: [rows, columns], indptr, indices, values: vec![0.0; nnz] })
    }

    fn copy(&self) -> Self {
        let Self { shape, indptr, indices, values } = self;
        Self { shape: *shape, indptr: indptr.clone(), indices: indices.clone(), values: values.clone() }
    }
}

fn numbers(random: &mut Random, count: usize) -> Vec<f64> {
    (0..count).map(|_| random.below(2001) as f64 / 1000.0 - 1.0).collect()
}

/// The derivative of `loss` by each of `values`.
fn differences(values: &[f64], loss: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    const STEP: f64 = 0.125;
    let at = |place: usize, step: f64| {
        let mut moved = values.to_vec();
        moved[place] += step;
        loss(&moved)
    };
    (0..values.len()).map(|place| (at(place, STEP) - at(place, -STEP)) / (2.0 * STEP)).collect()
}

fn near(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-10, "{what}: {found}, and {expected} by differences");
    }
}

fn weighed(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

#[test]
fn of_both_operands_of_a_product_of_csr() {
    for seed in 0..40 {
        let random = &mut Random::seeded(seed);
        let [r, k, c] = [(); 3].map(|()| 1 + random.below(7));
        let (a, b) = (Owned::draw(random, [r, k]), Owned::draw(random, [k, c]));
        let product = a.product(&b);
        let gradient = Owned { values: numbers(random, product.values.len()), ..product.copy() };
        let of_a = gradient.times(&b.transposed(), a.copy());
        let of_b = a.transposed().times(&gradient, b.copy());
        let loss = |a: &Owned, b: &Owned| weighed(&a.times(b, product.copy()).values, &gradient.values);
        near(
            "a",
            &of_a.values,
            &differences(&a.values, |values| loss(&Owned { values: values.to_vec(), ..a.copy() }, &b)),
        );
        near(
            "b",
            &of_b.values,
            &differences(&b.values, |values| loss(&a, &Owned { values: values.to_vec(), ..b.copy() })),
        );
    }
}

#[test]
fn of_a_csr_in_a_product_with_a_dense_matrix() {
    for seed in 0..40 {
        let random = &mut Random::seeded(seed);
        let [r, k, n] = [(); 3].map(|()| 1 + random.below(7));
        let (a, b, gradient) = (Owned::draw(random, [r, k]), numbers(random, k * n), numbers(random, r * n));
        let mut of_a = a.copy();
        let out = CsrMut::new(r, k, &of_a.indptr, &mut of_a.indices, &mut of_a.values).unwrap();
        dot::sddmm(Dense::new(r, n, &gradient).unwrap(), Dense::new(k, n, &b).unwrap(), out).unwrap();
        let loss = |values: &[f64]| {
            let (a, mut out) = (Owned { values: values.to_vec(), ..a.copy() }, vec![0.0; r * n]);
            dot::csr_dense(a.view(), Dense::new(k, n, &b).unwrap(), DenseMut::new(r, n, &mut out).unwrap()).unwrap();
            weighed(&out, &gradient)
        };
        near("a", &of_a.values, &differences(&a.values, loss));
    }
}
