//! Faults planted in the PTX, one at a time, and what finds them.
mod edit;
mod faults;
mod programs;

use crate::{Outcome, tools};
use anyhow::{Context, Result, ensure};
use faults::{Fault, SIGHTS, Sight};
use programs::{Planted, Programs};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const FOLDER: &str = "kernels-cuda/ptx";

/// Every fault, or one in so many, drawn with a seed: that of the day, if none is given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) one_in: Option<u64>,
    pub(crate) seed: Option<u64>,
}

/// The PTX of each module by its name.
type Modules = BTreeMap<String, String>;

fn modules() -> Result<Modules> {
    let mut modules = Modules::new();
    for file in fs::read_dir(tools::root()?.join(FOLDER))? {
        let path = file?.path();
        if let (Some(name), true) = (path.file_stem(), path.extension().is_some_and(|extension| extension == "ptx")) {
            modules.insert(name.to_string_lossy().into_owned(), tools::read(&path)?);
        }
    }
    Ok(modules)
}

/// Name and text of the module that has the entry.
fn module_of<'m>(modules: &'m Modules, entry: &str) -> Result<(&'m str, &'m str)> {
    let start = format!(".entry {entry}(");
    let found = modules.iter().find(|(_, text)| text.contains(&start));
    found.map(|(name, text)| (name.as_str(), text.as_str())).with_context(|| format!("no module has {entry}"))
}

/// What became of a fault.
struct Verdict {
    fault: String,
    seconds: u64,
    caught_by: Option<String>,
    expected: Expected,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Caught,
    /// Changes no result, and why.
    Equivalent(&'static str),
    /// Nothing is planted: what finds a fault there would find anything.
    Nothing,
}

impl Verdict {
    fn fails(&self) -> bool {
        self.caught_by.is_some() != (self.expected == Expected::Caught)
    }

    fn text(&self) -> String {
        match (&self.caught_by, self.expected) {
            (Some(by), Expected::Caught) => by.clone(),
            (None, Expected::Caught) => "SURVIVED".to_owned(),
            (None, Expected::Equivalent(reason)) => format!("equivalent: {reason}"),
            (Some(by), Expected::Equivalent(_)) => format!("NOT EQUIVALENT: {by}"),
            (None, Expected::Nothing) => "passed".to_owned(),
            (Some(by), Expected::Nothing) => format!("FAILED WITHOUT A FAULT: {by}"),
        }
    }
}

pub(crate) fn run(names: &[String], sample: Sample) -> Result<Outcome> {
    let modules = modules()?;
    let all: Vec<(&Sight, &Fault)> =
        SIGHTS.iter().flat_map(|sight| sight.faults.iter().map(move |fault| (sight, fault))).collect();
    // An edit that no longer fits would be forgotten, so all are tried.
    let misfits: Vec<_> = all.iter().filter_map(|(_, fault)| edited(&modules, fault).err()).collect();
    ensure!(
        misfits.is_empty(),
        "faults that do not fit the PTX:\n{}",
        misfits.iter().map(|misfit| format!("{misfit:#}")).collect::<Vec<_>>().join("\n")
    );
    let faults = chosen(all, names, sample)?;
    let programs = Programs::build()?;
    for (sight, fault) in &faults {
        ensure!(programs.count(sight) > 0, "no test has one of the names {} of {}", sight.tests, fault.name());
    }
    // Each sight once without a fault.
    let mut tasks: Vec<(&Sight, Option<&Fault>)> = Vec::new();
    for &(sight, fault) in &faults {
        if tasks.last().is_none_or(|(last, _)| !std::ptr::eq(*last, sight)) {
            tasks.push((sight, None));
        }
        tasks.push((sight, Some(fault)));
    }
    let (start, next, verdicts) = (Instant::now(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    // Its own: two runs beside each other have other faults.
    let folder = tools::target()?.join("mutate").join(std::process::id().to_string());
    thread::scope(|scope| {
        for worker in 0..thread::available_parallelism().map_or(1, usize::from) {
            let folder = folder.join(worker.to_string());
            let (next, verdicts, tasks, modules, programs) = (&next, &verdicts, &tasks, &modules, &programs);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((sight, fault)) = tasks.get(place) else { break };
                    let verdict = judge(programs, modules, sight, *fault, &folder);
                    let text = match &verdict {
                        Ok(verdict) => format!("{}: {}", verdict.fault, verdict.text()),
                        Err(error) => format!("error: {error:#}"),
                    };
                    println!("{} of {}: {text}", place + 1, tasks.len());
                    verdicts.lock().unwrap_or_else(PoisonError::into_inner).push((place, verdict));
                }
            });
        }
    });
    fs::remove_dir_all(&folder)?;
    let mut verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    verdicts.sort_by_key(|(place, _)| *place);
    let verdicts = verdicts.into_iter().map(|(_, verdict)| verdict).collect::<Result<Vec<_>>>()?;
    Ok(report(&verdicts, start.elapsed().as_secs()))
}

