//! A process that trains a table is killed at random moments.
use crate::plain::{Plain, advance, create, step};
use lacuna::random::Stream;
use lacuna_runtime::table::{Durability, Options, Table};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const TABLE: &str = "LACUNA_KILLED_TABLE";
const EPOCHS: &str = "LACUNA_KILLED_EPOCHS";
const DISK: &str = "LACUNA_KILLED_DISK";

fn options(disk: bool) -> Options {
    Options { durability: if disk { Durability::Disk } else { Durability::Process }, ..Options::default() }
}

/// What is killed: run by the tests below, with a table in the environment.
#[test]
#[ignore = "a process of the tests below"]
fn trains() {
    let (Ok(path), Ok(epochs)) = (std::env::var(TABLE), std::env::var(EPOCHS)) else { return };
    let (mut table, _) = Table::<f32>::open(Path::new(&path), &options(std::env::var(DISK).is_ok())).unwrap();
    advance(&mut table, epochs.parse().unwrap());
}

fn start(path: &Path, epochs: u64, disk: bool) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kills::trains", "--ignored"]).env(TABLE, path).env(EPOCHS, epochs.to_string());
    if disk {
        command.env(DISK, "");
    }
    command.stdout(Stdio::null()).spawn().unwrap()
}

fn kill(kills: u64, disk: bool, longest: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    drop(create(&path, &options(disk)));
    let (mut plain, mut unfinished, mut advanced) = (Plain::new(), 0, 0);
    let mut number = 0;
    // On a busy machine, a process may not get far in the first time that it is given.
    while number < kills || advanced < 5 || unfinished < 5 {
        let mut child = start(&path, u64::MAX, disk);
        let random = Stream::new(7, u64::from(disk)).block(number)[0];
        sleep(Duration::from_micros(2000 + u64::from(random) % (longest << (number / kills))));
        child.kill().unwrap();
        child.wait().unwrap();
        let (table, recovered) = Table::<f32>::open(&path, &options(disk)).unwrap();
        assert!(table.epoch() >= plain.epoch, "an epoch that was committed is never lost");
        advanced += u64::from(table.epoch() > plain.epoch);
        plain.advance(table.epoch());
        assert!(plain.is(&table), "kill {number}, epoch {}, {recovered:?}", table.epoch());
        unfinished +=
            u64::from(recovered.is_some_and(|recovered| recovered.epoch == plain.epoch && recovered.rows > 0));
        number += 1;
        assert!(number < 8 * kills, "{advanced} {unfinished}");
    }
    println!("{number} kills, {advanced} after a commit, {unfinished} inside an epoch, {} epochs", plain.epoch);

    let last = plain.epoch + 20;
    assert!(start(&path, last, disk).wait().unwrap().success());
    plain.advance(last);
    let (table, recovered) = Table::<f32>::open(&path, &options(disk)).unwrap();
    assert!(recovered.is_none() && table.epoch() == last && plain.is(&table));
    // As the run that was never killed.
    let mut whole = create(&folder.path().join("whole"), &Options::default());
    advance(&mut whole, last);
    assert!(plain.is(&whole));
}

#[test]
fn what_a_kill_leaves_is_a_committed_epoch() {
    kill(50, false, 30_000);
}

#[test]
fn likewise_if_the_disk_is_waited_for() {
    kill(12, true, 60_000);
}

#[test]
fn the_lock_ends_with_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    drop(create(&path, &Options::default()));
    let mut child = start(&path, u64::MAX, false);
    // It is open when it has committed something.
    let mut locked = false;
    for _ in 0..1000 {
        sleep(Duration::from_millis(5));
        locked |= Table::<f32>::open(&path, &Options::default())
            .is_err_and(|error| error.to_string().contains("open already"));
        if locked {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(locked);
    let (mut table, _) = Table::<f32>::open(&path, &Options::default()).unwrap();
    let next = table.epoch() + 1;
    step(&mut table, next, 0);
}
