//! What is recorded beside the PTX: by what it was made, and what each entry needs.
use super::build::Compiler;
use super::ptxas::ARCHITECTURES;
use super::text::COLLECTIVES;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};

/// Number of architectures.
pub(super) const SIZES: usize = 4;

/// Registers may be this many more or fewer than recorded, if they stay on the same side of
/// [`REGISTERS_OF_FULL_WARPS`].
const REGISTERS_TOLERANCE: u32 = 8;
/// With more, fewer than half of the warps that a multiprocessor can hold fit into it.
const REGISTERS_OF_FULL_WARPS: u32 = 64;

/// What an entry needs, as ptxas says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Resources {
    /// For each architecture.
    pub(super) registers: [u32; SIZES],
    /// Bytes of shared memory, beside what a launch adds.
    pub(super) shared: u32,
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) collectives: [usize; COLLECTIVES.len()],
    /// Nothing where there was no ptxas.
    pub(super) resources: Option<Resources>,
}

/// The contents of registers.csv.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) compiler: Compiler,
    /// The version of ptxas, or `none`.
    pub(super) ptxas: String,
    pub(super) rows: BTreeMap<String, Row>,
}

fn header() -> String {
    format!("entry,{},{},shared", COLLECTIVES.join(","), ARCHITECTURES.join(","))
}

impl Record {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let mut comment = |name: &str| {
            lines
                .next()
                .and_then(|line| line.strip_prefix("# ")?.strip_prefix(name))
                .map(str::to_owned)
                .with_context(|| format!("no line # {name}"))
        };
        let compiler = Compiler { rustc: comment("")?, llvm: comment("LLVM ")?, core: comment("core ")? };
        let ptxas = comment("ptxas ")?;
        ensure!(lines.next() == Some(&header()), "line 5 is not {}", header());
        let row = |line: &str| {
            let fields: Vec<_> = line.split(',').collect();
            ensure!(fields.len() == 2 + COLLECTIVES.len() + SIZES, "{line} has {} fields", fields.len());
            let (collectives, resources) = fields[1..].split_at(COLLECTIVES.len());
            let mut row = Row { collectives: [0; COLLECTIVES.len()], resources: None };
            for (count, field) in row.collectives.iter_mut().zip(collectives) {
                *count = field.parse().with_context(|| line.to_owned())?;
            }
            if resources.iter().any(|field| !field.is_empty()) {
                let mut numbers = [0; SIZES + 1];
                for (number, field) in numbers.iter_mut().zip(resources) {
                    *number = field.parse().with_context(|| line.to_owned())?;
                }
                let [registers @ .., shared] = numbers;
                row.resources = Some(Resources { registers, shared });
            }
            Ok((fields[0].to_owned(), row))
        };
        Ok(Self { compiler, ptxas, rows: lines.map(row).collect::<Result<_>>()? })
    }

    pub(super) fn to_text(&self) -> String {
        let Compiler { rustc, llvm, core } = &self.compiler;
        let mut text = format!("# {rustc}\n# LLVM {llvm}\n# core {core}\n# ptxas {}\n{}\n", self.ptxas, header());
        for (name, row) in &self.rows {
            let counts: Vec<_> = row.collectives.iter().map(usize::to_string).collect();
            let resources = row.resources.map_or_else(
                || ",".repeat(SIZES),
                |resources| {
                    resources
                        .registers
                        .iter()
                        .chain([&resources.shared])
                        .map(u32::to_string)
                        .collect::<Vec<_>>()
                        .join(",")
                },
            );
            text += &format!("{name},{},{resources}\n", counts.join(","));
        }
        text
    }

    /// Whether the same compiler made both.
    pub(super) fn same_compiler(&self, other: &Self) -> bool {
        (&self.compiler.rustc, &self.compiler.llvm) == (&other.compiler.rustc, &other.compiler.llvm)
    }
}

