//! The command line.
use crate::libsvm::IndexBase;
use crate::{bench, train};
use anyhow::{Result, bail};
use lexopt::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// What `--help` shows.
pub const HELP: &str = "\
A sparse embedding for candle, by the kernels of Lacuna: row_sparse gradient, lazy
optimizer step.

sparse-embedding [train] [OPTIONS]
    Trains a classifier (sum of embedded features, ReLU, dense layer, logistic loss)
    on LibSVM text and prints loss and test accuracy of each epoch. Two runs of one
    command print the same text, with the hash of the trained table.

    --train FILE      examples to train on   [the repository's data/agaricus.train.libsvm]
    --test FILE       examples to test on    [the repository's data/agaricus.test.libsvm]
    --zero-based      the first feature of the files is 0, not 1
    --dimension N     values in a row of the table                   [16]
    --epochs N        passes over the training examples              [5]
    --batch N         examples in a step                             [64]
    --rate X          learning rate                                  [0.05]
    --momentum X      momentum of the table, from 0 up to below 1    [0.9]
    --seed N          first weights and order of the examples        [0]

sparse-embedding bench [OPTIONS]
    Times one training step with the gradient as row_sparse, as rows scattered by
    candle's scatter_add_set, and as candle's dense table, and checks that all three
    tables agree. Takes 1.8 GiB of memory, and refuses sizes that would take more than 4.

    --sizes N,N,...   rows of the tables                [10000,100000,1000000]
    --dimension N     values in a row                   [64]
    --batch N         bags in a step                    [256]
    --ids N           random ids in a bag               [32]
    --rounds N        turns of each, in alternation     [7]
    --seed N          tables and ids                    [0]
";

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Show [`HELP`].
    Help,
    /// Train and test.
    Train {
        /// How.
        settings: train::Settings,
        /// The file to train on.
        training: PathBuf,
        /// The file to test on.
        test: PathBuf,
        /// The first feature in both.
        base: IndexBase,
    },
    /// Measure.
    Bench(bench::Settings),
}

/// Reads the arguments after the program's name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command> {
    let mut arguments = arguments.into_iter().peekable();
    let command = arguments.next_if(|first| first == "train" || first == "bench");
    let mut parser = lexopt::Parser::from_args(arguments);
    if command.is_some_and(|command| command == "bench") { parse_bench(&mut parser) } else { parse_train(&mut parser) }
}

fn parse_train(parser: &mut lexopt::Parser) -> Result<Command> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let (mut training, mut test) = (data.join("agaricus.train.libsvm"), data.join("agaricus.test.libsvm"));
    let (mut settings, mut base) = (train::Settings::default(), IndexBase::One);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("train") => training = parser.value()?.into(),
            Long("test") => test = parser.value()?.into(),
            Long("zero-based") => base = IndexBase::Zero,
            Long("dimension") => settings.dimension = positive(parser, "--dimension")?,
            Long("epochs") => settings.epochs = positive(parser, "--epochs")?,
            Long("batch") => settings.batch = positive(parser, "--batch")?,
            Long("rate") => {
                settings.learning_rate = within(parser, "--rate", "above 0", |rate| rate > 0.0 && rate < f32::INFINITY)?
            }
            Long("momentum") => {
                settings.momentum =
                    within(parser, "--momentum", "from 0 up to below 1", |momentum| (0.0..1.0).contains(&momentum))?
            }
            Long("seed") => settings.seed = value(parser, "--seed")?,
            Long("help") | Short('h') => return Ok(Command::Help),
            other => bail!("{}; see --help", other.unexpected()),
        }
    }
    Ok(Command::Train { settings, training, test, base })
}

fn parse_bench(parser: &mut lexopt::Parser) -> Result<Command> {
    let mut settings = bench::Settings::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("sizes") => {
                let text = parser.value()?.string()?;
                settings.sizes = text.split(',').map(|size| positive_number("--sizes", size)).collect::<Result<_>>()?;
            }
            Long("dimension") => settings.dimension = positive(parser, "--dimension")?,
            Long("batch") => settings.batch = positive(parser, "--batch")?,
            Long("ids") => settings.ids = positive(parser, "--ids")?,
            Long("rounds") => settings.rounds = positive(parser, "--rounds")?,
            Long("seed") => settings.seed = value(parser, "--seed")?,
            Long("help") | Short('h') => return Ok(Command::Help),
            other => bail!("{}; see --help", other.unexpected()),
        }
    }
    Ok(Command::Bench(settings))
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T>
where
    T::Err: std::error::Error,
{
    text.parse().or_else(|error| bail!("{name} `{text}`: {error}"))
}

fn positive_number(name: &str, text: &str) -> Result<usize> {
    match number(name, text)? {
        0 => bail!("{name}: expected 1 or more, found 0"),
        number => Ok(number),
    }
}

fn value<T: FromStr>(parser: &mut lexopt::Parser, name: &str) -> Result<T>
where
    T::Err: std::error::Error,
{
    number(name, &parser.value()?.string()?)
}

fn positive(parser: &mut lexopt::Parser, name: &str) -> Result<usize> {
    positive_number(name, &parser.value()?.string()?)
}

fn within(parser: &mut lexopt::Parser, name: &str, range: &str, allowed: impl Fn(f32) -> bool) -> Result<f32> {
    let found = value(parser, name)?;
    if allowed(found) { Ok(found) } else { bail!("{name}: expected a number {range}, found {found}") }
}
