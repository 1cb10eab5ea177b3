//! A run of `lacuna train mlp`, from its arguments to its last line.
use super::MlpArguments;
use crate::batch_run::{ContextArguments, measure};
use crate::open::check_memory;
use crate::plot::{Axes, plot_loss};
use crate::report::{LOSS_DIGITS, Report, significant};
use crate::rows::{Reading, Rows};
use crate::run::{Stop, memory_limit};
use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use lacuna_runtime::data::Batch;
use lacuna_runtime::metric::Auc;
use lacuna_runtime::train::{MOST_EPOCHS, Mlp, MlpProgress, MlpSettings, SavedMlp};
use std::io::Write;
use std::time::{Duration, Instant};

/// What one epoch has given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MlpEpoch {
    /// The mean loss of a row.
    pub loss: f64,
    /// Rows.
    pub rows: u64,
    /// Time of all ways forward.
    pub forward: Duration,
    /// Time of all ways back, with the updates.
    pub backward: Duration,
    /// Time of everything, the reading of the data among it.
    pub whole: Duration,
    /// The area under the ROC curve on the test rows afterwards, if there are any.
    pub test_auc: Option<f64>,
}

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct MlpReport {
    /// One for each whole epoch of this run.
    pub epochs: Vec<MlpEpoch>,
    /// Hash of the parameters at the end.
    pub hash: u64,
    /// True if it was stopped before its last epoch ended.
    pub interrupted: bool,
}

/// Bytes of rows as csr and as a dense matrix.
#[derive(Clone, Copy, Default)]
struct Seen {
    rows: u64,
    entries: u64,
}

/// Runs `lacuna train mlp`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_mlp(arguments: &MlpArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<MlpReport> {
    arguments.fit.check_targets()?;
    arguments.rows.write_data.as_deref().map_or(Ok(()), check_target)?;
    let saved = arguments.fit.load.as_deref().map(SavedMlp::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let report = Report::new(out, arguments.fit.quiet);
    arguments.fit.on_threads(|threads| Run { arguments, threads }.train(settings, saved, report, stop))
}

struct Run<'a> {
    arguments: &'a MlpArguments,
    threads: usize,
}