/// How the entries have changed, a line each, and whether one of them by more than is tolerated.
pub(super) fn compare(old: &Record, new: &Record) -> (Vec<String>, bool) {
    let (mut lines, mut failed) = (Vec::new(), false);
    let names: BTreeSet<_> = old.rows.keys().chain(new.rows.keys()).collect();
    for name in names {
        let changes = match (old.rows.get(name), new.rows.get(name)) {
            (Some(old), Some(new)) => compare_rows(old, new, &mut failed),
            (None, _) => {
                failed = true;
                vec!["new".to_owned()]
            }
            (_, None) => {
                failed = true;
                vec!["gone".to_owned()]
            }
        };
        if !changes.is_empty() {
            lines.push(format!("{name}: {}", changes.join(", ")));
        }
    }
    (lines, failed)
}

fn compare_rows(old: &Row, new: &Row, failed: &mut bool) -> Vec<String> {
    let mut changes = Vec::new();
    for ((name, old), new) in COLLECTIVES.iter().zip(old.collectives).zip(new.collectives) {
        if old != new {
            changes.push(format!("{name} {old} -> {new}"));
            *failed = true;
        }
    }
    let Some(new) = new.resources else { return changes };
    let Some(old) = old.resources else {
        changes.push("registers were not recorded".to_owned());
        *failed = true;
        return changes;
    };
    for ((name, old), new) in ARCHITECTURES.iter().zip(old.registers).zip(new.registers) {
        if old != new {
            let crossed = (old > REGISTERS_OF_FULL_WARPS) != (new > REGISTERS_OF_FULL_WARPS);
            let much = crossed || old.abs_diff(new) > REGISTERS_TOLERANCE;
            changes.push(format!("{name} {old} -> {new} registers{}", if much { " (TOO FAR)" } else { "" }));
            *failed |= much;
        }
    }
    if old.shared != new.shared {
        changes.push(format!("shared memory {} -> {} bytes", old.shared, new.shared));
        *failed = true;
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(rows: &[(&str, Row)]) -> Record {
        let compiler = Compiler { rustc: "rustc 1".into(), llvm: "22".into(), core: "installed".into() };
        Record {
            compiler,
            ptxas: "13".into(),
            rows: rows.iter().map(|(name, row)| ((*name).to_owned(), *row)).collect(),
        }
    }

    fn row(registers: u32, shared: u32) -> Row {
        Row { collectives: [1, 2, 3], resources: Some(Resources { registers: [16, 16, 16, registers], shared }) }
    }

    #[test]
    fn file_round_trip() {
        let record = record(&[("one", row(64, 128)), ("two", Row { collectives: [0; 3], resources: None })]);
        assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
        assert!(record.to_text().ends_with("\none,1,2,3,16,16,16,64,128\ntwo,0,0,0,,,,,\n"), "{}", record.to_text());
        assert!(Record::parse("# rustc 1\n").is_err());
        assert!(Record::parse(&(record.to_text() + "three,1\n")).is_err());
    }

    #[test]
    fn fails_where_registers_move_far_or_across_the_limit() {
        let failed = |old, new| compare(&record(&[("one", old)]), &record(&[("one", new)])).1;
        assert!(!failed(row(40, 0), row(48, 0)));
        assert!(!failed(row(48, 0), row(40, 0)));
        assert!(failed(row(40, 0), row(49, 0)));
        assert!(failed(row(64, 0), row(65, 0)));
        assert!(failed(row(40, 0), row(40, 16)));
        assert!(failed(Row { resources: None, ..row(0, 0) }, row(40, 0)));
        assert!(!failed(row(40, 0), Row { resources: None, ..row(0, 0) }));
        assert!(failed(row(40, 0), Row { collectives: [1, 2, 4], ..row(40, 0) }));
        let (lines, failed) =
            compare(&record(&[("one", row(64, 0))]), &record(&[("one", row(66, 0)), ("two", row(1, 0))]));
        assert!(failed);
        assert_eq!(lines, ["one: sm_120 64 -> 66 registers (TOO FAR)", "two: new"]);
    }
}
