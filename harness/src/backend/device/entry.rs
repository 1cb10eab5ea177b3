//! The functions of [`lacuna_cuda`] by the names of the kernels.
pub(in crate::backend::device) use lacuna_cuda::{binary, cast, embedding, graph, loss, map, optim, random, slice};

pub(in crate::backend::device) mod dot {
    use lacuna::{Index, Value};
    pub(in crate::backend::device) use lacuna_cuda::dot::{
        csr_dense, csr_row_sparse, csr_t_dense, csr_t_dense_to_dense, csr_t_row_sparse, dense_csr_t,
        dense_row_sparse_t, sddmm,
    };
    use lacuna_cuda::driver::Driver;
    use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, Error, Gpu};

    /// A device needs no scratch.
    pub(in crate::backend::device) fn csr_csr<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        a: &DeviceCsr<D, V, I>,
        b: &DeviceCsr<D, V, I>,
        _scratch: &mut Buffer<D, V>,
        out: &mut DeviceCsr<D, V, I>,
    ) -> Result<(), Error> {
        lacuna_cuda::dot::csr_csr(gpu, a, b, out)
    }

    /// As above.
    pub(in crate::backend::device) fn dense_csr<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        a: &DeviceDense<D, V>,
        b: &DeviceCsr<D, V, I>,
        _scratch: &mut Buffer<D, V>,
        out: &mut DeviceDense<D, V>,
    ) -> Result<(), Error> {
        lacuna_cuda::dot::dense_csr(gpu, a, b, out)
    }

    /// As above.
    macro_rules! without_scratch {
        ($($name:ident)*) => {$(
            pub(in crate::backend::device) fn $name<D: Driver, V: Value>(
                gpu: &Gpu<D>,
                a: &DeviceDense<D, V>,
                b: &DeviceDense<D, V>,
                _scratch: &mut Buffer<D, V>,
                out: &mut DeviceDense<D, V>,
            ) -> Result<(), Error> {
                lacuna_cuda::dot::$name(gpu, a, b, out)
            }
        )*};
    }
    without_scratch! { dense_dense dense_t_dense dense_dense_t }
}

pub(in crate::backend::device) mod reduce {
    use lacuna::{Index, Value};
    use lacuna_cuda::driver::Driver;
    pub(in crate::backend::device) use lacuna_cuda::reduce::*;
    use lacuna_cuda::{Buffer, DeviceCsr, Error, Gpu};

    /// A device needs no scratch.
    macro_rules! without_scratch {
        ($($name:ident)*) => {$(
            pub(in crate::backend::device) fn $name<D: Driver, V: Value, I: Index>(
                gpu: &Gpu<D>,
                a: &DeviceCsr<D, V, I>,
                _: &mut Buffer<D, V>,
                out: &mut Buffer<D, V>,
            ) -> Result<(), Error> {
                lacuna_cuda::reduce::$name(gpu, a, out)
            }
        )*};
    }
    without_scratch! { sum_csr_columns mean_csr_columns norm1_csr_columns norm2_csr_columns square_sum_csr_columns
    max_csr_columns min_csr_columns }
}

pub(in crate::backend::device) mod rows {
    use lacuna::{Index, Value};
    use lacuna_cuda::driver::Driver;
    pub(in crate::backend::device) use lacuna_cuda::rows::{coalesce, permute, retain};
    use lacuna_cuda::{DeviceRowSparse, Error, Gpu};

    /// A device needs no cursors.
    pub(in crate::backend::device) fn add_n<D: Driver, V: Value, I: Index>(
        gpu: &Gpu<D>,
        inputs: &[DeviceRowSparse<D, V, I>],
        (): (),
        out: &mut DeviceRowSparse<D, V, I>,
    ) -> Result<(), Error> {
        lacuna_cuda::rows::add_n(gpu, &inputs.iter().collect::<Vec<_>>(), out)
    }
}
