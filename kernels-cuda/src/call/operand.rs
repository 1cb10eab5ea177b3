//! Operands of any kernel.
use crate::driver::Driver;
use crate::{Buffer, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, DeviceRowsMut};
use lacuna::call::{AnyOperand, AnyRule, Erase};
use lacuna::random::Stream;
use lacuna::{Index, Storage};

/// An operand of a call: what the kernel of the host takes, on a device.
#[derive(Debug)]
pub enum DeviceOperand<'a, D: Driver, V, I> {
    /// A csr, read or written.
    Csr(DeviceCsr<D, V, I>),
    /// A dense matrix, read or written; also rows to be updated, or an operand to be broadcast.
    Dense(DeviceDense<D, V>),
    /// A row_sparse array, as [`Dense`](Self::Dense).
    RowSparse(DeviceRowSparse<D, V, I>),
    /// A list of row_sparse arrays.
    List(Vec<DeviceRowSparse<D, V, I>>),
    /// A row that is the same for all, to be broadcast.
    Row(Buffer<D, V>),
    /// A column that is the same for all, to be broadcast.
    Column(Buffer<D, V>),
    /// Values, read or written.
    Values(Buffer<D, V>),
    /// Indices, read or written.
    Indices(Buffer<D, I>),
    /// A number; also on the device where it is to be broadcast.
    Scalar(V, Option<Buffer<D, V>>),
    /// A plan.
    Plan(&'a DevicePlan<D, I>),
    /// A size.
    Size(usize),
    /// Where random numbers come from.
    Stream(Stream),
    /// The hyper-parameters of a rule.
    Rule(AnyRule),
    /// Scratch of the host, which no device needs.
    Scratch,
}

/// What a function takes of an operand of a kind: `lent!(Dense operand)`, nothing for another kind.
macro_rules! lent {
    (Csr $of:ident $V:ident) => {
        $of.csr().map(|csr| &*csr)
    };
    (CsrMut $of:ident $V:ident) => {
        $of.csr()
    };
    (Dense $of:ident $V:ident) => {
        $of.dense().map(|dense| &*dense)
    };
    (DenseMut $of:ident $V:ident) => {
        $of.dense()
    };
    (RowSparse $of:ident $V:ident) => {
        $of.row_sparse().map(|array| &*array)
    };
    (RowSparseMut $of:ident $V:ident) => {
        $of.row_sparse()
    };
    (RowSparseList $of:ident $V:ident) => {
        $of.list()
    };
    (RowsMut $(($one:tt))? $of:ident $V:ident) => {
        $of.rows_mut()
    };
    (Broadcast $of:ident $V:ident) => {
        $of.broadcast()
    };
    (Plan $of:ident $V:ident) => {
        $of.plan()
    };
    (Values $of:ident $V:ident) => {
        $of.values().map(|values| &*values)
    };
    (ValuesMut $of:ident $V:ident) => {
        $of.values()
    };
    (Indices $of:ident $V:ident) => {
        $of.indices().map(|indices| &*indices)
    };
    (IndicesMut $of:ident $V:ident) => {
        $of.indices()
    };
    (Scalar $of:ident $V:ident) => {
        $of.scalar()
    };
    (Size $of:ident $V:ident) => {
        $of.size()
    };
    (Stream $of:ident $V:ident) => {
        $of.stream()
    };
    (Cursors $of:ident $V:ident) => {
        $of.scratch()
    };
    (Rule($rule:ident $own:tt) $of:ident $V:ident) => {
        $of.rule::<lacuna::optim::$rule<$V>>()
    };
}
pub(super) use lent;

/// Operands that are lent as they lie there.
macro_rules! lends {
    ($($name:ident -> $type:ty: $pattern:pat => $lent:expr;)*) => {
        impl<'a, D: Driver, V: Storage, I: Index> DeviceOperand<'a, D, V, I> {
            $(
                pub(super) fn $name(&mut self) -> Option<$type> {
                    match self {
                        $pattern => Some($lent),
                        _ => None,
                    }
                }
            )*
        }
    };
}
lends! {
    csr -> &mut DeviceCsr<D, V, I>: Self::Csr(there) => there;
    dense -> &mut DeviceDense<D, V>: Self::Dense(there) => there;
    row_sparse -> &mut DeviceRowSparse<D, V, I>: Self::RowSparse(there) => there;
    list -> &[DeviceRowSparse<D, V, I>]: Self::List(there) => there;
    plan -> &DevicePlan<D, I>: Self::Plan(there) => there;
    values -> &mut Buffer<D, V>: Self::Values(there) => there;
    indices -> &mut Buffer<D, I>: Self::Indices(there) => there;
    scalar -> V: Self::Scalar(value, _) => *value;
    size -> usize: Self::Size(size) => *size;
    stream -> Stream: Self::Stream(stream) => *stream;
    scratch -> (): Self::Scratch => ();
}

impl<'a, D: Driver, V: Storage, I: Index> DeviceOperand<'a, D, V, I> {
    pub(super) fn rows_mut(&mut self) -> Option<DeviceRowsMut<'_, D, V, I>> {
        match self {
            Self::Dense(there) => Some(there.into()),
            Self::RowSparse(there) => Some(there.into()),
            _ => None,
        }
    }

    pub(super) fn broadcast(&mut self) -> Option<DeviceBroadcast<'_, D, V, I>> {
        Some(match self {
            Self::Dense(there) => DeviceBroadcast::Dense(there),
            Self::RowSparse(there) => DeviceBroadcast::RowSparse(there),
            Self::Row(there) => DeviceBroadcast::Row(there),
            Self::Column(there) => DeviceBroadcast::Column(there),
            Self::Scalar(_, Some(there)) => DeviceBroadcast::Scalar(there),
            _ => return None,
        })
    }

    pub(super) fn rule<R: Erase<'a>>(&mut self) -> Option<R> {
        if let Self::Rule(rule) = self { R::restore(&mut AnyOperand::Rule(*rule)) } else { None }
    }
}
