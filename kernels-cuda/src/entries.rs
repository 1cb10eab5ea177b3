//! The entries as structs: what an entry takes, by name, of the types that its signature says. [`Launch`] gets it in
//! the order of the signature.
#![allow(non_camel_case_types)]
use crate::array::{
    self, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, DeviceRows, DeviceRowsMut,
};
use crate::buffer::{Buffer, word};
use crate::driver::{Argument, Driver};
use crate::launch::{self, Launch};
use lacuna::{Index, Number as AnyNumber, Storage, Value};

/// What a parameter of a kind, or a group of them, is given on the host.
macro_rules! given {
    ($a:lifetime, $D:ident, In<$T:ident>) => { &$a Buffer<$D, $T> };
    ($a:lifetime, $D:ident, InFrom<$T:ident>) => { (&$a Buffer<$D, $T>, usize) };
    ($a:lifetime, $D:ident, InOrNull<$T:ident>) => { Option<&$a Buffer<$D, $T>> };
    ($a:lifetime, $D:ident, Out<$T:ident>) => { &$a mut Buffer<$D, $T> };
    ($a:lifetime, $D:ident, OutFrom<$T:ident>) => { (&$a mut Buffer<$D, $T>, usize) };
    ($a:lifetime, $D:ident, Words) => { CheckWords<$a, $D> };
    ($a:lifetime, $D:ident, WordsOrNull) => { Option<CheckWords<$a, $D>> };
    ($a:lifetime, $D:ident, Size) => { usize };
    ($a:lifetime, $D:ident, Word) => { u32 };
    ($a:lifetime, $D:ident, Address) => { u64 };
    ($a:lifetime, $D:ident, Number<$V:ident>) => { Number<$V> };
    ($a:lifetime, $D:ident, Values<$V:ident>) => { &$a Buffer<$D, $V> };
    ($a:lifetime, $D:ident, ValuesMut<$V:ident>) => { &$a mut Buffer<$D, $V> };
    ($a:lifetime, $D:ident, Scalar<$V:ident>) => { Number<$V> };
    ($a:lifetime, $D:ident, Sums<$V:ident>) => { &$a Buffer<$D, <$V as Storage>::Arithmetic> };
    ($a:lifetime, $D:ident, SumsMut<$V:ident>) => { &$a mut Buffer<$D, <$V as Storage>::Arithmetic> };
    ($a:lifetime, $D:ident, Numbers<$V:ident, $names:tt>) => { [Number<$V>; count!($names)] };
    ($a:lifetime, $D:ident, States<$V:ident, $I:ident, $names:tt>) => {
        [groups::State<$a, $D, $V, $I>; count!($names)]
    };
    ($a:lifetime, $D:ident, Common<$V:ident>) => { groups::Common<$V> };
    ($a:lifetime, $D:ident, Groups) => { groups::Groups };
    ($a:lifetime, $D:ident, Stream) => { groups::Stream };
    ($a:lifetime, $D:ident, Draws) => { groups::Draws };
    ($a:lifetime, $D:ident, Input) => { groups::Input };
    ($a:lifetime, $D:ident, $Group:ident<$($T:ident),*>) => { groups::$Group<$a, $D, $($T),*> };
    ($a:lifetime, $D:ident, $Group:ident) => { groups::$Group<$a, $D> };
}

/// The words of a check: a page, and where they begin.
pub(crate) type CheckWords<'a, D> = (&'a mut Buffer<D, u64>, usize);

/// A value.
#[derive(Clone, Copy)]
pub(crate) struct Number<V>(pub(crate) V);

/// Appends what was given to the arguments.
trait Push<'a, D: Driver> {
    fn push(self, launch: &mut Launch<'a, D>);
}

/// `type, given => argument`.
macro_rules! arguments {
    ($([$($T:ident)?] $given:ty, $pattern:pat => $argument:expr;)*) => {$(
        impl<'a, D: Driver, $($T: Copy)?> Push<'a, D> for $given {
            fn push(self, launch: &mut Launch<'a, D>) {
                let $pattern = self;
                launch.push($argument);
            }
        }
    )*};
}
arguments! {
    [T] &'a Buffer<D, T>, buffer => Argument::Read(&buffer.memory, 0);
    [T] (&'a Buffer<D, T>, usize), (buffer, start) => Argument::Read(&buffer.memory, start * size_of::<T>());
    [T] Option<&'a Buffer<D, T>>, buffer => buffer.map_or(Argument::Null, |buffer| Argument::Read(&buffer.memory, 0));
    [T] &'a mut Buffer<D, T>, buffer => Argument::Write(&mut buffer.memory, 0);
    [T] (&'a mut Buffer<D, T>, usize), (buffer, start) => Argument::Write(&mut buffer.memory, start * size_of::<T>());
    [] Option<CheckWords<'a, D>>, words => words.map_or(Argument::Null, |(buffer, start)| {
        Argument::Write(&mut buffer.memory, start * size_of::<u64>())
    });
    [] usize, size => Argument::U64(size as u64);
    [] u32, word => Argument::U32(word);
    [] u64, address => Argument::U64(address);
    [V] Number<V>, Number(value) => word(value).map_or_else(Argument::U64, Argument::U32);
}

