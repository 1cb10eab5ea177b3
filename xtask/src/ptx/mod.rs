//! The PTX of the device crate: built, checked, assembled and compared with the committed one.
mod build;
mod gates;
mod modules;
mod ptxas;
mod record;
mod text;

use crate::{Outcome, tools};
use anyhow::{Context, Result};
use build::Build;
use modules::Module;
use ptxas::Assembly;
use record::{Record, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "kernels-cuda/ptx";
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
    let families = modules::families();
    let (modules, entries) = match build::build()? {
        Build::Text(text) => (modules::split(&text, &families)?, gates::entries(&text)),
        Build::Impossible(reason) if check => {
            findings.skipped.push(format!("nothing was built, only the committed text was checked: {reason}"));
            let modules: Vec<_> =
                families.iter().map(|family| committed(&folder, family.name)).collect::<Result<_>>()?;
            let entries = modules.iter().flat_map(|module| gates::entries(&module.text)).collect();
            (modules, entries)
        }
        Build::Impossible(reason) => return Ok(Outcome::Skipped(reason)),
    };
    let signatures: BTreeSet<_> = families.iter().flat_map(|family| family.entries.clone()).collect();
    for entry in signatures.symmetric_difference(&entries) {
        findings.fail(&format!("{entry} is a signature without an entry, or an entry without a signature"));
    }
    for module in &modules {
        faults(module, "", &mut findings);
    }
    let assembly = assemble(&modules, &mut findings)?;
    let record = record(&modules, assembly.as_ref())?;
    if check {
        compare(&folder, &modules, &record, &mut findings)?;
    } else {
        write(&folder, &modules, record)?;
    }
    summary(&modules, assembly.as_ref());
    if !findings.failed {
        println!("passed{}", if findings.skipped.is_empty() { "" } else { ", as far as it was done" });
    }
    Ok(findings.outcome())
}

fn committed(folder: &Path, name: &'static str) -> Result<Module> {
    let module = Module { name, text: String::new() };
    let text = fs::read_to_string(folder.join(module.file()));
    let text = text.with_context(|| format!("{FOLDER}/{}; cargo xtask ptx makes it", module.file()))?;
    Ok(Module { text, ..module })
}

fn faults(module: &Module, which: &str, findings: &mut Findings) {
    for fault in gates::faults(&module.text, build::ARCHITECTURE) {
        findings.fail(&format!("{which}{}, {fault}", module.file()));
    }
}

fn assemble(modules: &[Module], findings: &mut Findings) -> Result<Option<Assembly>> {
    let ptxas = match ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(error) => {
            findings.skipped.push(format!("ptxas cannot be had: {error:#}"));
            return Ok(None);
        }
    };
    let assembly = ptxas::assemble(&ptxas, modules)?;
    for fault in &assembly.faults {
        findings.fail(fault);
    }
    for entry in modules.iter().flat_map(|module| gates::entries(&module.text)) {
        if assembly.faults.is_empty() && !assembly.resources.contains_key(&entry) {
            findings.fail(&format!("ptxas says nothing of {entry}"));
        }
    }
    Ok(Some(assembly))
}

fn record(modules: &[Module], assembly: Option<&Assembly>) -> Result<Record> {
    let resources = |name: &str| assembly.and_then(|assembly| assembly.resources.get(name).copied());
    let rows: BTreeMap<_, _> = modules.iter().flat_map(|module| text::collectives(&module.text)).collect();
    Ok(Record {
        compiler: build::compiler()?,
        ptxas: assembly.map_or_else(|| "none".to_owned(), |assembly| assembly.version.clone()),
        rows: rows
            .into_iter()
            .map(|(name, collectives)| (name.to_owned(), Row { collectives, resources: resources(name) }))
            .collect(),
    })
}

/// The files of PTX in the folder that are no module.
fn strangers(folder: &Path, modules: &[Module]) -> Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    let is_module = |file: &Path| modules.iter().any(|module| file.ends_with(module.file()));
    Ok(files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "ptx") && !is_module(file))
        .collect())
}

/// Compares with what is committed.
fn compare(folder: &Path, modules: &[Module], new: &Record, findings: &mut Findings) -> Result<()> {
    let old = fs::read_to_string(folder.join(RECORD))
        .with_context(|| format!("{FOLDER}/{RECORD}; cargo xtask ptx makes it"))?;
    let old = Record::parse(&old).with_context(|| format!("{FOLDER}/{RECORD}"))?;
    let comparable = old.same_compiler(new);
    for stranger in strangers(folder, modules)? {
        findings.fail(&format!("{} is no module; run cargo xtask ptx", stranger.display()));
    }
    for module in modules {
        let (committed, file) = (committed(folder, module.name)?, module.file());
        if let Some((line, old, new)) = text::first_difference(&committed.text, &module.text) {
            println!("line {line} of {file} is\n    {old}\nand was built as\n    {new}");
            if comparable {
                findings.fail(&format!("{file} is out of date; run cargo xtask ptx"));
            }
            // What is committed is what users run, so it is not excused by the other compiler.
            faults(&committed, "committed ", findings);
            for entry in gates::entries(&committed.text).symmetric_difference(&gates::entries(&module.text)) {
                findings.fail(&format!("{file} and what was built differ in {entry}"));
            }
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
        println!(
            "recorded with ptxas {}, this is {}: not comparable, so differences of registers do not fail here",
            old.ptxas, new.ptxas
        );
    } else if too_far {
        findings.fail(&format!("{RECORD} is out of date; if the changes are meant, run cargo xtask ptx"));
    }
    Ok(())
}

/// Writes all files, and shows what changes by it.
fn write(folder: &Path, modules: &[Module], mut new: Record) -> Result<()> {
    fs::create_dir_all(folder)?;
    let old = fs::read_to_string(folder.join(RECORD)).ok().and_then(|old| Record::parse(&old).ok());
    if let Some(old) = old {
        let same = |module: &Module| {
            committed(folder, module.name)
                .is_ok_and(|committed| text::first_difference(&committed.text, &module.text).is_none())
        };
        if new.ptxas == "none" && modules.iter().all(same) {
            new = old.clone();
        }
        for change in record::compare(&old, &new).0 {
            println!("{change}");
        }
    }
    for stranger in strangers(folder, modules)? {
        fs::remove_file(stranger)?;
    }
    for module in modules {
        fs::write(folder.join(module.file()), &module.text)?;
    }
    fs::write(folder.join(RECORD), new.to_text())?;
    println!("{} modules and {RECORD} written to {FOLDER}", modules.len());
    Ok(())
}

fn summary(modules: &[Module], assembly: Option<&Assembly>) {
    for module in modules {
        let (entries, lines) = (gates::entries(&module.text).len(), module.text.lines().count());
        println!("{}: {entries} entries, {lines} lines, {} KiB", module.file(), module.text.len().div_ceil(1024));
    }
    let Some(assembly) = assembly else { return };
    for (place, architecture) in ptxas::ARCHITECTURES.iter().enumerate() {
        let most = assembly.resources.iter().max_by_key(|(_, resources)| resources.registers[place]);
        if let Some((entry, resources)) = most {
            println!("{architecture}: at most {} registers, in {entry}", resources.registers[place]);
        }
    }
}
