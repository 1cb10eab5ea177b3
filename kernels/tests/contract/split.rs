//! Derived from the list: parts give the bits that the whole gives, in whatever number of parts, and have all of its
//! rows between them.
use crate::cases::one_in;
use lacuna::dot::{BlockEnds, CsrTDenseScatter, OutputRows};
use lacuna::{Csr, Dense, DenseMut, Index, Kernel, Split, Value};
use lacuna_testing::operands::{Contents, Draw, Operand, ROW_ENDS};
use lacuna_testing::{check_seeds_until, draw, for_each_type, written};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The parts of `whole`: as many as asked for at most, none of them empty, and all rows.
fn parts<S: Split>(whole: S, parts: usize) -> impl Iterator<Item = S> {
    let rows = whole.rows();
    let mut left = (parts, rows);
    whole.split(parts).inspect(move |part| {
        assert!(
            left.0 > 0 && part.rows() <= left.1 && (part.rows() > 0 || rows == 0),
            "{left:?} left of {rows} rows in {parts} parts"
        );
        left = (left.0 - 1, left.1 - part.rows());
    })
}

/// Runs the parts, and gives how many rows they had.
fn run_parts<K: Kernel + Split>(whole: K, count: usize) -> usize
where
    K::Output: std::fmt::Debug,
{
    let mut rows = 0;
    for part in parts(whole, count) {
        rows += part.rows();
        part.run().unwrap();
    }
    rows
}

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {$(
        tests!(@test $cut $generics $family $name ($($operand: ($kind $(($($detail)*))?)),*) $call { $($field)* });
    )*};
    (@test whole $($rest:tt)*) => {};
    (@test host $($rest:tt)*) => { tests!(@test parts $($rest)*); };
    (
        @test parts $generics:tt $family:ident $name:ident (
            $($operand:ident: ($($kind:tt)*)),*
        ) $call:ident { $($field:tt)* }
    ) => {
        of_family! { $family
            #[test]
            fn $name() {
                #[allow(clippy::extra_unused_type_parameters)]
                fn case<V: Value, I: Index>(seed: u64, compared: &AtomicUsize) {
                    let dimensions = if seed % 4 == 0 { &ROW_ENDS[..] } else { &[1, 2, 3, 8, 13] };
                    let mut draw = Draw::new(seed, Contents::WellFormed, dimensions);
                    $(let mut $operand = draw!(draw V I $($kind)*);)*
                    let mut whole = None;
                    for count in [0, 2, 7, 1 << 20] {
                        $($operand.reset();)*
                        {
                            $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                            $(let $operand = $operand.lend();)*
                            let call = lacuna::$family::$call { $($field)* };
                            if call.check().is_err() {
                                return;
                            }
                            let rows = call.rows();
                            if count > 0 {
                                // Whoever has passed its check may still find out late that the output has no room.
                                assert_eq!(run_parts(call, count), rows);
                            } else if call.run_scalar().is_err() {
                                return;
                            }
                        }
                        $($operand.assert_intact();)*
                        let written = [$(written!($operand)),*];
                        assert!(*whole.get_or_insert_with(|| written.clone()) == written, "{count} parts");
                    }
                    compared.fetch_add(1, Ordering::Relaxed);
                }
                let compared = Arc::new(AtomicUsize::new(0));
                let counter = compared.clone();
                check_seeds_until(
                    one_in(2),
                    move |seed| { for_each_type!($generics case(seed, &counter)); counter.load(Ordering::Relaxed) > 0 }
                );
                assert!(compared.load(Ordering::Relaxed) > 0, "no case passed the check");
            }
        }
    };
}
lacuna::for_each_kernel!(tests);

/// Each part of a scatter goes through all rows of the csr: only where a row of the result takes a cache line do
/// threads gain.
#[test]
fn a_scatter_into_narrow_rows_stays_whole() {
    let (indptr, indices, values) = ([0, 2, 3, 5, 6], [0, 9, 4, 1, 8, 5], [1.0_f32; 6]);
    let a = Csr::new(4, 10, &indptr, &indices, &values).unwrap();
    for (columns, expected) in [(1, 1), (8, 1), (15, 1), (16, 3), (40, 3)] {
        let (b, mut out) = (vec![1.0; 4 * columns], vec![0.0; 10 * columns]);
        let call = CsrTDenseScatter {
            a,
            ends: BlockEnds::default(),
            b: Dense::new(4, columns, &b).unwrap(),
            totals: &mut [],
            out: DenseMut::new(10, columns, &mut out).unwrap(),
            rows: OutputRows::ALL,
        };
        let mut found = 0;
        for part in call.split(3) {
            part.run().unwrap();
            found += 1;
        }
        assert_eq!(found, expected, "{columns} columns");
        let stored = |row: usize| if [2, 3, 6, 7].contains(&row) { 0.0 } else { 1.0 };
        assert!(out.chunks(columns).enumerate().all(|(row, sums)| sums.iter().all(|sum| *sum == stored(row))));
    }
}