impl<'a, D: Driver, P: Push<'a, D>, const N: usize> Push<'a, D> for [P; N] {
    fn push(self, launch: &mut Launch<'a, D>) {
        for given in self {
            given.push(launch);
        }
    }
}

/// Defines the groups as structs, which have a lifetime and a driver where they hold buffers.
macro_rules! define_groups {
    (pointers { $($pointers:tt)* } numbers { $($numbers:tt)* }) => {
        /// Parameters that go together.
        pub(crate) mod groups {
            use super::*;
            define_groups! { @structs 'a D; ['a, D: Driver,] ['a, D,] $($pointers)* }
            define_groups! { @structs 'a D; [] [] $($numbers)* }
        }
    };
    (@structs $a:lifetime $D:ident; $header:tt $arguments:tt
        $($(#[$doc:meta])* $Group:ident$(<$($T:ident),*>)? { $($part:ident: $kind:ident$(<$P:ident>)?),* $(,)? })*
    ) => {$(
        define_groups! {
            @struct [$(#[$doc])*] $a $D $header $arguments $Group [$($($T),*)?] $($part: given!($a, $D, $kind$(<$P>)?)),
            *
        }
    )*};
    (
        @struct [$(#[$doc:meta])*] $a:lifetime $D:ident [$($header:tt)*] [
            $($arguments:tt)*
        ] $Group:ident [$($T:ident),*] $($part:ident: $given:ty),
        *
    ) => {
        $(#[$doc])*
        pub(crate) struct $Group<$($header)* $($T),*> { $(pub(crate) $part: $given),* }
        impl<$a, $D: Driver, $($T: Copy),*> Push<$a, $D> for $Group<$($arguments)* $($T),*> {
            fn push(self, launch: &mut Launch<$a, $D>) {
                $(self.$part.push(launch);)*
            }
        }
    };
}
for_each_group! { define_groups }

/// Defines for each entry its struct, of its name.
macro_rules! define_entries {
    ($($family:ident {
        $(
            $(#[$doc:meta])* $name:ident[$($T:ident: $Bound:ident),*](
                $($parameter:ident: $kind:ident$(<$($P:tt),*>)?),* $(,)?
            );
        )*
    })*) => {$($(
        $(#[$doc])*
        pub(crate) struct $name<'a, D: Driver, $($T: $Bound),*> {
            $(pub(crate) $parameter: given!('a, D, $kind$(<$($P),*>)?)),*
        }
        impl<'a, D: Driver, $($T: $Bound),*> $name<'a, D, $($T),*> {
            /// A launch of it.
            pub(crate) fn on(self, driver: &'a D) -> Launch<'a, D> {
                let mut launch = Launch::new(driver, stringify!($family), stringify!($name), &[$($T::NAME),*]);
                $(self.$parameter.push(&mut launch);)*
                launch
            }
        }
    )*)*};
}
for_each_entry! { define_entries }

impl<'a, D: Driver, V: AnyNumber, I: Index> From<&'a DeviceCsr<D, V, I>> for groups::Csr<'a, D, V, I> {
    fn from(csr: &'a DeviceCsr<D, V, I>) -> Self {
        Self {
            indptr: &csr.indptr,
            indices: &csr.indices,
            values: &csr.values,
            capacity: csr.capacity(),
            rows: csr.rows,
        }
    }
}

impl<'a, D: Driver, V: AnyNumber, I: Index> From<&'a mut DeviceCsr<D, V, I>> for groups::CsrMut<'a, D, V, I> {
    fn from(csr: &'a mut DeviceCsr<D, V, I>) -> Self {
        let capacity = csr.capacity();
        Self { indptr: &csr.indptr, indices: &mut csr.indices, values: &mut csr.values, capacity }
    }
}

impl<'a, D: Driver, V: AnyNumber> From<&'a DeviceDense<D, V>> for groups::Matrix<'a, D, V> {
    fn from(dense: &'a DeviceDense<D, V>) -> Self {
        Self { data: &dense.data, rows: dense.rows, stride: dense.stride, columns: dense.columns }
    }
}

impl<'a, D: Driver, V: AnyNumber> From<&'a mut DeviceDense<D, V>> for groups::MatrixMut<'a, D, V> {
    fn from(dense: &'a mut DeviceDense<D, V>) -> Self {
        Self { data: &mut dense.data, rows: dense.rows, stride: dense.stride }
    }
}

// Derived, they would ask it of the driver.
impl<D: Driver, V> Clone for groups::Matrix<'_, D, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<D: Driver, V> Copy for groups::Matrix<'_, D, V> {}

impl<D: Driver, V> groups::MatrixMut<'_, D, V> {
    /// The same for a while.
    pub(crate) const fn reborrow(&mut self) -> groups::MatrixMut<'_, D, V> {
        groups::MatrixMut { data: self.data, rows: self.rows, stride: self.stride }
    }
}

impl<'a, D: Driver, I: Index> From<&'a DevicePlan<D, I>> for groups::Segments<'a, D, I> {
    fn from(plan: &'a DevicePlan<D, I>) -> Self {
        let (stored, count) = (Some(&*plan.pattern.stored), plan.pattern.capacity());
        Self { bounds: &plan.segments, stored, count, terms: plan.entries.len() }
    }
}

impl<'a, D: Driver, I: Index> From<&'a array::Pattern<D, I>> for groups::Pattern<'a, D, I> {
    fn from(pattern: &'a array::Pattern<D, I>) -> Self {
        Self {
            ids: Some(&pattern.ids),
            stored: Some(&pattern.stored),
            capacity: pattern.capacity(),
            rows: pattern.rows,
        }
    }
}

impl<D: Driver, I: Index> groups::Pattern<'_, D, I> {
    /// All of so many rows.
    pub(crate) const fn all(rows: usize) -> Self {
        Self { ids: None, stored: None, capacity: 0, rows }
    }
}

impl<'a, D: Driver, V: AnyNumber, I: Index> From<&'a DeviceRowSparse<D, V, I>> for groups::RowSparse<'a, D, V, I> {
    fn from(array: &'a DeviceRowSparse<D, V, I>) -> Self {
        (&DeviceRows::from(array)).into()
    }
}

impl<'a, D: Driver, V: AnyNumber, I: Index> From<&DeviceRows<'a, D, V, I>> for groups::RowSparse<'a, D, V, I> {
    fn from(&DeviceRows { pattern, row_length, data }: &DeviceRows<'a, D, V, I>) -> Self {
        let capacity = pattern.capacity();
        Self { ids: &pattern.ids, stored: &pattern.stored, capacity, rows: pattern.rows, data, columns: row_length }
    }
}

