//! Progress is shown on a terminal, with a percentage, and nowhere else.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name)
}

/// Rows of the mushrooms, so many times over, and models that were trained on them.
struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Self {
        let files = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::write(files.path("rows"), std::fs::read(data("agaricus.train.libsvm")).unwrap().repeat(20)).unwrap();
        for program in ["linear", "fm"] {
            let (model, rows) = (files.path(program), data("agaricus.test.libsvm"));
            let mut command = lacuna(&["train", program, "--epochs", "1", "--quiet"]);
            assert!(command.arg("--data").arg(rows).arg("--save").arg(model).status().unwrap().success());
        }
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.safetensors"))
    }

    /// Commands that take a while, and what their bars say.
    fn commands(&self) -> Vec<(Vec<String>, &'static str)> {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let (rows, short) = (text(self.path("rows")), text(data("agaricus.train.libsvm")));
        let command = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let [linear, fm] = ["linear", "fm"].map(|program| text(self.path(program)));
        let out = text(self.path("out"));
        vec![
            (command(&["train", "linear", "--epochs", "2", "--data", &rows]), "epoch "),
            (command(&["train", "classify", "--passes", "2", "--data", &rows]), "epoch "),
            (command(&["train", "fm", "--epochs", "3", "--data", &short]), "epoch "),
            (command(&["train", "linear-classification", "--epochs", "3", "--data", &short]), "epoch "),
            (command(&["train", "mlp", "--epochs", "3", "--data", &short]), "epoch "),
            (command(&["predict", "--model", &linear, "--data", &rows, "--output", &out]), "scoring "),
            (command(&["predict", "--model", &fm, "--data", &rows, "--output", &out]), "scoring "),
            (command(&["inspect", "--format", "libsvm", &rows]), "reading "),
        ]
    }
}

fn lacuna<S: AsRef<std::ffi::OsStr>>(words: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.args(words).stdin(Stdio::null()).env("TERM", "xterm").env_remove("NO_COLOR");
    command
}

/// What a command writes on a terminal as its standard error.
fn on_a_terminal(mut command: Command) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let own = ioctl_tiocgptpeer(&master, OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    tcsetwinsize(&own, Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let mut child = command.stdout(Stdio::null()).stderr(own).spawn().unwrap();
    // The terminal is closed where only the child holds it.
    drop(command);
    let (mut shown, mut part, mut master) = (Vec::new(), [0; 4096], File::from(master));
    // At the end, reading a closed terminal is an error.
    while let Ok(bytes @ 1..) = master.read(&mut part) {
        shown.extend_from_slice(&part[..bytes]);
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8_lossy(&shown).into_owned()
}

/// The numbers in front of `%`.
fn percentages(shown: &str) -> Vec<u32> {
    let digits = |text: &str| text.chars().rev().take_while(char::is_ascii_digit).collect::<Vec<_>>();
    let of = |text: &str| digits(text).into_iter().rev().collect::<String>().parse().ok();
    shown.match_indices('%').filter_map(|(place, _)| of(&shown[..place])).collect()
}

#[test]
fn a_terminal_shows_how_far_it_is() {
    let files = Files::new();
    for (words, what) in files.commands() {
        let shown = on_a_terminal(lacuna(&words));
        let found = percentages(&shown);
        assert!(shown.contains(what) && shown.contains("left"), "{words:?}: {shown:?}");
        assert!(!found.is_empty() && found.iter().all(|&percentage| percentage <= 100), "{words:?}: {shown:?}");
        assert!(found.is_sorted() || words[0] == "train", "{words:?}: {found:?}");
        assert!(found.iter().max() > Some(&0), "{words:?}: {found:?}");
    }
}

#[test]
fn quiet_commands_show_nothing_on_a_terminal() {
    let files = Files::new();
    for (words, _) in files.commands() {
        if words[0] != "inspect" {
            let mut command = lacuna(&words);
            command.arg("--quiet");
            assert_eq!(on_a_terminal(command), "", "{words:?}");
        }
    }
}

#[test]
fn what_is_no_terminal_gets_no_progress() {
    let files = Files::new();
    for (words, what) in files.commands() {
        let found = lacuna(&words).output().unwrap();
        assert!(found.status.success(), "{words:?}");
        let wrong = String::from_utf8(found.stderr).unwrap();
        assert!(!wrong.contains(['%', '\r', '\u{1b}']) && !wrong.contains(what), "{words:?}: {wrong:?}");
        assert!(!String::from_utf8(found.stdout).unwrap().contains(['\r', '\u{1b}']), "{words:?}");
    }
}
