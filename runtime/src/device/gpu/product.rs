//! Products of matrices.
use super::call::{On, put};
use crate::operator::backend::{Done, Factor, Products};
use crate::operator::{OperatorError, with_float};
use lacuna::Value;
use lacuna::infer::Stype::{self, Dense};
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::stored::{Form, Kept};
use lacuna_arrays::device::gpu::{DeviceDense, DeviceRowSparse};
use lacuna_cuda::{Error, dot};

impl Products for On<'_> {
    fn product(&self, factors: [Factor<'_>; 2], shape: [usize; 2], stype: Option<Stype>, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, factors[0].0, V => product::<V>(self, factors, shape, stype)))
    }

    fn sampled_product(&self, pattern: &Array, a: &Array, b: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, pattern, V => {
            let Form::Csr(csr) = self.form::<V>(0, pattern)? else { return Err(self.no_kernel_for(&[pattern])) };
            let mut result = csr.duplicate(self.gpu())?;
            dot::sddmm(self.gpu(), self.dense(0, a)?, self.dense(1, b)?, &mut result)?;
            *out = self.result(pattern.shape(), Form::Csr(result));
            Ok(())
        })
    }
}

/// What writes a dense matrix.
type Into<'a, V> = dyn Fn(&mut DeviceDense<V>) -> Result<(), Error> + 'a;

fn product<V: Kept + Value>(
    on: &On<'_>,
    [Factor(left, transpose_a), Factor(right, transpose_b)]: [Factor<'_>; 2],
    shape: [usize; 2],
    stype: Option<Stype>,
) -> Result<Array, OperatorError> {
    let (gpu, [_, columns]) = (on.gpu(), shape);
    let dense = |kernel: &Into<'_, V>| {
        let mut out = on.new_dense(shape)?;
        kernel(&mut out)?;
        Ok::<_, OperatorError>(Form::Dense(out))
    };
    let form = match (on.form::<V>(0, left)?, on.form::<V>(1, right)?, transpose_a, transpose_b) {
        (Form::Dense(a), Form::Dense(b), false, false) => dense(&|out| dot::dense_dense(gpu, a, b, out))?,
        (Form::Dense(a), Form::Dense(b), true, false) => dense(&|out| dot::dense_t_dense(gpu, a, b, out))?,
        (Form::Dense(a), Form::Dense(b), false, true) => dense(&|out| dot::dense_dense_t(gpu, a, b, out))?,
        (Form::Csr(a), Form::Dense(b), false, false) => dense(&|out| dot::csr_dense(gpu, a, b, out))?,
        (Form::Csr(a), Form::RowSparse(b), false, false) => dense(&|out| dot::csr_row_sparse(gpu, a, b, out))?,
        (Form::Csr(a), Form::Dense(b), true, false) => {
            let plan = dot::transpose_plan(gpu, a)?;
            if stype == Some(Dense) {
                dense(&|out| dot::csr_t_dense_to_dense(gpu, &plan, a.values(), b, out))?
            } else {
                let mut out = DeviceRowSparse::new(gpu, plan.pattern(), columns)?;
                dot::csr_t_dense(gpu, &plan, a.values(), b, &mut out)?;
                Form::RowSparse(out)
            }
        }
        (Form::Csr(a), Form::RowSparse(b), true, false) => {
            let plan = dot::transpose_plan_row_sparse(gpu, a, b)?;
            let mut out = DeviceRowSparse::new(gpu, plan.pattern(), columns)?;
            dot::csr_t_row_sparse(gpu, &plan, a.values(), b, &mut out)?;
            Form::RowSparse(out)
        }
        (Form::Dense(a), Form::Csr(b), false, false) => dense(&|out| dot::dense_csr(gpu, a, b, out))?,
        (Form::Dense(a), Form::Csr(b), false, true) => dense(&|out| dot::dense_csr_t(gpu, a, b, out))?,
        (Form::Dense(a), Form::RowSparse(b), false, true) => dense(&|out| dot::dense_row_sparse_t(gpu, a, b, out))?,
        _ => return Err(on.no_kernel_for(&[left, right])),
    };
    Ok(on.result(&shape, form))
}