/// The module of a fault's entry, and its text with the fault.
fn edited<'m>(modules: &'m Modules, fault: &Fault) -> Result<(&'m str, String)> {
    let (module, text) = module_of(modules, fault.entry)?;
    Ok((module, fault.edit.apply(text, fault.entry)?))
}

/// Those whose names have one of the texts, or all; and of these the sample.
fn chosen<'f>(
    all: Vec<(&'f Sight, &'f Fault)>,
    names: &[String],
    sample: Sample,
) -> Result<Vec<(&'f Sight, &'f Fault)>> {
    let matches = |fault: &Fault, name: &String| fault.name().contains(name.as_str());
    if let Some(name) = names.iter().find(|name| !all.iter().any(|(_, fault)| matches(fault, name))) {
        anyhow::bail!("no fault has {name} in its name");
    }
    let is_named = |fault: &Fault| names.is_empty() || names.iter().any(|name| matches(fault, name));
    let named: Vec<_> = all.into_iter().filter(|(_, fault)| is_named(fault)).collect();
    let Some(one_in) = sample.one_in else { return Ok(named) };
    ensure!(one_in > 0, "a sample is of one fault in 1 or more, not in 0");
    const DAY: u64 = 24 * 60 * 60;
    let day = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / DAY);
    let seed = sample.seed.unwrap_or_else(day);
    println!("one fault in {one_in}, drawn with --seed {seed}");
    let count = named.len().div_ceil(usize::try_from(one_in)?);
    let mut drawn: Vec<_> = named.iter().map(|(_, fault)| draw(seed, &fault.name())).collect();
    drawn.sort_unstable();
    let last = drawn[count - 1];
    Ok(named.into_iter().filter(|(_, fault)| draw(seed, &fault.name()) <= last).collect())
}

