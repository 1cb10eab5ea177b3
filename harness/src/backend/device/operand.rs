//! Each kind of operand: how it goes to a device, how it is lent to a function there, and how it comes back.
use lacuna::segments::SegmentPlan;
use lacuna::{Broadcast, Csr, CsrMut, Dense, DenseMut, Index, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{
    Buffer, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, DeviceRowsMut, Error, Gpu, Pattern,
};

/// The functions of [`lacuna_cuda`] by the names of the kernels.
pub(in super::super) mod entry {
    pub(in super::super::super) use lacuna_cuda::{binary, cast, embedding, graph, loss, map, optim, random, slice};

    pub(in super::super::super) mod dot {
        use lacuna::{Index, Value};
        pub(in super::super::super::super) use lacuna_cuda::dot::{
            csr_dense, csr_row_sparse, csr_t_dense, csr_t_dense_to_dense, csr_t_row_sparse, dense_csr_t,
            dense_row_sparse_t, sddmm,
        };
        use lacuna_cuda::driver::Driver;
        use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, Error, Gpu};

        /// A device needs no scratch.
        pub(in super::super::super::super) fn csr_csr<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            a: &DeviceCsr<D, V, I>,
            b: &DeviceCsr<D, V, I>,
            _scratch: &mut Buffer<D, V>,
            out: &mut DeviceCsr<D, V, I>,
        ) -> Result<(), Error> {
            lacuna_cuda::dot::csr_csr(gpu, a, b, out)
        }

        /// As above.
        pub(in super::super::super::super) fn dense_csr<D: Driver, V: Value, I: Index>(
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
                pub(in super::super::super::super) fn $name<D: Driver, V: Value>(
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

    pub(in super::super::super) mod reduce {
        use lacuna::{Index, Value};
        use lacuna_cuda::driver::Driver;
        pub(in super::super::super::super) use lacuna_cuda::reduce::*;
        use lacuna_cuda::{Buffer, DeviceCsr, Error, Gpu};

        /// A device needs no scratch.
        macro_rules! without_scratch {
            ($($name:ident)*) => {$(
                pub(in super::super::super::super) fn $name<D: Driver, V: Value, I: Index>(
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

    pub(in super::super::super) mod rows {
        use lacuna::{Index, Value};
        use lacuna_cuda::driver::Driver;
        pub(in super::super::super::super) use lacuna_cuda::rows::{coalesce, permute, retain};
        use lacuna_cuda::{DeviceRowSparse, Error, Gpu};

        /// A device needs no cursors.
        pub(in super::super::super::super) fn add_n<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            inputs: Vec<&DeviceRowSparse<D, V, I>>,
            (): (),
            out: &mut DeviceRowSparse<D, V, I>,
        ) -> Result<(), Error> {
            lacuna_cuda::rows::add_n(gpu, &inputs, out)
        }
    }
}

/// What the operands of a call pass to those after them: the pattern of a plan, which outputs with the plan's ids
/// share.
pub(in super::super) struct Context<D: Driver, I> {
    plan: Option<(Vec<I>, Pattern<D, I>)>,
}

impl<D: Driver, I> Default for Context<D, I> {
    fn default() -> Self {
        Self { plan: None }
    }
}

/// An operand of the host.
pub(in super::super) trait Transfer<D: Driver, I> {
    /// What it is on the device.
    type There;
    /// As functions of the device take it.
    type Lent<'t>
    where
        Self: 't,
        D: 't,
        I: 't;

    /// A copy on the device; outputs as they are, so that it shows if a refused call has written one.
    fn upload(&self, gpu: &Gpu<D>, context: &mut Context<D, I>) -> Result<Self::There, Error>;

    /// Lends the copy.
    fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t>
    where
        Self: 't,
        I: 't;

    /// Brings it back, if it is an output.
    fn download(self, gpu: &Gpu<D>, there: &Self::There) -> Result<(), Error>;
}

/// Operands that are read: type, what it is there, and how it is made.
macro_rules! read {
    ($([$($generic:ident: $bound:ident),*] $host:ty =>
        $there:ty, |$gpu:ident, $operand:ident, $context:ident| $upload:expr;)*) => {$(
        impl<D: Driver, $($generic: $bound),*> Transfer<D, I> for $host {
            type There = $there;
            type Lent<'t> = &'t $there where Self: 't, D: 't, I: 't;
            // Once for each type, and not in every kernel.
            #[inline(never)]
            fn upload(&self, $gpu: &Gpu<D>, $context: &mut Context<D, I>) -> Result<Self::There, Error> {
                let $operand = self;
                $upload
            }
            fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t> where Self: 't, I: 't {
                there
            }
            fn download(self, _: &Gpu<D>, _: &Self::There) -> Result<(), Error> {
                Ok(())
            }
        }
    )*};
}
read! {
    [V: Value, I: Index] Csr<'_, V, I> => DeviceCsr<D, V, I>, |gpu, csr, _context| DeviceCsr::upload(gpu, *csr);
    [V: Value, I: Index] Dense<'_, V> => DeviceDense<D, V>, |gpu, dense, _context| DeviceDense::upload(gpu, *dense);
    [
        V: Value, I: Index
    ] RowSparse<'_, V, I> => DeviceRowSparse<D, V, I>, |gpu, array, _context| DeviceRowSparse::upload(gpu, *array);
    [V: Value, I: Index] &[V] => Buffer<D, V>, |gpu, values, _context| Buffer::upload_values(gpu, values);
    [I: Index] &SegmentPlan<'_, I> => DevicePlan<D, I>, |gpu, plan, context| {
        let there = DevicePlan::upload(gpu, plan)?;
        context.plan = Some((plan.ids().to_vec(), there.pattern().clone()));
        Ok(there)
    };
}

/// Indices. (A type of its own: the compiler must know that no value type is an index type.)
pub(in super::super) struct Places<'a, I>(pub(in super::super) &'a [I]);

read! {
    [I: Index] Places<'_, I> => Buffer<D, I>, |gpu, places, _context| Buffer::upload(gpu, places.0);
}

/// Operands that are written: type, what it is there, how it is made, and how it comes back.
macro_rules! written {
    ($([$($generic:ident: $bound:ident),*] $host:ty =>
        $there:ty, |$gpu:ident, $operand:ident, $context:ident| $upload:expr, |$back:ident, $from:ident,
            $to:ident| $download:expr;)*) => {$(
        impl<D: Driver, $($generic: $bound),*> Transfer<D, I> for $host {
            type There = $there;
            type Lent<'t> = &'t mut $there where Self: 't, D: 't, I: 't;
            // Once for each type, and not in every kernel.
            #[inline(never)]
            fn upload(&self, $gpu: &Gpu<D>, $context: &mut Context<D, I>) -> Result<Self::There, Error> {
                let $operand = self;
                $upload
            }
            fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t> where Self: 't, I: 't {
                there
            }
            #[allow(unused_mut)]
            #[inline(never)]
            fn download(self, $back: &Gpu<D>, $from: &Self::There) -> Result<(), Error> {
                let mut $to = self;
                $download
            }
        }
    )*};
}
/// Indices that are written.
pub(in super::super) struct PlacesMut<'a, I>(pub(in super::super) &'a mut [I]);

written! {
    [I: Index] PlacesMut<'_, I> => Buffer<D, I>, |gpu, places, _context| Buffer::upload(
        gpu, places.0
    ), |gpu, from, to| {
        to.0.copy_from_slice(&from.download(gpu)?);
        Ok(())
    };
}

/// What stays here.
pub(in super::super) struct Here<T>(pub(in super::super) T);

impl<D: Driver, I: Index, T: Copy> Transfer<D, I> for Here<T> {
    type There = ();
    type Lent<'t>
        = T
    where
        Self: 't,
        D: 't,
        I: 't;

    fn upload(&self, _: &Gpu<D>, _: &mut Context<D, I>) -> Result<(), Error> {
        Ok(())
    }
    fn lend<'t>(&self, (): &'t mut ()) -> T
    where
        Self: 't,
        I: 't,
    {
        self.0
    }
    fn download(self, _: &Gpu<D>, (): &()) -> Result<(), Error> {
        Ok(())
    }
}

/// A broadcast operand on the device.
pub(in super::super) enum Brought<D: Driver, V, I> {
    Dense(DeviceDense<D, V>),
    RowSparse(DeviceRowSparse<D, V, I>),
    Row(Buffer<D, V>),
    Column(Buffer<D, V>),
    Scalar(Buffer<D, V>),
}

impl<D: Driver, V: Value, I: Index> Transfer<D, I> for Broadcast<'_, V, I> {
    type There = Brought<D, V, I>;
    type Lent<'t>
        = DeviceBroadcast<'t, D, V, I>
    where
        Self: 't,
        D: 't,
        I: 't;

    fn upload(&self, gpu: &Gpu<D>, _: &mut Context<D, I>) -> Result<Self::There, Error> {
        Ok(match *self {
            Broadcast::Dense(dense) => Brought::Dense(DeviceDense::upload(gpu, dense)?),
            Broadcast::RowSparse(stored) => Brought::RowSparse(DeviceRowSparse::upload(gpu, stored)?),
            Broadcast::Row(values) => Brought::Row(Buffer::upload_values(gpu, values)?),
            Broadcast::Column(values) => Brought::Column(Buffer::upload_values(gpu, values)?),
            Broadcast::Scalar(value) => Brought::Scalar(Buffer::upload_values(gpu, &[value])?),
        })
    }
    fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t>
    where
        Self: 't,
        I: 't,
    {
        match there {
            Brought::Dense(dense) => DeviceBroadcast::Dense(dense),
            Brought::RowSparse(stored) => DeviceBroadcast::RowSparse(stored),
            Brought::Row(values) => DeviceBroadcast::Row(values),
            Brought::Column(values) => DeviceBroadcast::Column(values),
            Brought::Scalar(value) => DeviceBroadcast::Scalar(value),
        }
    }
    fn download(self, _: &Gpu<D>, _: &Self::There) -> Result<(), Error> {
        Ok(())
    }
}

