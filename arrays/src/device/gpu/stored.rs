//! Arrays as a device has them.
use super::{DeviceCsr, DeviceDense, DeviceRowSparse, Gpu};
use crate::array::{Array, ArrayError, Dtype, Element, Storage};
use crate::device::{Device, Resident};
use lacuna::infer::Stype;
use std::any::Any;
use std::sync::Arc;

/// An array of one of the dtypes that a device keeps.
#[derive(Debug)]
pub enum Stored {
    F32(Form<f32>),
    F64(Form<f64>),
    I64(Form<i64>),
}

/// How it is stored. A dense one is a matrix of its first dimension and all others.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "each array has one, in memory of its own")]
pub enum Form<V> {
    Dense(DeviceDense<V>),
    Csr(DeviceCsr<V>),
    RowSparse(DeviceRowSparse<V>),
}

/// A number that a device keeps.
pub trait Kept: Element {
    fn stored(form: Form<Self>) -> Stored;
    fn form(stored: &Stored) -> Option<&Form<Self>>;
    fn form_mut(stored: &mut Stored) -> Option<&mut Form<Self>>;
}

macro_rules! kept {
    ($($V:ident $variant:ident)*) => {$(
        impl Kept for $V {
            fn stored(form: Form<Self>) -> Stored {
                Stored::$variant(form)
            }
            fn form(stored: &Stored) -> Option<&Form<Self>> {
                match stored { Stored::$variant(form) => Some(form), _ => None }
            }
            fn form_mut(stored: &mut Stored) -> Option<&mut Form<Self>> {
                match stored { Stored::$variant(form) => Some(form), _ => None }
            }
        }
    )*};
}
kept! { f32 F32 f64 F64 i64 I64 }

/// The expression, with the type of a dtype that a device keeps.
#[doc(hidden)]
#[macro_export]
macro_rules! with_kept {
    ($device:expr, $dtype:expr, $V:ident => $body:expr) => {
        match $dtype {
            $crate::array::Dtype::F32 => {
                type $V = f32;
                $body
            }
            $crate::array::Dtype::F64 => {
                type $V = f64;
                $body
            }
            $crate::array::Dtype::I64 => {
                type $V = i64;
                $body
            }
            found => Err($crate::array::ArrayError::DeviceDtype { device: $device.to_string(), found }),
        }
    };
}
pub use with_kept;

/// Rows and columns of a dense array.
pub fn matrix(shape: &[usize]) -> (usize, usize) {
    shape.split_first().map_or((1, 1), |(&rows, row)| (rows, row.iter().product()))
}

/// An array of what a kernel has made.
pub fn array<V: Kept>(here: &Device, shape: &[usize], form: Form<V>) -> Array {
    Array::resident(shape.to_vec(), resident(here, form))
}

pub fn resident<V: Kept>(here: &Device, form: Form<V>) -> Resident {
    let (stype, room) = match &form {
        Form::Dense(dense) => (Stype::Dense, dense.data().len()),
        Form::Csr(csr) => (Stype::Csr, csr.capacity()),
        Form::RowSparse(rows) => (Stype::RowSparse, rows.data().len()),
    };
    Resident { device: here.clone(), stype, dtype: V::DTYPE, room, number: None, memory: Arc::new(V::stored(form)) }
}

/// A dense array whose numbers lie as its operator has computed them, for the operators that go on with it and for no
/// other use.
pub fn parts<T: Any + Send + Sync>(here: &Device, shape: &[usize], dtype: Dtype, parts: T) -> Array {
    let (stype, room) = (Stype::Dense, shape.iter().product());
    Array::resident(
        shape.to_vec(),
        Resident { device: here.clone(), stype, dtype, room, number: None, memory: Arc::new(parts) },
    )
}

pub fn parts_of<T: Any>(array: &Array) -> Option<&T> {
    match array.storage() {
        Storage::Device(resident) => resident.memory.downcast_ref(),
        _ => None,
    }
}

/// The number that the host has copied into an array of one.
pub const fn known(array: &Array) -> Option<i64> {
    match array.storage() {
        Storage::Device(resident) => resident.number,
        _ => None,
    }
}

/// What a device has of an array: nothing of one that is elsewhere.
pub fn stored(array: &Array) -> Option<&Stored> {
    parts_of(array)
}

/// The array, which must have this dtype.
pub fn form<V: Kept>(array: &Array) -> Result<&Form<V>, ArrayError> {
    stored(array).and_then(V::form).ok_or_else(|| ArrayError::Dtype { expected: V::DTYPE, found: array.dtype() })
}

/// A dense array to be written, which no copy shares then.
pub fn dense_mut<'a, V: Kept>(gpu: &Gpu, array: &'a mut Array) -> Result<&'a mut DeviceDense<V>, ArrayError> {
    let Form::Dense(dense) = form::<V>(array)? else {
        return Err(ArrayError::Unsupported { operation: "an update on a device", stype: array.stype() });
    };
    let shared = matches!(array.storage(), Storage::Device(resident) if Arc::strong_count(&resident.memory) > 1);
    let own = if shared {
        Some(DeviceDense::from_buffer(dense.rows(), dense.columns(), dense.data().duplicate(gpu)?)?)
    } else {
        None
    };
    let (expected, found) = (V::DTYPE, array.dtype());
    let form = match array.storage_mut() {
        Storage::Device(resident) => {
            if let Some(own) = own {
                resident.memory = Arc::new(V::stored(Form::Dense(own)));
            }
            Arc::get_mut(&mut resident.memory).and_then(|memory| memory.downcast_mut::<Stored>()).and_then(V::form_mut)
        }
        _ => None,
    };
    match form {
        Some(Form::Dense(dense)) => Ok(dense),
        _ => Err(ArrayError::Dtype { expected, found }),
    }
}
