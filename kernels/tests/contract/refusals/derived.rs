//! Derived from the list: what a check refuses, the call refuses with the same error, whose numbers are true of the operands, and nothing is written; what it takes, succeeds.
use crate::operands::{Contents, Draw, Facts, Operand, draw, for_each_type};
use crate::random::check_seeds;
use lacuna::error::Operand::{self as Name, Indices, Indptr, Input, Output, Plan, Right, Scratch, State, Values, Weight};
use lacuna::{Index, Kernel, KernelError, Value, scalar};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The parameters of a function that an error may call by this name.
fn parameters(name: Name) -> &'static [&'static str] {
    match name {
        Right => &["b", "right"],
        Output => &["out"],
        Input => &["input", "inputs", "data"],
        Values => &["values"],
        Weight => &["weight"],
        State(1) => &["momentum", "history"],
        Scratch => &["cursors", "totals"],
        Indices => &["entries"],
        Indptr => &["indptr"],
        Plan => &["plan", "ends"],
        other => panic!("an error names the {other}"),
    }
}

/// Panics if a number of the error is not one of the operands.
fn assert_true(error: KernelError, operands: &[(&str, Facts)]) {
    let named = |name: Name| {
        let facts = operands.iter().find(|(operand, _)| parameters(name).contains(operand)).map(|(_, facts)| facts);
        facts.unwrap_or_else(|| panic!("{error}: there is no such operand"))
    };
    let another_has = |name: Name, number| {
        let others = operands.iter().filter(|(operand, _)| !parameters(name).contains(operand));
        others.flat_map(|(_, facts)| facts.lengths.iter().flatten()).any(|&length| length == number)
    };
    match error {
        KernelError::Shape { operand, axis, expected, found } => {
            assert!(expected != found && named(operand).lengths[usize::from(axis)].contains(&found), "{error}");
            assert!(another_has(operand, expected), "{error}: who asks for that?");
        }
        KernelError::Capacity { operand, needed, found } => {
            assert!(needed > found && named(operand).lengths[2].contains(&found), "{error}")
        }
        KernelError::MissingRow { operand, row } => {
            let Facts { lengths, ids: Some([_, rows]) } = named(operand) else { panic!("{error}: all rows are there") };
            assert!(!rows.contains(&row) && row < lengths[0][0], "{error}");
        }
        KernelError::Pattern { operand: Indices, row, expected, found } => {
            let (length, ids) = (expected + 1, named(Indices).ids.clone().unwrap());
            assert!(ids[0][row] == found && (another_has(Indices, length) && found >= length || another_has(Indices, 0)), "{error}");
        }
        KernelError::Pattern { operand, row, expected, found } => {
            let Facts { ids: Some(ids), .. } = named(operand) else { panic!("{error}: no ids") };
            assert!(expected != found && ids.iter().any(|ids| ids.get(row).copied().unwrap_or(usize::MAX) == found), "{error}");
        }
        KernelError::Parameter { bits, .. } => {
            let value = f64::from_bits(bits);
            assert!(value < 0.0 || value.is_nan(), "{error}");
        }
        other => panic!("{other}: dimensions this small do not give it"),
    }
}

/// Panics if a kernel fails that has passed its check: two find out late whether the output has room.
fn assert_late(name: &str, error: KernelError) {
    match (name, error) {
        ("dense_to_csr", KernelError::Pattern { operand: Output, expected, found, .. }) => assert_ne!(expected, found),
        ("dense_to_csr_one_pass", KernelError::Capacity { operand: Output, needed, found }) => assert!(needed > found),
        (_, error) => panic!("passed the check, but {error}"),
    }
}

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {$(
        #[test]
        fn $name() {
            fn case<V: Value, I: Index>(seed: u64, [taken, refused]: [&AtomicUsize; 2]) {
                let mut draw = Draw::new(seed, Contents::WellFormed, &[0, 1, 2, 3]);
                $(let mut $operand = draw!(draw V I $kind $(($($detail)*))?);)*
                let facts = [$((stringify!($operand), $operand.facts())),*];
                let written = [$($operand.written()),*];
                for way in 0..4 {
                    let checked = {
                        $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                        $(let $operand = $operand.lend();)*
                        lacuna::$family::$call { $($field)* }.check()
                    };
                    let called = {
                        $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                        $(let $operand = $operand.lend();)*
                        match way {
                            0 => lacuna::$family::$name($($operand),*).map(|_| ()),
                            1 => scalar::$name($($operand),*).map(|_| ()),
                            2 => lacuna::$family::$call { $($field)* }.call().map(|_| ()),
                            _ => lacuna::$family::$call { $($field)* }.call_scalar().map(|_| ()),
                        }
                    };
                    match (checked, called) {
                        (Err(error), called) => {
                            assert_eq!(called, Err(error));
                            assert_true(error, &facts);
                            assert!([$($operand.written()),*] == written, "written before the refusal: {error}");
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                        (Ok(()), Err(error)) => assert_late(stringify!($name), error),
                        (Ok(()), Ok(())) => _ = taken.fetch_add(1, Ordering::Relaxed),
                    }
                    $($operand.assert_intact();)*
                    $($operand.reset();)*
                }
            }
            let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
            let counters = counts.clone();
            check_seeds(4, move |seed| { for_each_type!(case(seed, [&counters[0], &counters[1]])); });
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) > 0), "taken and refused: {counts:?}");
        }
    )*};
}
lacuna::for_each_kernel!(tests);
