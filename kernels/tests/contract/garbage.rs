//! Views from the unchecked constructor may hold anything, and a kernel may be run without its check: no call panics,
//! loops for ever or writes outside of what it was given. Derived from the list, for every kernel, value and index
//! type, with and without the check, with and without dispatch, whole and in parts. (Reads outside are found by running
//! this under a sanitizer: every input has exactly its length.)
use crate::cases::one_in;
use lacuna::{Index, Kernel, Split, Value};
use lacuna_testing::operands::{Contents, Draw, Operand, ROW_ENDS};
use lacuna_testing::{check_seeds_until, draw, for_each_type};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

macro_rules! in_parts {
    (parts $call:ident $parts:ident $run:ident) => {
        for part in $call.split($parts).take(200) {
            let _ = part.$run();
        }
    };
    (host $($rest:tt)*) => {
        in_parts!(parts $($rest)*)
    };
    (whole $call:ident $parts:ident $run:ident) => {
        _ = (Kernel::$run($call), $parts)
    };
}

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {$(
        of_family! { $family
            #[test]
            fn $name() {
                #[allow(clippy::extra_unused_type_parameters)]
                fn case<V: Value, I: Index>(seed: u64, accepted: &AtomicUsize) {
                    let dimensions = if seed % 4 == 0 { &ROW_ENDS[..] } else { &[0, 1, 2, 3] };
                    let mut draw = Draw::new(seed, Contents::Garbage, dimensions);
                    $(let mut $operand = draw!(draw V I $kind $(($($detail)*))?);)*
                    for way in 0..8 {
                        {
                            $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                            $(let $operand = $operand.lend();)*
                            let call = lacuna::$family::$call { $($field)* };
                            let parts = [2, 7, usize::MAX, 1][way % 4];
                            match way {
                                0 => _ = accepted.fetch_add(usize::from(call.call().is_ok()), Ordering::Relaxed),
                                1 => _ = call.call_scalar(),
                                2 => _ = call.run(),
                                3 => _ = call.run_scalar(),
                                4 | 5 => in_parts!($cut call parts run),
                                _ => in_parts!($cut call parts run_scalar),
                            }
                        }
                        $($operand.assert_intact();)*
                    }
                }
                let accepted = Arc::new(AtomicUsize::new(0));
                let counter = accepted.clone();
                check_seeds_until(
                    one_in(4),
                    move |seed| { for_each_type!($generics case(seed, &counter)); counter.load(Ordering::Relaxed) > 0 }
                );
                assert!(accepted.load(Ordering::Relaxed) > 0, "no case passed the check");
            }
        }
    )*};
}
lacuna::for_each_kernel!(tests);
