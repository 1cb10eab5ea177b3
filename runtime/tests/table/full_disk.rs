//! A journal that cannot grow.
use crate::plain::{LENGTH, Plain, ROWS, advance, create, hyper};
use lacuna::RowSparse;
use lacuna_runtime::table::{Options, Table, TableError};
use std::path::Path;
use std::process::Command;

const TABLE: &str = "LACUNA_FULL_TABLE";

/// Run by the test below, with no room behind the first blocks of any file.
#[test]
#[ignore = "a process of the test below"]
fn trains_without_room() {
    let Ok(path) = std::env::var(TABLE) else { return };
    let (mut table, _) = Table::<f32>::open(Path::new(&path), &Options::default()).unwrap();
    let all: Vec<u32> = (0..ROWS as u32).collect();
    let values = vec![1.0; ROWS * LENGTH];
    let mut update = |rows: usize| {
        let gradient = RowSparse::new(ROWS, LENGTH, &all[..rows], &values[..rows * LENGTH]).unwrap();
        (table.update(&hyper(), gradient), table.touched_rows())
    };
    // 64 bytes a row: some fit.
    assert!(matches!(update(10), (Ok(()), 10)));
    for _ in 0..2 {
        let (refused, touched) = update(ROWS);
        let Err(TableError::Io { path, source, .. }) = refused else { panic!("{refused:?}") };
        assert!(
            path.ends_with("t.journal") && source.kind() == std::io::ErrorKind::FileTooLarge && touched == 10,
            "{source}"
        );
    }
    // Of the refused step, nothing was done; others go on.
    let before = table.array("weight").unwrap().row(50).to_vec();
    assert_eq!(before, Plain::at(2).weight[50 * LENGTH..][..LENGTH]);
    assert_eq!(table.roll_back().unwrap().rows, 10);
    assert!(Plain::at(2).is(&table));
    table.touch(&[1, 2]).unwrap().row_mut(0, 0).fill(1.0);
    assert_eq!(table.commit().unwrap(), 3);
}

#[test]
fn a_full_disk_undoes_a_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let mut table = create(&path, &Options::default());
    advance(&mut table, 2);
    drop(table);
    // 4096 bytes as the largest end of a write. The table is longer, but its header is not; without the signal, the
    // write is refused.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact full_disk::trains_without_room --ignored";
    let done = Command::new("sh")
        .args(["-c", limited])
        .arg(std::env::current_exe().unwrap())
        .env(TABLE, &path)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    let (table, recovered) = Table::<f32>::open(&path, &Options::default()).unwrap();
    assert!(recovered.is_none() && table.epoch() == 3 && table.array("weight").unwrap().row(1) == [1.0; LENGTH]);
}
