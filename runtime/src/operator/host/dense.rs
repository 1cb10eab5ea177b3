//! Kernels that write a dense array.
use super::Host;
use crate::array::{Array, Element};
use crate::operator::backend::Done;
use crate::operator::{DenseKernel, Operands, OperatorError, for_each_dense_kernel};
use lacuna::reduce::csr_columns_scratch;
use lacuna::{Broadcast, Csr, Dense, DenseMut, RowsMut, Value};

impl<'a> Operands<'a, Host<'a>> {
    fn matrix<V: Element + Value>(&mut self) -> Result<Dense<'a, V>, OperatorError> {
        Ok(self.array()?.1.as_dense()?)
    }

    fn values<V: Element + Value>(&mut self) -> Result<&'a [V], OperatorError> {
        self.array().and_then(|(operand, array)| self.on.values(operand, array))
    }

    fn csr<V: Element + Value>(&mut self) -> Result<Csr<'a, V, i64>, OperatorError> {
        Ok(self.array()?.1.as_csr()?)
    }

    fn rows<V: Element + Value>(&mut self) -> Result<Broadcast<'a, V, i64>, OperatorError> {
        Ok(self.matrix()?.into())
    }

    fn row<V: Element + Value>(&mut self) -> Result<Broadcast<'a, V, i64>, OperatorError> {
        Ok(Broadcast::Row(self.values()?))
    }

    fn column<V: Element + Value>(&mut self) -> Result<Broadcast<'a, V, i64>, OperatorError> {
        Ok(Broadcast::Column(self.values()?))
    }

    fn labels(&mut self) -> Result<&'a [i64], OperatorError> {
        let classes = self.arrays.first().and_then(|first| first.shape().get(1));
        self.array().and_then(|(_, labels)| self.on.integers(labels, classes.copied().unwrap_or_default()))
    }
}

/// Where a kernel writes.
struct Written<'a> {
    out: &'a mut Array,
    shape: &'a [usize],
}

impl<'a> Written<'a> {
    fn values<V: Element>(self) -> Result<&'a mut [V], OperatorError> {
        Ok(self.out.reuse_dense(self.shape)?)
    }

    fn matrix<V: Element>(self) -> Result<DenseMut<'a, V>, OperatorError> {
        self.out.reuse_dense::<V>(self.shape)?;
        Ok(self.out.as_dense_mut()?)
    }

    fn rows<V: Element + Value>(self) -> Result<RowsMut<'a, V, i64>, OperatorError> {
        Ok(self.matrix()?.into())
    }
}

macro_rules! calls {
    ($($kernel:ident $family:ident ($($operand:ident)*) $result:ident;)*) => {
        pub(super) fn run<V: Element + Value>(
            host: Host<'_>,
            kernel: DenseKernel,
            arrays: &[&Array],
            numbers: &[f64],
            shape: &[usize],
            out: &mut Array,
        ) -> Done {
            let mut operands = Operands { on: host, arrays, numbers, taken: 0 };
            let written = Written { out, shape };
            match kernel {
                $(
                    DenseKernel::$kernel =>
                    host.context.cpu.$kernel($(operands.$operand()?,)* written.$result::<V>()?)?,
                )*
            }
            Ok(())
        }
    };
}
for_each_dense_kernel! { calls }

pub(super) fn reduce_csr<V: Element + Value>(
    host: Host<'_>,
    x: &Array,
    axis: usize,
    mean: bool,
    out: &mut Array,
) -> Done {
    let (csr, cpu) = (x.as_csr::<V>()?, host.context.cpu);
    if axis == 0 {
        let (scratch, out) = (host.scratch(csr_columns_scratch(csr.columns())), out.reuse_dense(&[csr.columns()])?);
        let done = if mean { cpu.mean_csr_columns(csr, scratch, out) } else { cpu.sum_csr_columns(csr, scratch, out) };
        return Ok(done?);
    }
    let out = out.reuse_dense(&[csr.rows()])?;
    let done = if mean { cpu.mean_csr_rows(csr, out) } else { cpu.sum_csr_rows(csr, out) };
    Ok(done?)
}