/// A number that looks random, the same one for the same seed and name (FNV-1a, finished by SplitMix64).
fn draw(seed: u64, name: &str) -> u64 {
    let hash = seed
        .to_le_bytes()
        .iter()
        .chain(name.as_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

fn judge(
    programs: &Programs,
    modules: &Modules,
    sight: &Sight,
    fault: Option<&Fault>,
    folder: &Path,
) -> Result<Verdict> {
    let start = Instant::now();
    let ((module, text), name, expected) = match fault {
        Some(fault) => (edited(modules, fault)?, fault.name(), fault.expected()),
        None => {
            let entry = sight.faults.first().context("a sight without faults")?.entry;
            let (module, text) = module_of(modules, entry)?;
            ((module, text.to_owned()), format!("{}: nothing", sight.tests), Expected::Nothing)
        }
    };
    // The tests would refuse it, and that would count.
    ptx_vm::Module::parse(&text).with_context(|| name.clone())?;
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{module}.ptx"));
    fs::write(&file, text)?;
    // Few cases show already whether what finds faults finds them everywhere.
    let cases = (expected == Expected::Nothing).then_some("20");
    let planted = Planted { module: &file, folder, cases };
    let mut caught_by = programs.seen(sight, planted).with_context(|| name.clone())?;
    if caught_by.is_none() && expected == Expected::Caught {
        caught_by = programs.seen_by_any(planted).with_context(|| name.clone())?;
    }
    Ok(Verdict { fault: name, seconds: start.elapsed().as_secs(), caught_by, expected })
}

/// The table, and what it comes to.
fn report(verdicts: &[Verdict], seconds: u64) -> Outcome {
    println!("\n| fault | caught by | s |\n|---|---|--:|");
    for verdict in verdicts.iter().filter(|verdict| verdict.expected != Expected::Nothing || verdict.fails()) {
        println!("| {} | {} | {} |", verdict.fault, verdict.text(), verdict.seconds);
    }
    let count = |counted: &dyn Fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| counted(verdict)).count();
    let by = |kind: &str| {
        let is_by = |by: &String| by.starts_with(kind);
        count(&|verdict| verdict.expected == Expected::Caught && verdict.caught_by.as_ref().is_some_and(is_by))
    };
    println!(
        "\n{} faults: {} found by golden cases, {} by tests of devices, {} by properties; {} equivalent; {} wrong. \
            {seconds} s.",
        count(&|verdict| verdict.expected != Expected::Nothing),
        by("golden"),
        by("test"),
        by("property"),
        count(&|verdict| matches!(verdict.expected, Expected::Equivalent(_))),
        count(&Verdict::fails),
    );
    if verdicts.iter().any(Verdict::fails) { Outcome::Failed } else { Outcome::Passed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<(&'static Sight, &'static Fault)> {
        SIGHTS.iter().flat_map(|sight| sight.faults.iter().map(move |fault| (sight, fault))).collect()
    }

    #[test]
    fn every_fault_fits_the_committed_text() {
        let modules = modules().unwrap();
        let mut in_modules: BTreeMap<_, usize> = modules.keys().map(|name| (name.as_str(), 0)).collect();
        for (_, fault) in all() {
            let (module, text) = edited(&modules, fault).unwrap();
            ptx_vm::Module::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", fault.name()));
            *in_modules.entry(module).or_default() += 1;
        }
        assert!(in_modules.values().all(|&count| count >= 3), "{in_modules:?}");
        assert!(all().iter().filter(|(_, fault)| fault.expected() == Expected::Caught).count() >= 80);
    }

    #[test]
    fn no_fault_is_there_twice() {
        let mut names: Vec<_> = all().iter().map(|(_, fault)| fault.name()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_sample_is_of_one_in_so_many_and_follows_its_seed() {
        let drawn = |one_in, seed| {
            let faults = chosen(all(), &[], Sample { one_in: Some(one_in), seed: Some(seed) }).unwrap();
            faults.iter().map(|(_, fault)| fault.name()).collect::<Vec<_>>()
        };
        assert_eq!(drawn(4, 1).len(), all().len().div_ceil(4));
        assert_eq!(drawn(4, 1), drawn(4, 1));
        assert_ne!(drawn(4, 1), drawn(4, 2));
        assert_eq!(drawn(1, 1).len(), all().len());
        assert!(chosen(all(), &[], Sample { one_in: Some(0), seed: None }).is_err());
        // In forty quarters nearly all have come.
        let come = (0..40).flat_map(|seed| drawn(4, seed)).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(come.len(), all().len());
    }

    #[test]
    fn faults_are_chosen_by_their_names() {
        let name = all()[0].1.name();
        let found = chosen(all(), std::slice::from_ref(&name), Sample::default()).unwrap();
        assert!(found.iter().all(|(_, fault)| fault.name().contains(&name)) && !found.is_empty());
        assert!(chosen(all(), &["no such fault".to_owned()], Sample::default()).is_err());
    }

    #[test]
    fn what_survives_or_fails_without_a_fault_fails() {
        let verdict = |caught_by: Option<&str>, expected| Verdict {
            fault: String::new(),
            seconds: 0,
            caught_by: caught_by.map(str::to_owned),
            expected,
        };
        let by = Some("test one");
        assert!(!verdict(by, Expected::Caught).fails() && verdict(None, Expected::Caught).fails());
        for expected in [Expected::Equivalent("it is"), Expected::Nothing] {
            assert!(verdict(by, expected).fails() && !verdict(None, expected).fails());
        }
        let both = [verdict(by, Expected::Caught), verdict(None, Expected::Nothing)];
        assert_eq!(report(&both, 1), Outcome::Passed);
        assert_eq!(report(&[verdict(None, Expected::Caught)], 1), Outcome::Failed);
    }
}