/// A list of arrays.
pub(in super::super) struct List<'a, 'r, V, I>(pub(in super::super) &'a [RowSparse<'r, V, I>]);

impl<D: Driver, V: Value, I: Index> Transfer<D, I> for List<'_, '_, V, I> {
    type There = Vec<DeviceRowSparse<D, V, I>>;
    type Lent<'t>
        = Vec<&'t DeviceRowSparse<D, V, I>>
    where
        Self: 't,
        D: 't,
        I: 't;

    fn upload(&self, gpu: &Gpu<D>, _: &mut Context<D, I>) -> Result<Self::There, Error> {
        self.0.iter().map(|&array| DeviceRowSparse::upload(gpu, array)).collect()
    }
    fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t>
    where
        Self: 't,
        I: 't,
    {
        there.iter().collect()
    }
    fn download(self, _: &Gpu<D>, _: &Self::There) -> Result<(), Error> {
        Ok(())
    }
}

written! {
    [V: Value, I: Index] DenseMut<'_, V> => DeviceDense<D, V>, |gpu, dense, _context| DeviceDense::upload(
        gpu, dense.as_dense()
    ), |gpu, from, to| from.download(gpu, to);
    [
        V: Value, I: Index
    ] &mut [V] => Buffer<D, V>, |gpu, values, _context| Buffer::upload_values(gpu, values), |gpu, from, to| {
        to.copy_from_slice(&from.download_values(gpu)?);
        Ok(())
    };
    [V: Value, I: Index] CsrMut<'_, V, I> => DeviceCsr<D, V, I>, |gpu, csr, _context| DeviceCsr::upload(
        gpu, csr.as_csr()
    ), |gpu, from, to| {
        let found = from.download(gpu)?;
        for row in 0..to.rows() {
            let entries = found.indptr[row].to_usize()..found.indptr[row + 1].to_usize();
            let (indices, values) = to.row_mut(row);
            indices.copy_from_slice(&found.indices[entries.clone()]);
            values.copy_from_slice(&found.values[entries]);
        }
        Ok(())
    };
    [V: Value, I: Index] RowSparseMut<'_, V, I> => DeviceRowSparse<D, V, I>, |gpu, array, context| {
        let array = array.as_row_sparse();
        match context.plan.as_ref().filter(|(ids, _)| ids == array.indices()) {
            Some((_, pattern)) => DeviceRowSparse::with_pattern(gpu, pattern, array.row_length(), array.data()),
            None => DeviceRowSparse::upload(gpu, array),
        }
    }, |gpu, from, to| {
        to.data_mut().copy_from_slice(&from.download(gpu)?.data);
        Ok(())
    };
}