impl Run<'_> {
    fn train(&self, mut settings: MlpSettings, saved: Option<SavedMlp>, mut report: Report<'_>, stop: Stop<'_>) -> Result<MlpReport> {
        let arguments = self.arguments;
        let (limit, context) = (memory_limit(arguments.fit.memory_limit), arguments.place.open()?);
        let reading = Reading { batch_size: settings.batch_size, features: settings.features, seed: settings.seed, limit };
        let mut data = arguments.rows.open(reading)?;
        settings.features = data.features;
        let mut progress = saved.as_ref().map_or_else(MlpProgress::default, |saved| saved.progress);
        let count = arguments.fit.passes();
        let last = progress.epochs.checked_add(count).filter(|&last| last <= MOST_EPOCHS);
        let last = last.with_context(|| format!("{count} epochs after {}: at most {MOST_EPOCHS} are supported", progress.epochs))?;
        report.fact("data", &data.facts)?;
        let layers: Vec<String> = settings.hidden.iter().chain([&1]).map(ToString::to_string).collect();
        let features = HumanCount(settings.features as u64);
        report.fact("model", &format!("{features} -> {}, sigmoids; {}", layers.join(" -> "), settings.variant.name()))?;
        report.fact(
            "training",
            &format!(
                "sgd, learning rate {}, batches of {}, epochs {} to {last}, seed {}, {}",
                settings.learning_rate,
                settings.batch_size,
                progress.epochs + 1,
                settings.seed,
                ContextArguments::place(self.threads, &context)
            ),
        )?;
        check_memory(&format!("a network of {features} features"), Mlp::bytes(&settings), limit)?;
        let mut network = match &saved {
            Some(saved) => {
                ensure!(
                    saved.settings.features == settings.features,
                    "the loaded network has {} features, the data {}",
                    saved.settings.features,
                    settings.features
                );
                saved.network_with(&settings, self.threads)?
            }
            None => Mlp::new(&settings, self.threads)?,
        };
        network.set_context(&context)?;
        drop(saved);

        let mut test = arguments.rows.open_test(&data, reading)?;
        report.line(&format!(
            "\n{:>5}  {:>9}  {:>10}  {:>16}  {:>9}  {:>9}{}",
            "epoch",
            "log loss",
            "forward ms",
            "back + update ms",
            "epoch ms",
            "rows/s",
            if test.is_some() { "  test auc" } else { "" }
        ))?;
        report.start(data.rows.map(|rows| rows.saturating_mul(count)))?;
        let (mut epochs, mut curve, mut interrupted, mut seen) = (Vec::new(), Vec::new(), false, Seen::default());
        while progress.epochs < last && !interrupted {
            let number = progress.epochs + 1;
            report.epoch(number, last);
            let epoch = epoch(&mut network, &mut data, &mut progress, &mut report, stop, &mut seen)?;
            let sound = epoch.as_ref().is_none_or(|epoch| epoch.loss.is_finite());
            ensure!(sound && progress.loss.is_finite(), "the loss is not finite in epoch {number}: a smaller --learning-rate may help");
            let Some(mut epoch) = epoch else {
                interrupted = true;
                continue;
            };
            if let Some(test) = &mut test {
                epoch.test_auc = Some(measure(&mut Auc::default(), &mut **test, None, |batch| Ok(network.predict(batch)?.0))?);
            }
            report.line(&row(number, &epoch))?;
            curve.push((number, epoch.loss));
            epochs.push(epoch);
            interrupted = number < last && stop()?;
            if let (Some(path), Some(every)) = (&arguments.fit.save, arguments.fit.save_every)
                && number.is_multiple_of(every.get())
                && number < last
                && !interrupted
            {
                network.save(path, &settings, &progress)?;
            }
        }
        report.finish();
        if !interrupted {
            let memory = network.memory();
            let weight = memory.weight as u64;
            let csr = seen.entries * 12 + (seen.rows + 1) * 8;
            let dense = u128::from(seen.rows) * settings.features as u128 * 4;
            report.memory(&[
                ("data, csr", csr, dense),
                ("first weight", weight, u128::from(weight)),
                ("its gradient", memory.gradient as u64, u128::from(weight)),
            ])?;
        }
        let hash = network.hash();
        report.line(&format!("\nweights {hash:016x}"))?;
        if let Some(path) = arguments.fit.plot.as_ref().filter(|_| !curve.is_empty()) {
            plot_loss(path, &format!("Network on sparse features, {}", data.name), Axes::LOG_LOSS, &curve)?;
            report.line(&format!("loss curve written to {}", path.display()))?;
        }
        if let (Some(path), Some(test)) = (&arguments.fit.predictions, &mut test) {
            let mut text = Vec::new();
            measure(&mut Auc::default(), &mut **test, Some(&mut text), |batch| Ok(network.predict(batch)?.0))?;
            write_atomically(path, &text)?;
            report.line(&format!("predictions written to {}", path.display()))?;
        }
        if let Some(path) = &arguments.fit.save {
            network.save(path, &settings, &progress)?;
            report.line(&format!("network written to {}", path.display()))?;
        }
        if interrupted {
            report.notice(&self.interrupted(&progress, last));
        }
        Ok(MlpReport { epochs, hash, interrupted })
    }

    fn interrupted(&self, progress: &MlpProgress, last: u64) -> String {
        let left = last - progress.epochs;
        let place = format!("stopped after {} epochs and {} batches", progress.epochs, progress.batches);
        match &self.arguments.fit.save {
            Some(path) => format!("{place}; --load {} --epochs {left} goes on there", path.display()),
            None => format!("{place}; without --save nothing is kept"),
        }
    }
}

/// One epoch, or the rest of one; none if it was stopped.
fn epoch(
    network: &mut Mlp,
    data: &mut Rows,
    progress: &mut MlpProgress,
    report: &mut Report<'_>,
    stop: Stop<'_>,
    seen: &mut Seen,
) -> Result<Option<MlpEpoch>> {
    let started = Instant::now();
    let (mut batch, mut times) = (Batch::default(), MlpEpoch::default());
    *seen = Seen::default();
    data.batches.restart()?;
    for number in 0_u64.. {
        if !data.batches.next_batch(&mut batch)? {
            break;
        }
        seen.rows += batch.rows() as u64;
        seen.entries += batch.data.first().map_or(0, |data| data.nnz()) as u64;
        if number < progress.batches {
            continue;
        }
        let step = network.step(&mut batch)?;
        progress.batches += 1;
        progress.rows += step.rows as u64;
        progress.loss += step.loss;
        times.rows += step.rows as u64;
        times.forward += step.forward;
        times.backward += step.backward;
        report.advance(step.rows as u64);
        if stop()? {
            return Ok(None);
        }
    }
    ensure!(progress.rows > 0, "{}: no rows", data.name);
    let epoch = MlpEpoch { loss: progress.loss / progress.rows as f64, whole: started.elapsed(), ..times };
    *progress = MlpProgress { epochs: progress.epochs + 1, ..MlpProgress::default() };
    Ok(Some(epoch))
}

fn row(number: u64, epoch: &MlpEpoch) -> String {
    let MlpEpoch { loss, rows, forward, backward, whole, test_auc } = epoch;
    let [forward, backward, milliseconds] = [forward, backward, whole].map(|time| time.as_secs_f64() * 1e3);
    let speed = HumanCount((*rows as f64 / whole.as_secs_f64().max(1e-9)) as u64).to_string();
    let auc = test_auc.map_or_else(String::new, |auc| format!("  {auc:>8.6}"));
    format!("{number:>5}  {:>9}  {forward:>10.3}  {backward:>16.3}  {milliseconds:>9.3}  {speed:>9}{auc}", significant(*loss, LOSS_DIGITS))
}
