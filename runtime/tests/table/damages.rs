//! Whatever is changed in header or journal: an error, or the rows of the last epoch.
use crate::plain::{ARRAYS, LENGTH, Plain, ROWS, advance, create, step};
use lacuna_runtime::table::{Options, Table, TableError};
use std::fs;
use std::io::Write;
use std::path::Path;

fn open(path: &Path) -> Result<Table<f32>, TableError> {
    Ok(Table::open(path, &Options::default())?.0)
}

/// Without emptying it first, after which a file system may wait for the disk.
fn overwrite(path: &Path, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(false).open(path).unwrap();
    file.write_all(bytes).unwrap();
    file.set_len(bytes.len() as u64).unwrap();
}

/// Opens a table with each byte of a file changed in turn, and gives how many changes were refused.
fn flip_each(table: &[u8], journal: &[u8], flipped: usize, bytes: usize, expected: &Plain) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let paths = [folder.path().join("t"), folder.path().join("t.journal")];
    let mut refused = 0;
    for place in 0..bytes {
        for mask in [1 << (place % 8), u8::MAX] {
            let mut files = [table.to_vec(), journal.to_vec()];
            files[flipped][place] ^= mask;
            paths.iter().zip(&files).for_each(|(path, bytes)| overwrite(path, bytes));
            match open(&paths[0]) {
                Ok(table) => {
                    assert!(expected.is(&table) && table.epoch() == expected.epoch, "byte {place}, {mask:02x}")
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    // Nothing was changed.
                    assert_eq!(fs::read(&paths[0]).unwrap(), files[0], "byte {place}");
                    refused += 1;
                }
            }
        }
    }
    refused
}

#[test]
fn each_byte_of_header_and_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let mut table = create(&path, &Options::default());
    advance(&mut table, 3);
    let committed = fs::read(&path).unwrap();
    (0..2).for_each(|number| step(&mut table, 4, number));
    let (unfinished, journal) = (fs::read(&path).unwrap(), fs::read(folder.path().join("t.journal")).unwrap());
    let expected = Plain::at(3);
    // All of the journal is needed; of a finished epoch, both states are.
    assert_eq!(flip_each(&unfinished, &journal, 1, journal.len(), &expected), 2 * journal.len());
    assert_eq!(flip_each(&committed, &[], 0, 4096, &expected), 2 * (2048 + 2 * 512));
    // Where rows are put back, a damaged state is of no harm.
    assert_eq!(flip_each(&unfinished, &journal, 0, 4096, &expected), 2 * 2048);
}

#[test]
fn truncated_files() {
    let folder = tempfile::tempdir().unwrap();
    let paths = [folder.path().join("t"), folder.path().join("t.journal")];
    let mut table = create(&paths[0], &Options::default());
    advance(&mut table, 2);
    (0..2).for_each(|number| step(&mut table, 3, number));
    drop(table);
    let files = paths.clone().map(|path| fs::read(path).unwrap());
    for length in (0..files[0].len()).step_by(61).chain([files[0].len() - 1]) {
        fs::write(&paths[0], &files[0][..length]).unwrap();
        assert!(matches!(
            open(&paths[0]),
            Err(TableError::NotATable { .. } | TableError::Damaged { .. } | TableError::Truncated { .. })
        ));
    }
    for length in 0..files[1].len() {
        fs::write(&paths[0], &files[0]).unwrap();
        fs::write(&paths[1], &files[1][..length]).unwrap();
        assert!(matches!(open(&paths[0]), Err(TableError::Damaged { .. })), "{length}");
        assert_eq!(fs::read(&paths[0]).unwrap(), files[0]);
    }
    fs::remove_file(&paths[1]).unwrap();
    assert!(matches!(open(&paths[0]), Err(TableError::Damaged { .. })));
    fs::write(&paths[1], &files[1]).unwrap();
    assert!(Plain::at(2).is(&open(&paths[0]).unwrap()));
}

#[test]
fn the_journal_of_another_table_or_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["a", "b"] {
        let mut table = create(&at(name), &Options::default());
        advance(&mut table, 2);
        step(&mut table, 3, 0);
    }
    let journal = fs::read(at("a.journal")).unwrap();
    let own = fs::read(at("b.journal")).unwrap();
    fs::write(at("b.journal"), &journal).unwrap();
    assert!(format!("{}", open(&at("b")).unwrap_err()).contains("of table"));
    fs::write(at("b.journal"), &own).unwrap();
    let mut table = open(&at("b")).unwrap();
    advance(&mut table, 5);
    drop(table);
    fs::write(at("b.journal"), &own).unwrap();
    assert!(format!("{}", open(&at("b")).unwrap_err()).contains("goes back to epoch 2"));
    assert_eq!((ARRAYS.len(), ROWS * LENGTH), (2, 672));
}