impl<'a, D: Driver, V: Value, I: Index> From<DeviceRowsMut<'a, D, V, I>> for groups::State<'a, D, V, I> {
    fn from(rows: DeviceRowsMut<'a, D, V, I>) -> Self {
        match rows {
            DeviceRowsMut::Dense(dense) => Self::part(dense, [0, 0]),
            DeviceRowsMut::RowSparse(DeviceRowSparse { pattern, row_length, data }) => {
                let capacity = pattern.capacity();
                Self {
                    ids: Some(&pattern.ids),
                    stored: Some(&pattern.stored),
                    capacity,
                    data: (data, 0),
                    stride: *row_length,
                }
            }
        }
    }
}

impl<'a, D: Driver, V: Value, I: Index> groups::State<'a, D, V, I> {
    /// A dense matrix from a row and a column on.
    pub(crate) const fn part(
        DeviceDense { data, stride, .. }: &'a mut DeviceDense<D, V>,
        [row, column]: [usize; 2],
    ) -> Self {
        Self { ids: None, stored: None, capacity: 0, data: (data, row * *stride + column), stride: *stride }
    }
}

impl<'a, D: Driver, V: Value, I: Index> From<DeviceBroadcast<'a, D, V, I>> for groups::Broadcast<'a, D, V, I> {
    fn from(operand: DeviceBroadcast<'a, D, V, I>) -> Self {
        // Of all rows, as many as there may be.
        let from = |data, row_step, column_step| Self {
            ids: None,
            stored: None,
            capacity: 0,
            rows: usize::MAX,
            data,
            row_step,
            column_step,
        };
        let all = |data, row_step, column_step| from((data, 0), row_step, column_step);
        match operand {
            DeviceBroadcast::Dense(DeviceDense { data, stride, .. }) => all(data, *stride, 1),
            DeviceBroadcast::Part(DeviceDense { data, stride, .. }, [row, column]) => {
                from((data, row * stride + column), *stride, 1)
            }
            DeviceBroadcast::RowSparse(DeviceRowSparse { pattern, row_length, data }) => {
                let (ids, stored) = (Some(&*pattern.ids), Some(&*pattern.stored));
                Self {
                    ids,
                    stored,
                    capacity: pattern.capacity(),
                    rows: pattern.rows,
                    data: (data, 0),
                    row_step: *row_length,
                    column_step: 1,
                }
            }
            DeviceBroadcast::Row(data) => all(data, 0, 1),
            DeviceBroadcast::Column(data) => all(data, 1, 0),
            DeviceBroadcast::Scalar(data) => all(data, 0, 0),
        }
    }
}

impl From<launch::Groups> for groups::Groups {
    fn from(groups: launch::Groups) -> Self {
        Self { lane_bits: groups.lane_bits, wide: u32::from(groups.wide) }
    }
}

impl From<lacuna::random::Stream> for groups::Stream {
    fn from(lacuna::random::Stream { seed, stream, first }: lacuna::random::Stream) -> Self {
        Self { seed, stream, first }
    }
}
