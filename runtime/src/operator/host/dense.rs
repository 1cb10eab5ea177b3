//! Kernels that write a dense array.
use super::Host;
use crate::operator::backend::Done;
use crate::operator::{DenseKernel, Operands, OperatorError, for_each_dense_kernel, with_float};
use lacuna::reduce::csr_columns_scratch;
use lacuna::{Broadcast, Csr, Dense, DenseMut, RowsMut, Value};
use lacuna_arrays::array::{Array, Element, with_values};

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
        let (scratch, out) =
            (host.scratch(csr_columns_scratch(csr.rows(), csr.columns())), out.reuse_dense(&[csr.columns()])?);
        let done = if mean { cpu.mean_csr_columns(csr, scratch, out) } else { cpu.sum_csr_columns(csr, scratch, out) };
        return Ok(done?);
    }
    let out = out.reuse_dense(&[csr.rows()])?;
    let done = if mean { cpu.mean_csr_rows(csr, out) } else { cpu.sum_csr_rows(csr, out) };
    Ok(done?)
}

/// The lengths of the rows or columns of a csr.
pub(super) fn norm_csr<V: Element + Value>(
    host: Host<'_>,
    x: &Array,
    axis: usize,
    shape: &[usize],
    out: &mut Array,
) -> Done {
    let (csr, cpu, out) = (x.as_csr::<V>()?, host.context.cpu, out.reuse_dense(shape)?);
    if axis == 0 {
        return Ok(cpu.norm2_csr_columns(csr, host.scratch(csr_columns_scratch(csr.rows(), csr.columns())), out)?);
    }
    Ok(cpu.norm2_csr_rows(csr, out)?)
}

impl<'a> Host<'a> {
    /// The classes of labels, of which those that say nothing are -1, and how many others there are: those that do not
    /// count are not among them.
    pub fn classes(
        &self,
        labels: &Array,
        classes: usize,
        says_nothing: impl Fn(f64) -> bool,
        does_not_count: impl Fn(f64) -> bool,
    ) -> Result<(&'a [i64], usize), OperatorError> {
        fn read<V: Element>(values: &[V], numbers: &mut [f64]) {
            numbers.iter_mut().zip(values).for_each(|(number, value)| *number = V::number(*value));
        }
        let arena = &self.context.arena;
        let numbers = arena.alloc_slice_fill_default::<f64>(labels.size());
        with_values!(labels.values(), |values| read(values, numbers));
        let ids = arena.alloc_slice_fill_default::<i64>(numbers.len());
        let mut counted = 0;
        for (element, (&number, id)) in numbers.iter().zip(ids.iter_mut()).enumerate() {
            counted += usize::from(!does_not_count(number));
            if says_nothing(number) {
                *id = -1;
                continue;
            }
            *id = number as i64;
            if !(0.0..classes as f64).contains(&number) || *id as f64 != number {
                return Err(OperatorError::Id { operator: self.operator, element, found: number, end: classes });
            }
        }
        Ok((ids, counted))
    }

    /// The gradient of the cross entropy, from probabilities with so many classes and places behind each.
    pub fn softmax_residuals(
        &self,
        result: &Array,
        labels: &[i64],
        [classes, places]: [usize; 2],
        [alpha, scale]: [f64; 2],
        out: &mut Array,
    ) -> Done {
        with_float!(self.operator, result, V => {
            let (cpu, values) = (self.context.cpu, self.values::<V>(0, result)?);
            let (alpha, scale, ignored) = (V::narrow(alpha), V::narrow(scale), usize::MAX);
            let out = out.reuse_dense::<V>(result.shape())?;
            let columns = if places == 1 { classes } else { places };
            let rows = values.len().checked_div(columns).unwrap_or(0);
            let (result, out) = (Dense::new(rows, columns, values)?, DenseMut::new(rows, columns, out)?);
            if places == 1 {
                return Ok(cpu.softmax_output_gradient(result, labels, ignored, alpha, scale, out)?);
            }
            Ok(cpu.softmax_output_gradient_columns(result, labels, classes, ignored, alpha, scale, out)?)
        })
    }
}
