//! The entries, made from their signatures: one for each value and index type, named `<name>_<V>_<I>`, or with the
//! types that play a part.
//!
//! An entry puts the groups of its signature together again and hands them, by name, to the function of its name in the
//! module of its family.

use half::{bf16, f16};
use lacuna::{Index, Number as AnyNumber, Storage, Value};

pub(crate) type In<T> = *const T;
pub(crate) type InFrom<T> = *const T;
pub(crate) type InOrNull<T> = *const T;
pub(crate) type Out<T> = *mut T;
pub(crate) type OutFrom<T> = *mut T;
pub(crate) type Words = *mut u64;
pub(crate) type WordsOrNull = *mut u64;
pub(crate) type Size = usize;
pub(crate) type Word = u32;
pub(crate) type Number<V> = V;
pub(crate) type Address = u64;
pub(crate) type Values<V> = In<V>;
pub(crate) type ValuesMut<V> = Out<V>;
pub(crate) type Scalar<V> = Number<V>;
pub(crate) type Sums<V> = In<<V as Storage>::Arithmetic>;
pub(crate) type SumsMut<V> = Out<<V as Storage>::Arithmetic>;

/// The type of a parameter of a kind.
macro_rules! kind {
    (Numbers<$V:ident, $names:tt>) => { [$V; count!($names)] };
    (States<$V:ident, $I:ident, $names:tt>) => { [State<$V, $I>; count!($names)] };
    ($Kind:ident$(<$($T:ident),*>)?) => { $Kind$(<$($T),*>)? };
}

/// Defines the groups as structs, and `flatten!`, which turns what a signature takes into separate parameters
/// `[a: T, ..]` and the fields `[name: Group { a, .. }, ..]` that they are put together to. Each parameter comes out of
/// an expansion of its own, so that parts of the same name do not meet. `$d` is a dollar sign.
macro_rules! groups {
    ($d:tt pointers { $($pointers:tt)* } numbers { $($numbers:tt)* }) => { groups! { $d $($pointers)* $($numbers)* } };
    (
        $d:tt $($(#[$doc:meta])* $Group:ident$(<$($T:ident),*>)? { $($part:ident: $kind:ident$(<$P:ident>)?),* $(,)? })*
    ) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub(crate) struct $Group$(<$($T),*>)? { $(pub(crate) $part: $kind$(<$P>)?),* }
        )*
        macro_rules! flatten {
            // An array of groups or numbers, one after the other.
            $((@array $d entry:tt [$d($d parameters:tt)*] $d fields:tt $d name:ident $Group [$d($d done:tt)*]
                ($d one:ident $d($d more:tt)*) $d($d rest:tt)*) => {
                flatten! {
                    @array $d entry [$d($d parameters)* $($part: $kind$(<$P>)?,)*] $d fields
                    $d name $Group [$d($d done)* $Group { $($part),* },] ($d($d more)*) $d($d rest)*
                }
            };)*
            (
                @array $d entry:tt [$d($d parameters:tt)*] $d fields:tt $d name:ident Number [$d($d done:tt)*] (
                    $d one:ident $d($d more:tt)*
                ) $d($d rest:tt)*
            ) => {
                flatten! {
                    @array $d entry [
                        $d($d parameters)* number: V,
                    ] $d fields $d name Number [$d($d done)* number,] ($d($d more)*) $d($d rest)*
                }
            };
            (
                @array $d entry:tt $d parameters:tt [
                    $d($d fields:tt)*
                ] $d name:ident $d Kind:ident [$d($d done:tt)*] () $d($d rest:tt)*
            ) => {
                flatten! { $d entry $d parameters [$d($d fields)* $d name: [$d($d done)*],] $d($d rest)* }
            };
            (
                $d entry:tt $d parameters:tt $d fields:tt $d name:ident: Numbers<V, [$d($d one:ident)*]>,
                $d($d rest:tt)*
            ) => {
                flatten! { @array $d entry $d parameters $d fields $d name Number [] ($d($d one)*) $d($d rest)* }
            };
            (
                $d entry:tt $d parameters:tt $d fields:tt $d name:ident: States<V, I, [$d($d one:ident)*]>,
                $d($d rest:tt)*
            ) => {
                flatten! { @array $d entry $d parameters $d fields $d name State [] ($d($d one)*) $d($d rest)* }
            };
            $(($d entry:tt [$d($d parameters:tt)*] [$d($d fields:tt)*] $d name:ident: $Group$(<$($T),*>)?,
                $d($d rest:tt)*) => {
                flatten! {
                    $d entry [$d($d parameters)* $($part: $kind$(<$P>)?,)*] [
                        $d($d fields)* $d name: $Group { $($part),* },
                    ] $d($d rest)*
                }
            };)*
            (
                $d entry:tt [$d($d parameters:tt)*] [$d($d fields:tt)*] $d name:ident: $d kind:ident$d(<$d T:ident>)?,
                $d($d rest:tt)*
            ) => {
                flatten! {
                    $d entry [$d($d parameters)* $d name: $d kind$d(<$d T>)?,] [$d($d fields)* $d name,] $d($d rest)*
                }
            };
            (
                (
                    $d family:ident $d name:ident $d export:expr
                ) [$d($d parameter:ident: $d kind:ty,)*] [$d($d fields:tt)*] $d(,)?
            ) => {
                #[unsafe(export_name = $d export)]
                unsafe extern "ptx-kernel" fn entry($d($d parameter: $d kind),*) {
                    crate::$d family::$d name($d name { $d($d fields)* })
                }
            };
        }
    };
}
for_each_group! { groups $ }

