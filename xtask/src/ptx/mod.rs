//! The PTX of the device crate: built, checked, assembled and compared with the committed one.
mod build;
mod gates;
mod ptxas;
mod record;
mod text;

use crate::{Outcome, tools};
use anyhow::{Context, Result};
use build::Build;
use lacuna::list::KERNELS;
use ptxas::Assembly;
use record::{Record, Row};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const FOLDER: &str = "kernels-cuda/ptx";
const TEXT: &str = "lacuna.ptx";
const ENTRIES: &str = "entries.txt";
const RECORD: &str = "registers.csv";

/// What has been found so far; it is printed as it is found.
#[derive(Default)]
struct Findings {
    failed: bool,
    skipped: Vec<String>,
}

impl Findings {
    fn fail(&mut self, what: &str) {
        println!("failed: {what}");
        self.failed = true;
    }

    fn outcome(self) -> Outcome {
        if self.failed {
            Outcome::Failed
        } else if self.skipped.is_empty() {
            Outcome::Passed
        } else {
            Outcome::Skipped(self.skipped.join("; "))
        }
    }
}

pub(crate) fn run(check: bool) -> Result<Outcome> {
    let folder = tools::root()?.join(FOLDER);
    let mut findings = Findings::default();
    let text = match build::build()? {
        Build::Text(text) => text,
        Build::Impossible(reason) if check => {
            findings.skipped.push(format!("nothing was built, only the committed text was checked: {reason}"));
            fs::read_to_string(folder.join(TEXT)).with_context(|| format!("{FOLDER}/{TEXT}"))?
        }
        Build::Impossible(reason) => return Ok(Outcome::Skipped(reason)),
    };
    for fault in gates::faults(&text, build::ARCHITECTURE) {
        findings.fail(&fault);
    }
    let entries = gates::entries(&text);
    for missing in gates::required(KERNELS).difference(&entries) {
        findings.fail(&format!("there is no entry {missing}"));
    }
    let assembly = assemble(&text, &entries, &mut findings)?;
    let record = record(&text, assembly.as_ref())?;
    if check {
        compare(&folder, &text, &entries, &record, &mut findings)?;
    } else {
        write(&folder, &text, &entries, record)?;
    }
    summary(&text, &entries, assembly.as_ref());
    if !findings.failed {
        println!("passed{}", if findings.skipped.is_empty() { "" } else { ", as far as it was done" });
    }
    Ok(findings.outcome())
}

fn assemble(text: &str, entries: &BTreeSet<String>, findings: &mut Findings) -> Result<Option<Assembly>> {
    let ptxas = match ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(error) => {
            findings.skipped.push(format!("ptxas cannot be had: {error:#}"));
            return Ok(None);
        }
    };
    let assembly = ptxas::assemble(&ptxas, text)?;
    for fault in &assembly.faults {
        findings.fail(fault);
    }
    for entry in entries.iter().filter(|entry| assembly.faults.is_empty() && !assembly.resources.contains_key(*entry)) {
        findings.fail(&format!("ptxas says nothing of {entry}"));
    }
    Ok(Some(assembly))
}

fn record(text: &str, assembly: Option<&Assembly>) -> Result<Record> {
    let resources = |name: &str| assembly.and_then(|assembly| assembly.resources.get(name).copied());
    let rows = text::collectives(text).into_iter();
    Ok(Record {
        compiler: build::compiler()?,
        ptxas: assembly.map_or_else(|| "none".to_owned(), |assembly| assembly.version.clone()),
        rows: rows.map(|(name, collectives)| (name.to_owned(), Row { collectives, resources: resources(name) })).collect(),
    })
}

/// Compares with what is committed.
fn compare(folder: &Path, text: &str, entries: &BTreeSet<String>, new: &Record, findings: &mut Findings) -> Result<()> {
    let read = |file: &str| fs::read_to_string(folder.join(file)).with_context(|| format!("{FOLDER}/{file}; cargo xtask ptx makes it"));
    let recorded: BTreeSet<_> = read(ENTRIES)?.lines().map(str::to_owned).collect();
    let committed = read(TEXT)?;
    for (text, entries) in [("the built text", entries), (TEXT, &gates::entries(&committed))] {
        for entry in recorded.symmetric_difference(entries) {
            findings.fail(&format!("{ENTRIES} and {text} differ in {entry}"));
        }
    }
    let old = Record::parse(&read(RECORD)?).with_context(|| format!("{FOLDER}/{RECORD}"))?;
    let comparable = old.same_compiler(new);
    if let Some((line, old, new)) = text::first_difference(&committed, text) {
        println!("line {line} of {TEXT} is\n    {old}\nand was built as\n    {new}");
        if comparable {
            findings.fail(&format!("{TEXT} is out of date; run cargo xtask ptx"));
        }
        // What is committed is what users run, so it is not excused by the other compiler.
        for fault in gates::faults(&committed, build::ARCHITECTURE) {
            findings.fail(&format!("committed {fault}"));
        }
    }
    let (changes, too_far) = record::compare(&old, new);
    for change in changes {
        println!("{change}");
    }
    if !comparable {
        println!(
            "recorded with {}, LLVM {}; this is {}, LLVM {}",
            old.compiler.rustc, old.compiler.llvm, new.compiler.rustc, new.compiler.llvm
        );
        println!("not comparable, so differences do not fail here");
    } else if new.ptxas != "none" && old.ptxas != new.ptxas {
        println!("recorded with ptxas {}, this is {}: not comparable, so differences of registers do not fail here", old.ptxas, new.ptxas);
    } else if too_far {
        findings.fail(&format!("{RECORD} is out of date; if the changes are meant, run cargo xtask ptx"));
    }
    Ok(())
}

/// Writes all three files, and shows what changes by it.
fn write(folder: &Path, text: &str, entries: &BTreeSet<String>, mut new: Record) -> Result<()> {
    fs::create_dir_all(folder)?;
    let old = fs::read_to_string(folder.join(RECORD)).ok().and_then(|old| Record::parse(&old).ok());
    let committed = fs::read_to_string(folder.join(TEXT)).unwrap_or_default();
    if let Some(old) = old {
        if new.ptxas == "none" && text::first_difference(&committed, text).is_none() {
            new = old.clone();
        }
        for change in record::compare(&old, &new).0 {
            println!("{change}");
        }
    }
    fs::write(folder.join(TEXT), text)?;
    fs::write(folder.join(ENTRIES), entries.iter().map(|entry| format!("{entry}\n")).collect::<String>())?;
    fs::write(folder.join(RECORD), new.to_text())?;
    println!("{TEXT}, {ENTRIES} and {RECORD} written to {FOLDER}");
    Ok(())
}

fn summary(text: &str, entries: &BTreeSet<String>, assembly: Option<&Assembly>) {
    println!("{} entries, {} lines, {} KiB", entries.len(), text.lines().count(), text.len().div_ceil(1024));
    let Some(assembly) = assembly else { return };
    for (place, architecture) in ptxas::ARCHITECTURES.iter().enumerate() {
        let most = assembly.resources.iter().max_by_key(|(_, resources)| resources.registers[place]);
        if let Some((entry, resources)) = most {
            println!("{architecture}: at most {} registers, in {entry}", resources.registers[place]);
        }
    }
}
