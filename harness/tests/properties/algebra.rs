//! What kernels say of each other: different ways to the same array give the same bits.
use crate::cases::check;
use crate::cast::csr_to_dense::CsrToDense;
use crate::cast::dense_to_csr::DenseToCsr;
use crate::cast::dense_to_row_sparse::DenseToRowSparse;
use crate::cast::row_sparse_to_dense::RowSparseToDense;
use crate::dot::csr_dense::CsrDense;
use crate::dot::csr_row_sparse::CsrRowSparse;
use crate::dot::csr_t_dense_scatter::CsrTDenseScatter;
use crate::dot::csr_t_dense_to_dense::CsrTDenseToDense;
use crate::dot::transposed::at_places;
use crate::rows::add_n::AddN;
use crate::rows::coalesce::Coalesce;
use crate::verdict::{Case, Knobs, Output, Verdict, same};
use lacuna_harness::backend::{Cpu, Scalar};
use lacuna_testing::{Dense, Profile, Random, Real, RowSparse};
use quickcheck::{Arbitrary, Gen};

const CPU: Cpu = Cpu { threads: 1 };

/// The order law's sums begin with +0, so they have no -0.
fn without_negative_zero<V: Real>(values: &[V]) -> Vec<V> {
    values.iter().map(|&value| if value == V::ZERO { V::ZERO } else { value }).collect()
}

fn values<V>(values: Vec<V>) -> Output<V> {
    Output { structure: vec![], values }
}

/// A product without NaN, infinities or overflow.
#[derive(Clone, Debug)]
struct Finite<V>(CsrRowSparse<V>);

impl<V: Real> Arbitrary for Finite<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profiles = [(); 2].map(|()| Profile::finite(random));
        Self(CsrRowSparse::draw(random, profiles[0], profiles[1]))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

fn row_sparse_operand_counts_as_dense<V: Real>(Finite(sparse): Finite<V>) -> Verdict {
    let data = RowSparseToDense { input: sparse.b.clone(), knobs: Knobs::default() }.whole::<i32>(&CPU)?.values;
    let b = Dense { rows: sparse.b.rows, columns: sparse.b.length, data, pad: 0 };
    let dense = CsrDense { a: sparse.a.clone(), b, knobs: sparse.knobs.clone() };
    same(|| "csr_row_sparse".into(), &dense.whole::<i32>(&CPU)?, &sparse.whole::<i32>(&CPU)?)
}

fn transposed_products_agree<V: Real>(dense: CsrTDenseToDense<V>) -> Verdict {
    let stored = dense.0.whole::<i64>(&CPU)?;
    let placed = values(at_places([dense.0.a.columns, dense.0.b.columns], &stored.structure, &stored.values, V::ZERO));
    same(|| "csr_t_dense_to_dense".into(), &placed, &dense.whole::<i64>(&CPU)?)?;
    same(|| "csr_t_dense_scatter".into(), &placed, &CsrTDenseScatter(dense).whole::<i64>(&CPU)?)
}

fn dense_to_csr_and_back<V: Real>(case: DenseToCsr<V>) -> Verdict {
    let dense = &case.0.dense;
    let csr = case.whole::<u32>(&CPU)?;
    let (indptr, indices) = csr.structure.split_at(dense.rows + 1);
    let csr = lacuna_testing::Csr::whole(dense.rows, dense.columns, indptr.to_vec(), indices.to_vec(), csr.values);
    let back = CsrToDense { csr, knobs: case.0.knobs.clone() }.whole::<i32>(&CPU)?;
    same(|| "there and back".into(), &values(without_negative_zero(&dense.data)), &back)
}

fn dense_to_row_sparse_and_back<V: Real>(case: DenseToRowSparse<V>) -> Verdict {
    let dense = &case.0.dense;
    let stored = case.whole::<i32>(&CPU)?;
    let input = RowSparse::whole(dense.rows, dense.columns, stored.structure, stored.values);
    // A stored row keeps its negative zeros.
    let expected = (0..dense.rows)
        .flat_map(|row| input.find(row).map_or_else(|| without_negative_zero(dense.row(row)), <[V]>::to_vec));
    let expected = values(expected.collect());
    same(
        || "there and back".into(),
        &expected,
        &RowSparseToDense { input, knobs: case.0.knobs.clone() }.whole::<i64>(&CPU)?,
    )
}

fn one_input_is_its_own_sum<V: Real>(case: RowSparseToDense<V>) -> Verdict {
    let input = RowSparse { first_row: 0, ..case.input };
    let expected = Output { structure: input.ids.clone(), values: without_negative_zero(&input.data) };
    let sum = AddN { rows: input.rows, length: input.length, inputs: vec![input.clone()], knobs: case.knobs.clone() };
    same(|| "add_n of one input".into(), &expected, &sum.whole::<i32>(&CPU)?)?;
    let coalesced = Coalesce { input, knobs: case.knobs };
    same(|| "coalesce of canonical rows".into(), &expected, &coalesced.whole::<i32>(&CPU)?)
}

fn coalesce_adds_as_add_n_does<V: Real>(case: AddN<V>) -> Verdict {
    // More terms are added in blocks by the one and not by the other.
    if case.inputs.len() > 1024 {
        return Ok(());
    }
    let ids = case.inputs.iter().flat_map(|input| input.ids.iter().copied()).collect();
    let data = case.inputs.iter().flat_map(|input| input.data.iter().copied()).collect();
    let input = RowSparse::whole(case.rows, case.length, ids, data);
    let coalesced = Coalesce { input, knobs: case.knobs.clone() }.whole::<i32>(&Scalar)?;
    same(|| "coalesce of all inputs' rows".into(), &case.whole::<i32>(&CPU)?, &coalesced)
}

macro_rules! laws {
    ($($law:ident: $case:ident;)*) => {$(
        mod $law {
            #[test]
            fn f32() {
                super::check(super::$law::<f32> as fn(super::$case<f32>) -> super::Verdict);
            }
            #[test]
            fn f64() {
                super::check(super::$law::<f64> as fn(super::$case<f64>) -> super::Verdict);
            }
        }
    )*};
}
laws! {
    row_sparse_operand_counts_as_dense: Finite;
    transposed_products_agree: CsrTDenseToDense;
    dense_to_csr_and_back: DenseToCsr;
    dense_to_row_sparse_and_back: DenseToRowSparse;
    one_input_is_its_own_sum: RowSparseToDense;
    coalesce_adds_as_add_n_does: AddN;
}
