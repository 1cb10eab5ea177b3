//! Sums and means, and numbers that are repeated.
use super::Host;
use crate::array::{Array, Element};
use crate::operator::backend::{Backend, Done, Reduction, Reductions};
use crate::operator::{Stypes, with_float};
use lacuna::Value;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::reduce::csr_columns_scratch;

impl Reductions for Host<'_> {
    fn reduce(&self, reduction: Reduction, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => reduce::<V>(*self, reduction, x, shape, out))
    }

    fn repeat(&self, axis: Option<usize>, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (numbers, cpu) = (self.values::<V>(0, x)?, self.context.cpu);
            let all = out.reuse_dense::<V>(shape)?;
            let Some(axis) = axis else {
                all.fill(numbers.first().copied().unwrap_or_default());
                return Ok(());
            };
            let out = out.as_dense_mut::<V>()?;
            Ok(if axis == 0 { cpu.repeat_columns(numbers, out)? } else { cpu.repeat_rows(numbers, out)? })
        })
    }
}

fn reduce<V: Element + Value>(host: Host<'_>, reduction: Reduction, x: &Array, shape: &[usize], out: &mut Array) -> Done {
    let (stored, cpu, Reduction { mean, axis }) = (host.values::<V>(0, x)?, host.context.cpu, reduction);
    let out = out.reuse_dense::<V>(shape)?;
    let scratch = || host.scratch(csr_columns_scratch(x.shape().get(1).copied().unwrap_or_default()));
    match (x.stype(), axis, mean) {
        (_, None, false) => cpu.sum(stored, out)?,
        (_, None, true) => cpu.mean(stored, x.size(), out)?,
        (Dense, Some(0), false) => cpu.sum_columns(x.as_dense()?, out)?,
        (Dense, Some(0), true) => cpu.mean_columns(x.as_dense()?, out)?,
        (Dense, Some(_), false) => cpu.sum_rows(x.as_dense()?, out)?,
        (Dense, Some(_), true) => cpu.mean_rows(x.as_dense()?, out)?,
        (Csr, Some(0), false) => cpu.sum_csr_columns(x.as_csr()?, scratch(), out)?,
        (Csr, Some(0), true) => cpu.mean_csr_columns(x.as_csr()?, scratch(), out)?,
        (Csr, Some(_), false) => cpu.sum_csr_rows(x.as_csr()?, out)?,
        (Csr, Some(_), true) => cpu.mean_csr_rows(x.as_csr()?, out)?,
        (RowSparse, Some(_), _) => return Err(host.no_path(Stypes(vec![RowSparse]))),
    }
    Ok(())
}
