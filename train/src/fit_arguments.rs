//! The arguments of all runs.
use crate::arguments::{BaseArgument, THREADS, at_least_one, positive, threads};
use crate::ranks::OpenRanks;
use crate::report::Form;
use crate::run::all_processors;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use lacuna_models::model::saves_shards;
use lacuna_runtime::Cpu;
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::rank_on_machine;
use std::fs::create_dir_all;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// The arguments of all runs.
#[derive(Clone, Debug, Default, Args)]
pub struct FitArguments {
    /// Passes over the data; the rest of an interrupted one counts as one [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub epochs: Option<NonZeroU64>,
    /// Seed of the first weights and of generated data, and of the order of rows where there is one [default: 0]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub seed: Option<u64>,
    #[arg(long, value_name = "N", value_parser = threads, help = THREADS, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from what --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the model, with the optimizer's states if it has some, at the end or when interrupted. fm, mf,
    /// linear-classification and wide-deep write into a folder/ too: each rank its own rows
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also after each so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = at_least_one::<NonZeroU64>, requires = "save",
        help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Write the model's output for each row of --test, a line each, at the end
    #[arg(long, value_name = "FILE", requires = "test", help_heading = "Files")]
    pub predictions: Option<PathBuf>,
    /// Draw the loss of each epoch
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Refuse what would be left out or guessed: query ids, header lines, fields that are not used, words that are not in the
    /// vocabulary, and without --index-base zero or one the number of the first feature
    #[arg(long, help_heading = "Data")]
    pub strict: bool,
    /// Show an object of JSON a line instead of text
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub json: bool,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// Whether another rank shows the run, and writes the files of it.
    #[arg(skip)]
    pub is_follower: bool,
}

/// The arguments of runs whose models compute on a device too.
#[derive(Clone, Debug, Default, Args)]
pub struct ContextArguments {
    /// Where it computes: cpu, gpu, or gpu:I for the GPU of that number; the result does not depend on it. With several
    /// ranks gpu is another GPU for each of a machine's [default: cpu]
    #[arg(long, value_name = "CONTEXT", help_heading = "Training")]
    pub context: Option<String>,
}

impl ContextArguments {
    /// Where it computes.
    pub(crate) fn open(&self, ranks: Option<&OpenRanks>) -> Result<Device> {
        let several = ranks.filter(|ranks| ranks.exchange.size() > 1);
        match (self.context.as_deref(), several) {
            (None, _) => Ok(Device::cpu()),
            (Some("gpu"), Some(ranks)) => {
                let rank = rank_on_machine(&*ranks.exchange)?;
                Ok(Device::gpu(rank % Device::gpus().max(1))?)
            }
            (Some(context), _) => Ok(context.parse()?),
        }
    }

    /// `threads 2`, with the context if it is not the host.
    pub(crate) fn place(threads: usize, context: &Device) -> String {
        if context.is_cpu() { format!("threads {threads}") } else { format!("threads {threads}, {context}") }
    }
}

/// Epochs of a run that does not ask for a number.
const EPOCHS: u64 = 10;

/// GiB of a model, without a limit of the user's.
const MEMORY_LIMIT: f64 = 4.0;

impl FitArguments {
    /// Refuses to guess how the files count features, where nothing may be guessed.
    pub(crate) fn expect_base(&self, has_data: bool, base: Option<BaseArgument>) -> Result<()> {
        let is_said = matches!(base, Some(BaseArgument::Zero | BaseArgument::One));
        ensure!(
            is_said || !self.strict || !has_data || self.load.is_some(),
            "--strict needs --index-base zero or one: the number of the first feature would be guessed"
        );
        Ok(())
    }

    /// How the run is shown.
    pub(crate) fn form(&self) -> Form {
        match (self.quiet, self.json) {
            (true, _) => Form::Quiet,
            (_, true) => Form::Json,
            _ => Form::Text,
        }
    }

    /// Passes over the data.
    pub(crate) fn passes(&self) -> u64 {
        self.epochs.map_or(EPOCHS, NonZeroU64::get)
    }

    /// What a rank behind the first one does not do.
    pub(crate) fn follow(&mut self) {
        (self.quiet, self.json, self.is_follower, self.plot) = (true, false, true, None);
    }

