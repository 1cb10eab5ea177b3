//! Runs on several ranks.
use crate::arguments::{at_least_one, positive};
use crate::batch_run::BatchModel;
use crate::fit_arguments::FitArguments;
use crate::report::{Cell, Report};
use crate::rows::RowsArguments;
use crate::run::Stop;
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use indicatif::HumanBytes;
use lacuna_models::model::{ModelError, newest_generation};
use lacuna_models::train::TrainError;
use lacuna_runtime::data::{NextBatch, SliceRows};
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local, Traffic, agree, open};
use lacuna_runtime::kvstore::{KvError, Moved, RankOptions};
use lacuna_runtime::layer::LayerError;
use std::fmt::Debug;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The arguments of runs that several processes share.
#[derive(Clone, Debug, Default, Args)]
pub struct RankArguments {
    /// Train on several processes, the ranks: mpi, under mpirun; local is one process [default: local]
    #[arg(long, value_name = "ENGINE", help_heading = "Ranks")]
    pub exchange: Option<String>,
    /// Parts of a step whose gradients are computed one by one and added in pairs: a power of two, and at least one for
    /// each rank; the result depends on it, and not on the number of ranks [default: 1, or the ranks and up]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Ranks")]
    pub slices: Option<NonZeroUsize>,
    /// Cut tables of so many numbers and more into rows of each rank; smaller ones every rank has [default: 1000000]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Ranks")]
    pub shard_from: Option<NonZeroUsize>,
    /// Train without waiting for the gradients of other ranks: each step is that of one rank, with what the others have
    /// sent until then; the result differs from run to run
    #[arg(long, requires = "exchange", help_heading = "Ranks")]
    pub asynchronous: bool,
    /// Ask for the rows of the next step while this one computes: for slow networks; the result is the same
    #[arg(long, requires = "exchange", conflicts_with = "asynchronous", help_heading = "Ranks")]
    pub ahead: bool,
    /// Seconds that a rank may be silent before the others give up [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = positive, help_heading = "Ranks")]
    pub rank_timeout: Option<f64>,
}

/// Seconds of silence that nobody has asked for.
const TIMEOUT: f64 = 60.0;

/// The ranks of a run.
#[derive(Clone, Debug)]
pub(crate) struct OpenRanks {
    pub exchange: Arc<dyn Exchange>,
    pub options: RankOptions,
    /// No rank waits for the gradients of others.
    pub asynchronous: bool,
    /// Rows of the next step are asked for while this one computes.
    ahead: bool,
    /// The batch behind the present one.
    next: NextBatch,
    /// Rows of each slice of this rank in a batch, if each rank reads its own.
    pub slice_rows: OnceLock<SliceRows>,
    started: Instant,
}

impl RankArguments {
    fn open(&self) -> Result<Option<OpenRanks>> {
        if self.exchange.is_none() && self.slices.is_none() {
            ensure!(self.shard_from.is_none(), "--shard-from needs --exchange mpi: one process has all rows");
            return Ok(None);
        }
        let limit = Duration::from_secs_f64(self.rank_timeout.unwrap_or(TIMEOUT).min(1e9));
        let exchange: Arc<dyn Exchange> = Arc::from(open(self.exchange.as_deref().unwrap_or("local"), limit)?);
        let slices = self.slices.map_or_else(|| exchange.size().next_power_of_two(), NonZeroUsize::get);
        let mut options = RankOptions::new(slices);
        options.sharded_from = self.shard_from.map_or(options.sharded_from, NonZeroUsize::get);
        let &Self { asynchronous, ahead, .. } = self;
        let (next, slice_rows) = (NextBatch::default(), OnceLock::new());
        Ok(Some(OpenRanks { exchange, options, asynchronous, ahead, next, slice_rows, started: Instant::now() }))
    }
}

/// Arguments of a run that several processes may share.
pub(crate) trait Shared: Clone + Debug {
    /// What they have to do with ranks.
    fn shared(&mut self) -> SharedArguments<'_>;
}

/// Of the arguments of a run, what they have to do with ranks.
pub(crate) struct SharedArguments<'a> {
    /// The processes.
    ranks: &'a RankArguments,
    fit: &'a mut FitArguments,
    /// Files that are read: all ranks must have the same.
    read: Vec<PathBuf>,
    /// Files that only the first rank writes, beside those of `fit`.
    written: Vec<&'a mut Option<PathBuf>>,
}

impl<'a> SharedArguments<'a> {
    pub fn of(ranks: &'a RankArguments, fit: &'a mut FitArguments) -> Self {
        let read = fit.load.iter().cloned().collect();
        Self { ranks, fit, read, written: Vec::new() }
    }