/// Defines for each signature the struct that its function takes, and its entries.
macro_rules! entries {
    ($($family:ident { $($(#[$doc:meta])* $name:ident $types:tt $parameters:tt;)* })*) => {
        $($(
            entries! { @struct $name $types $parameters }
            entries! { @types $family $name $types $parameters }
        )*)*
    };
    (@struct $name:ident [$($T:ident: $Bound:ident),*] ($($parameter:ident: $kind:ident$(<$($P:tt),*>)?),* $(,)?)) => {
        #[allow(non_camel_case_types)]
        pub(crate) struct $name<$($T: $Bound),*> { $(pub(crate) $parameter: kind!($kind$(<$($P),*>)?)),* }
    };
    (@types $family:ident $name:ident [V: Value, I: Index] $parameters:tt) => {
        entries! { @one $family $name "_f32_i32", [V = f32, I = i32] $parameters }
        entries! { @one $family $name "_f32_i64", [V = f32, I = i64] $parameters }
        entries! { @one $family $name "_f64_i32", [V = f64, I = i32] $parameters }
        entries! { @one $family $name "_f64_i64", [V = f64, I = i64] $parameters }
    };
    (@types $family:ident $name:ident [V: Storage, I: Index] $parameters:tt) => {
        entries! { @types $family $name [V: Value, I: Index] $parameters }
        entries! { @one $family $name "_f16_i32", [V = f16, I = i32] $parameters }
        entries! { @one $family $name "_f16_i64", [V = f16, I = i64] $parameters }
        entries! { @one $family $name "_bf16_i32", [V = bf16, I = i32] $parameters }
        entries! { @one $family $name "_bf16_i64", [V = bf16, I = i64] $parameters }
    };
    (@types $family:ident $name:ident [A: AnyNumber, B: AnyNumber] $parameters:tt) => {
        entries! { @from f32 $family $name $parameters }
        entries! { @from f64 $family $name $parameters }
        entries! { @from f16 $family $name $parameters }
        entries! { @from bf16 $family $name $parameters }
        entries! { @from i32 $family $name $parameters }
        entries! { @from i64 $family $name $parameters }
        entries! { @from u8 $family $name $parameters }
        entries! { @from i8 $family $name $parameters }
    };
    (@from $A:ident $family:ident $name:ident $parameters:tt) => {
        entries! { @to $A f32 $family $name $parameters }
        entries! { @to $A f64 $family $name $parameters }
        entries! { @to $A f16 $family $name $parameters }
        entries! { @to $A bf16 $family $name $parameters }
        entries! { @to $A i32 $family $name $parameters }
        entries! { @to $A i64 $family $name $parameters }
        entries! { @to $A u8 $family $name $parameters }
        entries! { @to $A i8 $family $name $parameters }
    };
    (@to $A:ident $B:ident $family:ident $name:ident $parameters:tt) => {
        entries! { @one $family $name concat!("_", stringify!($A), "_", stringify!($B)), [A = $A, B = $B] $parameters }
    };
    (@types $family:ident $name:ident [V: Value] $parameters:tt) => {
        entries! { @one $family $name "_f32", [V = f32] $parameters }
        entries! { @one $family $name "_f64", [V = f64] $parameters }
    };
    (@types $family:ident $name:ident [I: Index] $parameters:tt) => {
        entries! { @one $family $name "_i32", [I = i32] $parameters }
        entries! { @one $family $name "_i64", [I = i64] $parameters }
    };
    (@types $family:ident $name:ident [] $parameters:tt) => {
        entries! { @one $family $name "", [] $parameters }
    };
    (@one $family:ident $name:ident $suffix:expr, [$($T:ident = $type:ty),*] ($($parameters:tt)*)) => {
        const _: () = {
            $(type $T = $type;)*
            flatten! { ($family $name concat!(stringify!($name), $suffix)) [] [] $($parameters)*, }
        };
    };
}
for_each_entry! { entries }