    /// Refuses files that cannot be written, before anything is computed.
    pub(crate) fn check_targets(&self) -> Result<()> {
        if let Some(plot) = &self.plot
            && let Some(kind) = plot.extension().filter(|kind| !kind.eq_ignore_ascii_case("svg"))
        {
            bail!("--plot draws SVG, not {}: name the file {}", kind.display(), plot.with_extension("svg").display());
        }
        if self.is_follower {
            return Ok(());
        }
        let mut targets = [&self.save, &self.plot, &self.predictions].into_iter().flatten();
        Ok(targets.try_for_each(|target| check_target(target))?)
    }

    /// The same of models that `--save` writes into a folder, too.
    pub(crate) fn check_targets_of_model(&self) -> Result<()> {
        let Some(folder) = self.save.as_deref().filter(|path| saves_shards(path)) else { return self.check_targets() };
        if !self.is_follower {
            create_dir_all(folder).with_context(|| format!("{}: no such folder can be made", folder.display()))?;
            check_target(&folder.join("manifest.json"))?;
        }
        Self { save: None, ..self.clone() }.check_targets()
    }

    /// Runs on as many threads as are asked for, or else on those that so many rows at a time are worth.
    pub(crate) fn on_threads<T: Send>(&self, rows: usize, run: impl FnOnce(usize) -> Result<T> + Send) -> Result<T> {
        on_threads(self.threads, rows, run)
    }

    /// Bytes that a model may take.
    pub(crate) fn memory(&self) -> u64 {
        memory_limit(self.memory_limit)
    }

    /// The seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    /// How a run of batches of so many rows goes, in words.
    pub(crate) fn training(&self, how: &str, batch_size: usize, threads: usize, context: &Device) -> String {
        let place = ContextArguments::place(threads, context);
        format!("{how}, batches of {batch_size}, {} epochs, seed {}, {place}", self.passes(), self.seed())
    }

    /// Refuses a file of predictions of a model that has none.
    pub(crate) fn expect_no_predictions(&self, model: &str) -> Result<()> {
        ensure!(self.predictions.is_none(), "{model} has no outputs of rows: --predictions is not for it");
        Ok(())
    }
}

/// Rows that are worth a thread: with fewer, the threads wait for each other longer than they work.
const ROWS_OF_A_THREAD: usize = 256;

/// The most threads that nobody has asked for.
const MOST_UNASKED: usize = 8;

/// What a program reads in long blocks while it learns or scores.
pub(crate) const LONG_BLOCKS: usize = usize::MAX;

/// Runs on as many threads as are asked for, or else on those that so many rows at a time are worth.
pub(crate) fn on_threads<T: Send>(
    asked: Option<NonZeroUsize>,
    rows: usize,
    run: impl FnOnce(usize) -> Result<T> + Send,
) -> Result<T> {
    let worth = || (rows / ROWS_OF_A_THREAD).clamp(1, all_processors().min(MOST_UNASKED));
    match asked.map_or_else(worth, NonZeroUsize::get) {
        1 => run(1),
        threads => Cpu::pool(threads)?.install(|| run(threads)),
    }
}

/// Bytes of so many GiB, or of the limit without one of the user's. More than any machine has becomes no limit.
pub(crate) fn memory_limit(asked: Option<f64>) -> u64 {
    (asked.unwrap_or(MEMORY_LIMIT) * (1_u64 << 30) as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `--help` says: one for each processor, 8 at most, and one for each 256 rows that are computed at a time.
    #[test]
    fn threads_are_those_that_the_help_tells() {
        let found = |asked: Option<usize>, rows| on_threads(asked.and_then(NonZeroUsize::new), rows, Ok).unwrap();
        let processors = std::thread::available_parallelism().unwrap().get();
        let most = processors.min(8);
        for (rows, worth) in [(0, 1), (1, 1), (255, 1), (256, 1), (511, 1), (512, 2), (1024, 4), (LONG_BLOCKS, 1 << 40)]
        {
            assert_eq!(found(None, rows), most.min(worth), "{rows} rows on {processors} processors");
        }
        for asked in [1, 2, 3, 11] {
            assert_eq!(found(Some(asked), 1), asked);
        }
        assert!(THREADS.contains("[default: one for each processor, 8 at most, and one for each 256 rows"));
    }
}
