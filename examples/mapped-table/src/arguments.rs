//! The command line.
use crate::train::Settings;
use anyhow::{Context, Result, ensure};
use lacuna_runtime::table::Durability;
use lexopt::prelude::*;
use std::ffi::OsString;

/// What `--help` shows.
pub const HELP: &str = "\
Trains an embedding that may be larger than memory: a table in a mapped file, of which
only rows that were touched take place on the disk. Words are drawn as in a text, few
of them often and most of them hardly ever; each learns a vector of its own.

mapped-table [OPTIONS]

    --table FILE      the table; its journal is FILE.journal   [words.table]
    --rows N          words                                    [100000000]
    --length N        values of a word                         [64]
    --epochs N        epochs in all, each ends in a commit     [5]
    --steps N         steps of an epoch                        [50]
    --words N         words of a step, drawn with repetition   [1024]
    --rate X          learning rate of AdaGrad                 [0.5]
    --seed N          of words and vectors                     [0]
    --resume          go on with the table that is there
    --disk            be safe from a loss of power too, not from kills alone
    --abort-after N   end as if killed, inside step N of this run
";

/// The settings, or `None` where help is wanted.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Settings>> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut settings = Settings::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("table") => settings.table = parser.value()?.into(),
            Long("rows") => settings.rows = parser.value()?.parse().context("--rows")?,
            Long("length") => settings.length = parser.value()?.parse().context("--length")?,
            Long("epochs") => settings.epochs = parser.value()?.parse().context("--epochs")?,
            Long("steps") => settings.steps = parser.value()?.parse().context("--steps")?,
            Long("words") => settings.words = parser.value()?.parse().context("--words")?,
            Long("rate") => settings.rate = parser.value()?.parse().context("--rate")?,
            Long("seed") => settings.seed = parser.value()?.parse().context("--seed")?,
            Long("abort-after") => settings.abort_after = Some(parser.value()?.parse().context("--abort-after")?),
            Long("resume") => settings.resume = true,
            Long("disk") => settings.durability = Durability::Disk,
            Long("help") | Short('h') => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    ensure!(settings.words > 0 && settings.steps > 0, "an epoch needs steps, and a step words");
    Ok(Some(settings))
}
