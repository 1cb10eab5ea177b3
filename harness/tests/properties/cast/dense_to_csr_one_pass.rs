use super::DenseCase;
use super::dense_to_csr::DenseToCsr;
use crate::dot::transposed::numbers;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::error::{KernelError, Operand};
use lacuna::{Dense, Index};
use lacuna_harness::backend::Backend;
use lacuna_testing::{Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct DenseToCsrOnePass<V>(DenseToCsr<V>);

impl<V: Real> Arbitrary for DenseToCsrOnePass<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(DenseToCsr(DenseCase::draw(&mut Random::new(g))))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

/// Pointers, columns and values.
type Arrays<V> = (Vec<usize>, Vec<usize>, Vec<V>);

/// One element of room too few is refused with the number that is needed.
fn cast<V: Real, I: Index>(backend: &dyn Backend, dense: Dense<V>, spare: usize) -> Result<Arrays<V>, String> {
    let most = dense.rows() * dense.columns() + spare;
    let (mut indptr, mut indices, mut values) =
        (vec![I::default(); dense.rows() + 1 + spare], vec![I::default(); most], vec![V::ONE; most]);
    let nnz = told(backend.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values))?;
    let again = backend.dense_to_csr_one_pass(dense, &mut indptr, &mut indices[..nnz], &mut values[..nnz]);
    if again != Ok(nnz) {
        return Err(format!("{nnz} entries of room: {again:?}"));
    }
    let result = (numbers(&indptr[..=dense.rows()]), numbers(&indices[..nnz]), values[..nnz].to_vec());
    if nnz > 0 {
        let short = backend.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values[..nnz - 1]);
        if short != Err(KernelError::Capacity { operand: Operand::Values, needed: nnz, found: nnz - 1 }) {
            return Err(format!("room for one entry less than {nnz}: {short:?}"));
        }
    }
    Ok(result)
}

impl<V: Real> Case<V> for DenseToCsrOnePass<V> {
    fn knobs(&self) -> &Knobs {
        self.0.knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let dense = self.0.0.dense.strided();
        if !cut {
            let (indptr, indices, values) = cast::<V, I>(backend, dense.view(), self.knobs().form)?;
            return Ok(Output { structure: [indptr, indices].concat(), values });
        }
        let (mut pointers, mut columns, mut all) = (vec![0], vec![], vec![]);
        for rows in self.knobs().parts(self.0.0.dense.rows) {
            let (indptr, indices, values) = cast::<V, I>(backend, told(dense.view().row_range(rows))?, 0)?;
            pointers.extend(indptr[1..].iter().map(|pointer| pointer + columns.len()));
            columns.extend(indices);
            all.extend(values);
        }
        Ok(Output { structure: [pointers, columns].concat(), values: all })
    }

    fn law(&self) -> Output<V> {
        self.0.law()
    }

    fn reference(&self) -> Expected {
        self.0.reference()
    }
}

properties!(dense_to_csr_one_pass, DenseToCsrOnePass);