/// A weight or state on the device.
pub(in super::super) enum State<D: Driver, V, I> {
    Dense(DeviceDense<D, V>),
    RowSparse(DeviceRowSparse<D, V, I>),
}

impl<D: Driver, V: Value, I: Index> Transfer<D, I> for RowsMut<'_, V, I> {
    type There = State<D, V, I>;
    type Lent<'t>
        = DeviceRowsMut<'t, D, V, I>
    where
        Self: 't,
        D: 't,
        I: 't;

    fn upload(&self, gpu: &Gpu<D>, context: &mut Context<D, I>) -> Result<Self::There, Error> {
        Ok(match self {
            RowsMut::Dense(dense) => State::Dense(Transfer::<D, I>::upload(dense, gpu, context)?),
            RowsMut::RowSparse(stored) => State::RowSparse(stored.upload(gpu, context)?),
        })
    }
    fn lend<'t>(&self, there: &'t mut Self::There) -> Self::Lent<'t>
    where
        Self: 't,
        I: 't,
    {
        match there {
            State::Dense(dense) => dense.into(),
            State::RowSparse(stored) => stored.into(),
        }
    }
    fn download(self, gpu: &Gpu<D>, there: &Self::There) -> Result<(), Error> {
        match (there, self) {
            (State::Dense(from), RowsMut::Dense(to)) => from.download(gpu, to),
            (State::RowSparse(from), RowsMut::RowSparse(to)) => to.download(gpu, from),
            _ => Ok(()),
        }
    }
}
