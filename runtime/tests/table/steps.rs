//! The same bits as on plain arrays, by every way to change rows.
use crate::plain::{LENGTH, Plain, ROWS, advance, create, gradient, hyper, step};
use lacuna::optim::{AdaGrad, Update, adagrad};
use lacuna::{DenseMut, RowSparse, embedding};
use lacuna_runtime::table::{Allocation, Durability, Options, Table, TableError};

#[test]
fn a_table_has_the_bits_of_plain_arrays() {
    let folder = tempfile::tempdir().unwrap();
    for (number, durability) in [Durability::Process, Durability::Disk].into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.table"));
        let options = Options { durability, ..Options::default() };
        let mut table = create(&path, &options);
        assert!(Plain::new().is(&table));
        advance(&mut table, 5);
        assert!(Plain::at(5).is(&table));
        assert_eq!((table.touched_rows(), table.journal_bytes()), (0, 0));
        step(&mut table, 6, 0);
        let ids = gradient(6, 0).0;
        assert_eq!(table.touched_rows(), ids.len() as u64);
        let one = table.journal_bytes();
        step(&mut table, 6, 0);
        assert_eq!(table.journal_bytes(), one, "a row is in the journal once an epoch");
        drop(table);

        let (mut table, recovered) = Table::<f32>::open(&path, &options).unwrap();
        let recovered = recovered.unwrap();
        assert_eq!((recovered.epoch, recovered.rows, table.epoch()), (5, ids.len() as u64, 5));
        assert!(Plain::at(5).is(&table));
        advance(&mut table, 9);
        drop(table);
        let (table, recovered) = Table::<f32>::open(&path, &options).unwrap();
        assert!(recovered.is_none() && Plain::at(9).is(&table));
    }
}

#[test]
fn lookups_read_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = create(&folder.path().join("t"), &Options::default());
    advance(&mut table, 2);
    let (ids, mut out) = ([5_u32, 90, 5], [0.0; 3 * LENGTH]);
    embedding::lookup(&ids, table.array("weight").unwrap(), DenseMut::new(3, LENGTH, &mut out).unwrap()).unwrap();
    let expected: Vec<_> =
        ids.iter().flat_map(|&id| Plain::at(2).weight[id as usize * LENGTH..][..LENGTH].to_vec()).collect();
    assert_eq!(out.as_slice(), expected);
}

#[test]
fn step_and_touch_change_rows_as_update_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = create(&folder.path().join("t"), &Options::default());
    for number in 0..3 {
        let (ids, values) = gradient(1, number);
        let gradient = RowSparse::new(ROWS, LENGTH, &ids, &values).unwrap();
        let run = |arrays: &mut [lacuna::RowSparseMut<'_, f32, u32>]| {
            let [weight, history] = arrays else { panic!() };
            Ok::<_, TableError>(adagrad(&hyper(), gradient, weight.reborrow().into(), history.reborrow().into())?)
        };
        table.step(&ids, run).unwrap();
    }
    let mut expected = Plain::new();
    (0..3).for_each(|number| expected.step(1, number));
    assert!(expected.is(&table));

    // In any order, repeatedly.
    let ids = [80_i64, 3, 80];
    let mut rows = table.touch(&ids).unwrap();
    rows.row_mut(0, 1).fill(-0.0);
    rows.row_mut(1, 2).fill(7.0);
    assert!(rows.row_mut(2, 0).is_empty() && rows.row_mut(0, 3).is_empty());
    expected.weight[3 * LENGTH..][..LENGTH].fill(-0.0);
    expected.history[80 * LENGTH..][..LENGTH].fill(7.0);
    assert!(expected.is(&table));
    let rows = table.touched_rows();
    assert_eq!(table.roll_back().unwrap().rows, rows);
    assert!(Plain::new().is(&table));
    assert_eq!(table.roll_back().unwrap().rows, 0);
    advance(&mut table, 3);
    assert!(Plain::at(3).is(&table));
}

#[test]
fn a_step_that_fails_or_panics_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = create(&folder.path().join("t"), &Options::default());
    advance(&mut table, 1);
    let failed = table.step(&[1, 2], |arrays| {
        arrays[0].data_mut().fill(9.0);
        Err::<(), _>(TableError::BigEndian)
    });
    assert!(matches!(failed, Err(TableError::BigEndian)));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        table.step(&[1, 2], |arrays| -> Result<(), TableError> {
            arrays[0].data_mut().fill(9.0);
            panic!("on purpose")
        })
    }));
    assert!(panicked.is_err() && Plain::at(1).is(&table) && table.touched_rows() == 0);
    advance(&mut table, 2);
    assert!(Plain::at(2).is(&table));
}

#[test]
fn a_standard_update_keeps_all_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let mut table = create(&path, &Options { allocation: Allocation::Sparse, durability: Durability::Process });
    advance(&mut table, 2);
    let (ids, values) = gradient(3, 0);
    let rule = AdaGrad { update: Update::Standard, weight_decay: 0.5, ..AdaGrad::new(0.1, 1e-7) };
    let gradient = RowSparse::new(ROWS, LENGTH, &ids, &values).unwrap();
    table.update(&rule, gradient).unwrap();
    let mut expected = Plain::at(2);
    let [weight, history] =
        [&mut expected.weight, &mut expected.history].map(|array| DenseMut::new(ROWS, LENGTH, array).unwrap().into());
    adagrad(&rule, gradient, weight, history).unwrap();
    assert!(expected.is(&table));
    drop(table);
    let (table, recovered) = Table::<f32>::open(&path, &Options::default()).unwrap();
    assert!(Plain::at(2).is(&table) && recovered.unwrap().rows == ROWS as u64);
}

/// More than the journal takes at once, and more bytes than most disks have.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn a_table_can_be_larger_than_the_disk() {
    use std::os::unix::fs::MetadataExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let rows = 1 << 31;
    let mut table = Table::<f64>::create(&path, rows, &[("weight", 128)], &Options::default()).unwrap();
    assert_eq!(table.file_bytes(), 4096 + (1 << 41));
    let ids: Vec<i64> = (0..3000).map(|k| k * 700_001).collect();
    table.touch(&ids).unwrap().row_mut(0, 2999)[127] = 1.5;
    assert_eq!(table.array("weight").unwrap().row(2999 * 700_001)[127], 1.5);
    assert_eq!(table.touched_rows(), 3000);
    assert!(std::fs::metadata(&path).unwrap().blocks() * 512 < 64 << 20);
    drop(table);
    let (table, recovered) = Table::<f64>::open(&path, &Options::default()).unwrap();
    assert_eq!((recovered.unwrap().rows, table.array("weight").unwrap().row(2999 * 700_001)[127]), (3000, 0.0));
}