    /// With files that are read.
    pub fn reads<'p>(mut self, files: impl IntoIterator<Item = Option<&'p PathBuf>>) -> Self {
        self.read.extend(files.into_iter().flatten().cloned());
        self
    }

    /// With a file that is written.
    pub fn writes(mut self, file: &'a mut Option<PathBuf>) -> Self {
        self.written.push(file);
        self
    }

    /// With rows of two classes.
    pub fn rows(self, rows: &'a mut RowsArguments) -> Self {
        self.reads([rows.data.as_ref(), rows.test.as_ref()]).writes(&mut rows.write_data)
    }

    /// Leaves to the first rank what only one does: showing the run and writing files.
    fn follow(self) {
        self.fit.follow();
        self.written.into_iter().for_each(|file| *file = None);
    }
}

/// Refuses what cannot be cut into parts.
pub(crate) fn expect_file(path: &Path) -> Result<()> {
    let name = || path.display().to_string();
    let is_file = path.as_os_str() != "-" && path.metadata().with_context(name)?.is_file();
    ensure!(is_file, "{}: each slice of a step has its own part of the file, so a pipe will not do", name());
    Ok(())
}

/// Runs a program on the ranks that its arguments ask for, of which the first one shows what it does.
pub(crate) fn on_ranks<A: Shared, T>(
    arguments: &A,
    run: impl FnOnce(&A, Option<&OpenRanks>) -> Result<T>,
) -> Result<T> {
    let mut own = arguments.clone();
    let Some(ranks) = own.shared().ranks.open()? else { return run(arguments, None) };
    ranks.told((|| {
        let shared = own.shared();
        ranks.expect_alike(&shared.read)?;
        if ranks.exchange.rank() > 0 {
            shared.follow();
        }
        run(&own, Some(&ranks))
    })())
}

/// Bytes of a block that is looked at, and how many of a file are: all of a small one.
const BLOCK: u64 = 64 << 10;
const BLOCKS: u64 = 256;

/// What a file holds, in a few words: its length, and a checksum of blocks that are spread over it.
fn contents(path: &Path) -> Result<String> {
    let named = || path.display().to_string();
    let mut file = File::open(path).with_context(named)?;
    let length = file.metadata().with_context(named)?.len();
    let last = length.saturating_sub(BLOCK);
    let (mut hash, mut block) = (crc32fast::Hasher::new(), Vec::new());
    let blocks = BLOCKS.min(length.div_ceil(BLOCK));
    for number in 0..blocks {
        let place = (u128::from(last) * u128::from(number) / u128::from(blocks.max(2) - 1)) as u64;
        file.seek(SeekFrom::Start(place)).with_context(named)?;
        block.clear();
        Read::by_ref(&mut file).take(BLOCK).read_to_end(&mut block).with_context(named)?;
        hash.update(&block);
    }
    Ok(format!("{length} bytes with checksum {:08x}", hash.finalize()))
}

impl OpenRanks {
    /// What a model is made with.
    pub fn shared(&self) -> (Arc<dyn Exchange>, RankOptions) {
        (self.exchange.clone(), self.options)
    }

    /// Ends the other ranks with an error, unless it is one of theirs.
    fn told<T>(&self, result: Result<T>) -> Result<T> {
        if let Err(error) = &result
            && !is_of_exchange(error)
        {
            self.exchange.fail(&format!("{error:#}"));
        }
        result
    }

    /// Refuses ranks that were started otherwise than the first one, or have other files.
    fn expect_alike(&self, files: &[PathBuf]) -> Result<()> {
        if self.exchange.size() == 1 {
            return Ok(());
        }
        let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        let mut values = vec![("the command", command)];
        for (path, name) in files.iter().zip(&names) {
            let found = match (path.is_file(), path.is_dir()) {
                (true, _) => contents(path)?,
                (_, true) => newest_generation(path)?.display().to_string(),
                _ => "no such file".to_owned(),
            };
            values.push((name, found));
        }
        Ok(agree(&*self.exchange, &values)?)
    }

    /// The exchange by which ranks agree on batches. Ranks that do not wait for each other have batches of their own.
    pub fn of_batches(&self) -> Arc<dyn Exchange> {
        if self.asynchronous { Arc::new(Local) } else { self.exchange.clone() }
    }

    /// Prepares a model for the way in which its ranks work. A handle gives it the batch behind each one.
    pub fn set_up(&self, model: &mut impl BatchModel) -> Result<Option<NextBatch>> {
        if self.asynchronous {
            model.set_asynchronous()?;
            return Ok(None);
        }
        if !self.ahead || self.exchange.size() == 1 {
            return Ok(None);
        }
        model.set_next_batch(self.next.clone())?;
        Ok(Some(self.next.clone()))
    }

