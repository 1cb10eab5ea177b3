//! Every instant at which a process can end, put together from the files before and after a step or a commit.
use crate::plain::{Plain, advance, create, gradient, step};
use lacuna_runtime::table::{Options, Table};
use std::fs;
use std::path::{Path, PathBuf};

const HEADER: usize = 4096;

/// The bytes of table and journal.
type Files = [Vec<u8>; 2];

fn paths(folder: &Path) -> [PathBuf; 2] {
    ["t", "t.journal"].map(|name| folder.join(name))
}

fn read(folder: &Path) -> Files {
    paths(folder).map(|path| fs::read(path).unwrap())
}

/// Opens files as a killed process has left them.
fn recover(table: &[u8], journal: &[u8]) -> (Table<f32>, Option<u64>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in paths(folder.path()).iter().zip([table, journal]) {
        fs::write(path, bytes).unwrap();
    }
    let (table, recovered) = Table::open(&folder.path().join("t"), &Options::default()).unwrap();
    (table, recovered.map(|recovered| recovered.rows), folder)
}

/// The files before and after the second step of the fourth epoch.
fn second_step(folder: &Path) -> (Files, Files) {
    let mut table = create(&folder.join("t"), &Options::default());
    advance(&mut table, 3);
    step(&mut table, 4, 0);
    let before = read(folder);
    step(&mut table, 4, 1);
    (before, read(folder))
}

#[test]
fn killed_while_the_journal_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let ([table, old], [_, new]) = second_step(folder.path());
    assert!(new.starts_with(&old) && new.len() > old.len());
    let expected = Plain::at(3);
    let rows = gradient(4, 0).0.len() as u64;
    for length in old.len()..new.len() {
        let (table, recovered, _folder) = recover(&table, &new[..length]);
        assert!(expected.is(&table) && recovered == Some(rows), "{length}");
    }
    // The first batch of an epoch, with the header of the journal before it.
    let (_, [mut table, new]) = {
        let other = tempfile::tempdir().unwrap();
        let mut table = create(&other.path().join("t"), &Options::default());
        advance(&mut table, 3);
        let before = read(other.path());
        step(&mut table, 4, 0);
        ((), [before[0].clone(), read(other.path())[1].clone()])
    };
    for length in 0..new.len() {
        let (table, recovered, _folder) = recover(&table, &new[..length]);
        assert!(expected.is(&table) && recovered.is_none(), "{length}");
    }
    // Complete, but no row has changed.
    let (found, recovered, _folder) = recover(&table, &new);
    assert!(expected.is(&found) && recovered == Some(rows));
    // After a loss of power, parts of what was not waited for may have come to the disk.
    for sector in 0..new.len().div_ceil(512) {
        let mut torn = new.clone();
        torn[sector * 512..].iter_mut().take(512).for_each(|byte| *byte = 0);
        let (table, recovered, _folder) = recover(&table, &torn);
        assert!(expected.is(&table) && recovered.is_none(), "{sector}");
    }
    table.clear();
}

#[test]
fn killed_while_rows_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let ([before, _], [after, journal]) = second_step(folder.path());
    let expected = Plain::at(3);
    let changed: Vec<_> = (HEADER..after.len()).filter(|&place| before[place] != after[place]).collect();
    assert!(changed.len() > 100);
    for taken in (0..=changed.len()).step_by(5) {
        for backwards in [false, true] {
            let mut table = before.clone();
            table[..HEADER].copy_from_slice(&after[..HEADER]);
            let places: Vec<_> = if backwards {
                changed.iter().rev().take(taken).collect()
            } else {
                changed.iter().take(taken).collect()
            };
            places.into_iter().for_each(|&place| table[place] = after[place]);
            let (table, recovered, _folder) = recover(&table, &journal);
            assert!(expected.is(&table) && recovered.unwrap() > 0);
        }
    }
}

#[test]
fn killed_while_an_epoch_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = create(&folder.path().join("t"), &Options::default());
    advance(&mut table, 3);
    (0..4).for_each(|number| step(&mut table, 4, number));
    let [before, journal] = read(folder.path());
    assert_eq!(table.commit().unwrap(), 4);
    let [after, empty] = read(folder.path());
    assert!(empty.is_empty() && before[HEADER..] == after[HEADER..]);
    // The state is not written yet; or it is, and the journal is not empty yet.
    let (found, recovered, _folder) = recover(&before, &journal);
    assert!(Plain::at(3).is(&found) && found.epoch() == 3 && recovered.is_some());
    for length in 0..=journal.len() {
        let (found, recovered, _folder) = recover(&after, &journal[..length]);
        assert!(Plain::at(4).is(&found) && found.epoch() == 4 && recovered.is_none(), "{length}");
    }
    // The next epoch begins over a journal that could not be emptied.
    let (mut found, _, other) = recover(&after, &journal);
    step(&mut found, 5, 0);
    let [table, new] = read(other.path());
    let mut longer = new.clone();
    longer.extend_from_slice(journal.get(new.len()..).unwrap_or_default());
    let (found, recovered, _folder) = recover(&table, &longer);
    assert!(Plain::at(4).is(&found) && recovered == Some(gradient(5, 0).0.len() as u64));
}

#[test]
fn killed_while_rows_are_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let ([committed, _], [after, journal]) = second_step(folder.path());
    let (done, _, other) = recover(&after, &journal);
    drop(done);
    let restored = read(other.path())[0].clone();
    // Half of the rows are back, and the journal is still there.
    let mut half = after.clone();
    let middle = HEADER + (after.len() - HEADER) / 2;
    half[HEADER..middle].copy_from_slice(&restored[HEADER..middle]);
    for table in [&half, &after] {
        let (mut found, recovered, _folder) = recover(table, &journal);
        assert!(Plain::at(3).is(&found) && recovered.is_some());
        advance(&mut found, 6);
        assert!(Plain::at(6).is(&found));
    }
    // All are back, the state says so, and the journal is not empty yet.
    let (found, _, _folder) = recover(&restored, &journal);
    assert!(Plain::at(3).is(&found));
    assert_eq!(committed.len(), restored.len());
}
