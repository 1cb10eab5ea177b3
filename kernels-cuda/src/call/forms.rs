//! The functions by the names of the kernels, with the operands of these.
pub(in crate::call) use crate::{binary, cast, embedding, graph, loss, map, optim, random, slice};

pub(in crate::call) mod dot {
    pub(in crate::call) use crate::dot::{
        csr_dense, csr_row_sparse, csr_t_dense, csr_t_dense_to_dense, csr_t_row_sparse, dense_csr_t,
        dense_row_sparse_t, sddmm,
    };
    use crate::driver::Driver;
    use crate::{Buffer, DeviceCsr, DeviceDense, Error, Gpu};
    use lacuna::{Index, Value};

    /// A device needs no scratch.
    pub(in crate::call) fn csr_csr<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        a: &DeviceCsr<D, V, I>,
        b: &DeviceCsr<D, V, I>,
        _scratch: &mut Buffer<D, V>,
        out: &mut DeviceCsr<D, V, I>,
    ) -> Result<(), Error> {
        crate::dot::csr_csr(gpu, a, b, out)
    }

    /// As above.
    pub(in crate::call) fn dense_csr<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        a: &DeviceDense<D, V>,
        b: &DeviceCsr<D, V, I>,
        _scratch: &mut Buffer<D, V>,
        out: &mut DeviceDense<D, V>,
    ) -> Result<(), Error> {
        crate::dot::dense_csr(gpu, a, b, out)
    }

    /// As above.
    macro_rules! without_scratch {
        ($($name:ident)*) => {$(
            pub(in crate::call) fn $name<D: Driver, V: Value>(
                gpu: &Gpu<D>,
                a: &DeviceDense<D, V>,
                b: &DeviceDense<D, V>,
                _scratch: &mut Buffer<D, V>,
                out: &mut DeviceDense<D, V>,
            ) -> Result<(), Error> {
                crate::dot::$name(gpu, a, b, out)
            }
        )*};
    }
    without_scratch! { dense_dense dense_t_dense dense_dense_t }
}

pub(in crate::call) mod reduce {
    use crate::driver::Driver;
    pub(in crate::call) use crate::reduce::*;
    use crate::{Buffer, DeviceCsr, Error, Gpu};
    use lacuna::{Index, Value};

    /// A device needs no scratch.
    macro_rules! without_scratch {
        ($($name:ident)*) => {$(
            pub(in crate::call) fn $name<D: Driver, V: Value, I: Index>(
                gpu: &Gpu<D>,
                a: &DeviceCsr<D, V, I>,
                _: &mut Buffer<D, V>,
                out: &mut Buffer<D, V>,
            ) -> Result<(), Error> {
                crate::reduce::$name(gpu, a, out)
            }
        )*};
    }
    without_scratch! { sum_csr_columns mean_csr_columns norm1_csr_columns norm2_csr_columns square_sum_csr_columns
    max_csr_columns min_csr_columns }
}

pub(in crate::call) mod rows {
    use crate::driver::Driver;
    pub(in crate::call) use crate::rows::{coalesce, permute, retain};
    use crate::{DeviceRowSparse, Error, Gpu};
    use lacuna::{Index, Value};

    /// A device needs no cursors.
    pub(in crate::call) fn add_n<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        inputs: &[DeviceRowSparse<D, V, I>],
        (): (),
        out: &mut DeviceRowSparse<D, V, I>,
    ) -> Result<(), Error> {
        crate::rows::add_n(gpu, &inputs.iter().collect::<Vec<_>>(), out)
    }
}
