//! What a table refuses, with the numbers.
use crate::plain::{ARRAYS, LENGTH, Plain, ROWS, advance, create, hyper};
use lacuna::RowSparse;
use lacuna::optim::Sgd;
use lacuna_runtime::table::{Options, Table, TableError};
use std::fs;

#[test]
fn a_table_is_open_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let table = create(&path, &Options::default());
    assert!(matches!(Table::<f32>::open(&path, &Options::default()), Err(TableError::Locked { .. })));
    let again = Table::<f32>::create(&path, ROWS, &ARRAYS, &Options::default());
    assert!(matches!(again, Err(TableError::Exists { .. })));
    drop(table);
    assert!(Table::<f32>::open(&path, &Options::default()).is_ok());
    // A journal without its table is not overwritten.
    fs::remove_file(&path).unwrap();
    let left = Table::<f32>::create(&path, ROWS, &ARRAYS, &Options::default()).unwrap_err();
    assert!(matches!(&left, TableError::Exists { path } if path.ends_with("t.journal")), "{left}");
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_the_same_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    drop(create(&path, &Options::default()));
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let (mut table, _) = Table::<f32>::open(&link, &Options::default()).unwrap();
    table.touch(&[1]).unwrap();
    assert!(table.path().ends_with("t") && !folder.path().join("link.journal").exists());
    assert!(matches!(Table::<f32>::open(&path, &Options::default()), Err(TableError::Locked { .. })));
}

#[test]
fn other_types_and_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    drop(create(&path, &Options::default()));
    let other = Table::<f64>::open(&path, &Options::default()).unwrap_err();
    assert!(other.to_string().ends_with("a table of f32, not of f64"), "{other}");
    let (table, _) = Table::<f32>::open(&path, &Options::default()).unwrap();
    table.expect(ROWS, &ARRAYS).unwrap();
    assert!(matches!(table.expect(ROWS + 1, &ARRAYS), Err(TableError::Rows { expected: 97, found: 96, .. })));
    assert!(matches!(table.expect(ROWS, &ARRAYS[..1]), Err(TableError::ArrayCount { expected: 1, found: 2, .. })));
    let swapped = [ARRAYS[1], ARRAYS[0]];
    assert!(matches!(table.expect(ROWS, &swapped), Err(TableError::NoArray { .. })));
    assert!(matches!(
        table.expect(ROWS, &[ARRAYS[0], ("history", 1)]),
        Err(TableError::RowLength { expected: 1, found: 7, .. })
    ));
    assert!(matches!(table.array("momentum"), Err(TableError::NoArray { .. })));
    let found: Vec<_> = table.arrays().iter().map(|array| (array.name(), array.row_length(), array.offset())).collect();
    assert_eq!(found, [("weight", LENGTH, 4096), ("history", LENGTH, 8192)]);

    fs::write(folder.path().join("text"), "no table").unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    for name in ["text", "empty"] {
        assert!(matches!(
            Table::<f32>::open(&folder.path().join(name), &Options::default()),
            Err(TableError::NotATable { .. })
        ));
    }
    assert!(matches!(Table::<f32>::open(&folder.path().join("none"), &Options::default()), Err(TableError::Io { .. })));
}

#[test]
fn what_no_table_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let create =
        |rows, arrays: &[(&str, usize)]| Table::<f32>::create(&path, rows, arrays, &Options::default()).unwrap_err();
    let many: Vec<_> = (0..31).map(|number| number.to_string()).collect();
    let many: Vec<_> = many.iter().map(|name| (&**name, 1)).collect();
    for (rows, arrays) in [
        (0, &[("w", 1)][..]),
        (1, &[]),
        (1, &[("w", 0)]),
        (usize::MAX / 2, &[("w", 4)]),
        (1, &[("w", usize::MAX)]),
        (1, &many),
    ] {
        assert!(matches!(create(rows, arrays), TableError::Size { .. }), "{rows}");
    }
    let long = "w".repeat(41);
    for arrays in [[("", 1), ("v", 1)], [("w", 1), ("w", 1)], [("w\0", 1), ("v", 1)], [(&long, 1), ("v", 1)]] {
        assert!(matches!(create(1, &arrays), TableError::Name { .. }));
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left of a refused table");
    let missing = folder.path().join("no").join("t");
    assert!(matches!(Table::<f32>::create(&missing, 1, &[("w", 1)], &Options::default()), Err(TableError::Io { .. })));
}

#[test]
fn refused_steps_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = create(&folder.path().join("t"), &Options::default());
    advance(&mut table, 1);
    let ids = [1_u32, 5];
    let values = [1.0; 2 * LENGTH];
    let good = RowSparse::new(ROWS, LENGTH, &ids, &values).unwrap();
    assert!(matches!(table.update(&Sgd::new(0.1), good), Err(TableError::ArrayCount { expected: 1, found: 2, .. })));
    let taller = RowSparse::new(ROWS + 1, LENGTH, &ids, &values).unwrap();
    assert!(matches!(table.update(&hyper(), taller), Err(TableError::Kernel(_))));
    let wider = RowSparse::new(ROWS, 2 * LENGTH, &ids[..1], &values).unwrap();
    assert!(matches!(table.update(&hyper(), wider), Err(TableError::Kernel(_))));
    let outside = [1, 96];
    let broken = RowSparse::trusted(ROWS, LENGTH, &outside, &values).unwrap();
    assert!(matches!(table.update(&hyper(), broken), Err(TableError::Row { entry: 1, row: 96, rows: 96, .. })));
    assert!(matches!(table.touch(&[-1]), Err(TableError::Row { entry: 0, .. })));
    let unsorted = table.step(&[2, 1], |_| Ok::<(), TableError>(()));
    assert!(matches!(unsorted, Err(TableError::Format(_))));
    assert_eq!((table.touched_rows(), table.journal_bytes()), (0, 0));
    assert!(Plain::at(1).is(&table));
    advance(&mut table, 2);
    assert!(Plain::at(2).is(&table));
}