    /// What a model takes whose ranks make each step together.
    pub fn together(&self) -> Result<(Arc<dyn Exchange>, RankOptions)> {
        for (option, is_given) in [("--asynchronous", self.asynchronous), ("--ahead", self.ahead)] {
            ensure!(!is_given, "{option} is for fm, mf, linear-classification and wide-deep");
        }
        Ok((self.exchange.clone(), self.options))
    }

    /// Refuses steps of so few rows that slices have none.
    pub fn expect_rows(&self, rows: usize) -> Result<()> {
        let slices = self.options.slices;
        ensure!(
            rows >= slices,
            "a step of {rows} rows has none for each of {slices} slices: --batch-size {slices} or more"
        );
        Ok(())
    }

    /// Whether one of the ranks is to stop: then all do, behind the same step. Ranks that do not wait for each other
    /// are stopped one by one.
    pub fn is_any(&self, stop: Stop<'_>) -> Result<bool> {
        let own = stop()?;
        if self.asynchronous {
            return Ok(own);
        }
        Ok(self.exchange.all_gather(vec![own.into()])?.iter().any(|rank| rank.first() == Some(&1)))
    }

    /// `4 ranks, 8 slices`.
    pub fn describe(&self) -> String {
        let (ranks, slices) = (self.exchange.size(), self.options.slices);
        match (ranks, self.asynchronous) {
            (1, _) => format!("{slices} slices"),
            (_, false) => format!("{ranks} ranks, {slices} slices"),
            (_, true) => format!("{ranks} ranks, asynchronous; losses and speeds are those of the first one"),
        }
    }

    /// What each rank has moved.
    pub fn show(&self, tables: Option<[Moved; 2]>, report: &mut Report<'_>) -> Result<()> {
        if self.exchange.size() == 1 {
            return Ok(());
        }
        let Traffic { messages, sent, received, waited } = self.exchange.traffic();
        let [pulled, pushed] = tables.unwrap_or_default();
        let mut own = Vec::new();
        for number in [messages, sent, received, waited.to_bits(), self.started.elapsed().as_secs_f64().to_bits()]
            .into_iter()
            .chain([pulled.bytes, pulled.whole, pushed.bytes, pushed.whole])
        {
            own.extend_from_slice(&number.to_le_bytes());
        }
        let all = self.exchange.all_gather(own)?;
        report.line("")?;
        for (rank, bytes) in all.iter().enumerate() {
            let numbers: Vec<u64> = bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
            let &[messages, sent, received, waited, seconds, pulled, whole_pulled, pushed, whole_pushed] = &*numbers
            else {
                return Err(anyhow!("rank {rank} has sent {} numbers about what it has moved", numbers.len()));
            };
            let (waited, seconds) = (f64::from_bits(waited), f64::from_bits(seconds));
            let whole = whole_pulled.saturating_add(whole_pushed);
            let moved = pulled.saturating_add(pushed);
            let of_whole = if whole == 0 {
                String::new()
            } else {
                let share = 100.0 * moved as f64 / whole as f64;
                format!("; rows of tables {}, {share:.2}% of all rows", HumanBytes(moved))
            };
            let line = format!(
                "rank {rank}: sent {}, received {} in {messages} messages, waited {waited:.2} of {seconds:.2} s{of_whole}",
                HumanBytes(sent),
                HumanBytes(received),
            );
            let members = [
                ("rank", Cell::Count(rank as u64)),
                ("sent_bytes", Cell::Count(sent)),
                ("received_bytes", Cell::Count(received)),
                ("messages", Cell::Count(messages)),
                ("waited_seconds", Cell::Seconds(waited)),
                ("seconds", Cell::Seconds(seconds)),
                ("table_bytes", Cell::Count(moved)),
                ("whole_table_bytes", Cell::Count(whole)),
            ];
            report.event("rank", &members, &line)?;
        }
        Ok(())
    }
}

/// Whether another rank is to blame.
fn is_of_exchange(error: &anyhow::Error) -> bool {
    let of_store = |error: &KvError| matches!(error, KvError::Exchange(_));
    match error.downcast_ref() {
        Some(ModelError::Parameter(LayerError::Store(error))) => of_store(error),
        _ => {
            let of_rows = |error: &TrainError| error.is_of_exchange();
            error.is::<ExchangeError>()
                || error.downcast_ref().is_some_and(of_store)
                || error.downcast_ref().is_some_and(of_rows)
        }
    }
}
