//! One entry for each value and index type, named `<name>_<V>_<I>`, or `<name>_<I>` where values play no part.

/// `fn name[V, I](arguments) = body;` exports `body::<V, I>` for all types; `= body, true;` exports `body::<V, I, true>`.
macro_rules! entries {
    ($($(#[$doc:meta])* fn $name:ident[V, I]($($argument:ident: $type:ty),* $(,)?) = $body:ident $(, $flag:literal)?;)*) => {$(
        $(#[$doc])*
        mod $name {
            entries! { @types $name, super::$body, [V, I $(, $flag)?], ($($argument: $type),*), f32_i32 f32 i32, f32_i64 f32 i64, f64_i32 f64 i32, f64_i64 f64 i64 }
        }
    )*};
    ($($(#[$doc:meta])* fn $name:ident[I]($($argument:ident: $type:ty),* $(,)?) = $body:ident $(, $flag:literal)?;)*) => {$(
        $(#[$doc])*
        mod $name {
            entries! { @types $name, super::$body, [I $(, $flag)?], ($($argument: $type),*), i32 f32 i32, i64 f32 i64 }
        }
    )*};
    (@types $name:ident, super::$body:ident, $generics:tt, $arguments:tt, $($suffix:ident $V:ident $I:ident),*) => {
        $(entries! { @one $name, $body, $generics, $arguments, $suffix, $V, $I })*
    };
    (@one $name:ident, $body:ident, [$($generic:tt),*], ($($argument:ident: $type:ty),*), $suffix:ident, $V:ident, $I:ident) => {
        mod $suffix {
            #[allow(unused_imports)]
            use super::super::*;
            #[allow(dead_code)]
            type V = $V;
            type I = $I;
            #[unsafe(export_name = concat!(stringify!($name), "_", stringify!($suffix)))]
            unsafe extern "ptx-kernel" fn entry($($argument: $type),*) {
                super::super::$body::<$($generic),*>($($argument),*)
            }
        }
    };
}
