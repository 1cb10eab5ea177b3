//! Parts of csr matrices: what the CPU refuses, with the same numbers; and operands that break every rule.
use crate::refusals::same;
use crate::{device, indices};
use lacuna::error::{IndexFault, Operand};
use lacuna::{Csr, CsrMut, Dense, DenseMut, KernelError};
use lacuna_harness::backend::Backend;

fn shape<T>(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<T, KernelError> {
    Err(KernelError::Shape { operand, axis, expected, found })
}

fn pattern<T>(row: usize, expected: usize, found: usize) -> Result<T, KernelError> {
    Err(KernelError::Pattern { operand: Operand::Output, row, expected, found })
}

fn range<T>(start: usize, end: usize, length: usize) -> Result<T, KernelError> {
    Err(KernelError::Range { axis: 1, start, end, length })
}

/// Memory for a csr of these pointers.
macro_rules! out {
    ($rows:expr, $columns:expr, $indptr:expr) => {
        CsrMut::new(
            $rows,
            $columns,
            $indptr,
            &mut [7; 9][..$indptr[$rows] as usize],
            &mut [7.0; 9][..$indptr[$rows] as usize],
        )
        .unwrap()
    };
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let a = Csr::<f32, i32>::new(3, 4, &[0, 2, 2, 5], &[1, 3, 0, 1, 2], &[1.0, 2.0, 3.0, 0.0, 5.0]).unwrap();
    let ids = |entry, fault, expected, found| Err(KernelError::Ids { entry, fault, expected, found });
    same!(shape(Operand::Output, 0, 2, 3), |k| k.take(a, &[2, 0], out!(3, 4, &[0, 3, 5, 5])));
    same!(shape(Operand::Output, 1, 4, 5), |k| k.take(a, &[2, 0], out!(2, 5, &[0, 3, 5])));
    same!(ids(1, IndexFault::TooLarge, 3, 3), |k| k.take(a, &[2, 3, -1], out!(3, 4, &[0, 3, 5, 5])));
    // Ids come first.
    same!(ids(1, IndexFault::Negative, 0, -1), |k| k.take(a, &[2, -1], out!(2, 4, &[0, 1, 1])));
    same!(pattern(1, 2, 1), |k| k.take(a, &[2, 0, 0], out!(3, 4, &[0, 3, 4, 5])));
    same!(shape(Operand::Output, 0, 3, 2), |k| k.columns(a, 1, out!(2, 2, &[0, 1, 1])));
    same!(range(3, 5, 4), |k| k.columns(a, 3, out!(3, 2, &[0, 1, 1, 1])));
    same!(pattern(2, 2, 1), |k| k.columns(a, 1, out!(3, 2, &[0, 1, 1, 2])));
    same!(shape(Operand::Indices, 2, 3, 2), |k| k.concat(a, 5, &[1, 0], out!(3, 9, &[0, 3, 3, 8])));
    same!(range(6, 10, 9), |k| k.concat(a, 6, &[1, 0, 2], out!(3, 9, &[0, 3, 3, 8])));
    same!(pattern(2, 5, 4), |k| k.concat(a, 5, &[1, 0, 2], out!(3, 9, &[0, 3, 3, 7])));
    same!(shape(Operand::Output, 1, 4, 5), |k| k.prune(a, out!(3, 5, &[0, 2, 2, 4])));
    same!(pattern(2, 2, 3), |k| k.prune(a, out!(3, 4, &[0, 2, 2, 5])));
    let (good, bad) = (Dense::new(3, 4, &[1.0; 12]).unwrap(), Dense::new(2, 4, &[1.0; 8]).unwrap());
    let mut to = [0.0; 12];
    same!(shape(Operand::Left, 0, 3, 2), |k| k.select(a, bad, good, DenseMut::new(3, 4, &mut to).unwrap()));
    same!(shape(Operand::Right, 0, 3, 2), |k| k.select(a, good, bad, DenseMut::new(3, 4, &mut to).unwrap()));
    same!(shape(Operand::Left, 0, 3, 2), |k| k.select_x_gradient(a, bad, DenseMut::new(3, 4, &mut to).unwrap()));
    same!(shape(Operand::Left, 0, 3, 2), |k| k.select_y_gradient(a, bad, DenseMut::new(3, 4, &mut to).unwrap()));
    same!(shape(Operand::Output, 1, 4, 3), |k| k.select_y_gradient(a, good, DenseMut::new(3, 3, &mut to).unwrap()));
    same!(range(5, 5, 4), |k| k.diagonal(a, 5, &mut []));
    same!(shape(Operand::Output, 2, 2, 3), |k| k.diagonal(a, 2, &mut [0.0; 3]));
}

/// NaN is not 0, at whichever place of a row it is counted.
#[test]
fn prune_counts_nan() {
    const ENTRIES: usize = 17;
    let columns = indices::<i32>(0..ENTRIES);
    for place in 0..ENTRIES {
        let mut values = [0.0; ENTRIES];
        (values[place], values[(place + 5) % ENTRIES]) = (f32::NAN, -1.0);
        let a = Csr::new(1, ENTRIES, &[0, ENTRIES as i32], &columns, &values).unwrap();
        same!(pattern(0, 2, 3), |k| k.prune(a, out!(1, ENTRIES, &[0, 3])));
        let wide = values.map(f64::from);
        let a = Csr::new(1, ENTRIES, &[0, ENTRIES as i32], &columns, &wide).unwrap();
        same!(pattern(0, 2, 3), |k| k.prune(a, out!(1, ENTRIES, &[0, 3])));
    }
}

/// Nothing is read or written outside of arrays, whatever they hold.
#[test]
fn operands_without_any_rule_stay_inside() {
    let bad: &[usize] = &[0, 3, 1, 2, usize::MAX, 7, 0, 4, 2, 9, 1, 1 << 31, 5, 3];
    for round in 0..60 {
        let any = |from: usize, length: usize| {
            indices::<i64>((0..length).map(move |k| bad[(from + round + k * (1 + round % 5)) % bad.len()]))
        };
        let (rows, columns, entries) = (1 + round % 5, 1 + round % 7, 3 + round % 4);
        // Each row has what one of the rows has, so that some calls are not refused.
        let room = indices::<i64>((0..=rows).map(|row| row * entries / rows));
        let (indptr, places) = (if round % 3 == 0 { room.clone() } else { any(0, rows + 1) }, any(3, entries));
        let (values, zeros) = (vec![1.0_f32; entries], vec![0.0_f32; entries]);
        let a = Csr::trusted(rows, columns, &indptr, &places, if round % 2 == 0 { &values } else { &zeros }).unwrap();
        let (mut to_places, mut to_values) = (places.clone(), values.clone());
        macro_rules! out {
            () => {
                CsrMut::trusted(rows, columns, &room, &mut to_places, &mut to_values).unwrap()
            };
        }
        let device = &device() as &dyn Backend;
        let _ = device.take(a, &any(2, rows), out!());
        let _ = device.columns(a, 0, out!());
        let _ = device.concat(a, 0, &any(4, rows), out!());
        let _ = device.prune(a, out!());
        let (side, mut dense) = (vec![1.0; rows * columns], vec![0.0; rows * columns]);
        let side = Dense::new(rows, columns, &side).unwrap();
        let _ = device.select(a, side, side, DenseMut::new(rows, columns, &mut dense).unwrap());
        let _ = device.diagonal(a, 0, &mut vec![0.0; rows.min(columns)]);
        if let Some(fault) = device.take_fault() {
            assert!(fault.contains("race"), "round {round}: {fault}");
        }
    }
}
