//! Functions of the elements at each place.
use super::{Host, map};
use crate::operator::backend::{Done, Elementwise, Pair};
use crate::operator::with_float;
use lacuna::Broadcast;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna_arrays::array::{Array, Function};

impl Elementwise for Host<'_> {
    fn pair(&self, pair: Pair, a: &Array, b: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, a, V => pair.write::<V>(*self, [a, b], out))
    }

    fn map(&self, function: Function, x: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => map::map::<V>(*self, function, x, out))
    }

    fn map_gradient(&self, function: Function, gradient: &Array, x: &Array, result: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => map::map_gradient::<V>(*self, function, gradient, [x, result], out))
    }

    fn accumulate(&self, x: &Array, sum: &mut Array) -> Done {
        with_float!(self.operator, sum, V => {
            let (cpu, sum) = (self.context.cpu, sum.as_dense_mut::<V>()?);
            match x.stype() {
                Csr => cpu.accumulate_csr(x.as_csr()?, sum)?,
                RowSparse => cpu.accumulate_rows(Broadcast::from(x.as_row_sparse::<V>()?), sum)?,
                Dense => cpu.accumulate_rows::<V, i64>(Broadcast::from(x.as_dense::<V>()?), sum)?,
            }
            Ok(())
        })
    }

    fn accumulate_row(&self, row: &Array, sums: &mut Array) -> Done {
        with_float!(self.operator, row, V => {
            let row = Broadcast::Row(self.values::<V>(0, row)?);
            Ok(self.context.cpu.accumulate_rows::<V, i64>(row, sums.as_dense_mut()?)?)
        })
    }
}
