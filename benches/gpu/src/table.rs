//! Times of this project's kernels and of other libraries, against the bandwidth of a copy and the goals.
use anyhow::{Context, Result, ensure};
use lacuna_benches_operands::times::shown;
use std::collections::BTreeMap;

/// The name of this project's lines begins so.
const OWN: &str = "lacuna";
/// Notes of lines that are listed, and are no candidates for the fastest library.
const NOT_COMPARABLE: &str = "not comparable";

/// The fastest of the lines of one workload and library.
#[derive(Clone, Debug)]
struct Record {
    least: f64,
    median: f64,
    /// Known to this project's lines and to copies.
    bytes: Option<f64>,
    notes: String,
}

impl Record {
    /// A number that the notes give.
    fn noted(&self, name: &str) -> Option<f64> {
        let (_, rest) = self.notes.split_once(&format!("{name}="))?;
        rest.split(';').next()?.trim().parse().ok()
    }
}

/// What this project wants to reach on a workload.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    /// So many times as fast as the fastest other library.
    Ratio(f64),
    /// So much of the bandwidth of a copy.
    Share(f64),
}

fn goal(workload: &str) -> Option<Goal> {
    let pattern = |name: &str| name.starts_with("uniform_") || name.starts_with("power_law_");
    if let Some(rest) = workload.strip_prefix("csr_t_dense_") {
        return pattern(rest.strip_prefix("anew_").unwrap_or(rest)).then_some(Goal::Ratio(1.0));
    }
    if let Some(rest) = workload.strip_prefix("csr_dense_") {
        return (pattern(rest) && (rest.ends_with("_32") || rest.ends_with("_128"))).then_some(Goal::Ratio(1.0));
    }
    // A hundred rows show what a call costs.
    (workload.starts_with("sgd_") && !workload.ends_with("_100")).then_some(Goal::Share(0.85))
}

/// Lines of any number of runs; of several for one workload and library the fastest counts.
#[derive(Clone, Debug, Default)]
pub struct Results {
    records: BTreeMap<(String, String), Record>,
    /// Workloads in the order in which they first appear.
    workloads: Vec<String>,
    /// What lines behind `#` say of the machine.
    remarks: Vec<String>,
}

impl Results {
    /// Adds lines `workload,peer,milliseconds_min,milliseconds_median,bytes,notes`, and remarks behind `#`. A headline
    /// is passed over.
    ///
    /// # Errors
    /// For a line that is not so.
    pub fn add(&mut self, text: &str) -> Result<()> {
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("workload,")) {
            match line.strip_prefix('#') {
                Some(remark) => self.remark(remark.trim()),
                None => self.record(line).with_context(|| format!("not a line of results: {line}"))?,
            }
        }
        Ok(())
    }

    fn remark(&mut self, remark: &str) {
        if !self.remarks.iter().any(|known| known == remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    fn record(&mut self, line: &str) -> Result<()> {
        let fields: Vec<_> = line.splitn(6, ',').collect();
        let &[workload, peer, least, median, bytes, notes] = fields.as_slice() else {
            anyhow::bail!("fewer than 6 fields")
        };
        let (least, median): (f64, f64) = (least.parse()?, median.parse()?);
        ensure!(least > 0.0 && median >= least, "no times");
        let bytes = if bytes.is_empty() { None } else { Some(bytes.parse()?) };
        if !self.workloads.iter().any(|name| name == workload) {
            self.workloads.push(workload.to_owned());
        }
        let record = Record { least, median, bytes, notes: notes.to_owned() };
        let slot = self.records.entry((workload.to_owned(), peer.to_owned())).or_insert_with(|| record.clone());
        if record.least < slot.least {
            *slot = record;
        }
        Ok(())
    }

    fn of<'r>(&'r self, workload: &'r str) -> impl Iterator<Item = (&'r str, &'r Record)> {
        self.records
            .iter()
            .filter(move |((name, _), _)| name == workload)
            .map(|((_, peer), record)| (peer.as_str(), record))
    }

    /// This project's lines, the plain form first.
    fn own<'r>(&'r self, workload: &'r str) -> impl Iterator<Item = (&'r str, &'r Record)> {
        self.of(workload).filter_map(|(peer, record)| Some((peer.strip_prefix(OWN)?, record)))
    }

    fn fastest_peer<'r>(&'r self, workload: &'r str) -> Option<(&'r str, &'r Record)> {
        let comparable =
            |(peer, record): &(&str, &Record)| !peer.starts_with(OWN) && !record.notes.starts_with(NOT_COMPARABLE);
        self.of(workload).filter(comparable).min_by(|a, b| a.1.least.total_cmp(&b.1.least))
    }

    /// Gigabytes a second of this project's copy.
    fn ceiling(&self) -> Option<f64> {
        let (_, copy) = self.own("copy").next()?;
        Some(bandwidth(copy.bytes?, copy.least))
    }

    /// The remarks, the table of this project's workloads, and all lines.
    pub fn to_markdown(&self) -> String {
        let mut text: String = self.remarks.iter().map(|remark| format!("- {remark}\n")).collect();
        text += &match self.ceiling() {
            Some(ceiling) => format!("- copy inside the device: {ceiling:.0} GB/s, bytes read and written\n"),
            None => "- **no line for the copy: shares are missing**\n".to_owned(),
        };
        text += "\n| workload | ms | GB/s | of copy | GB/s without cache | one call ms | fastest peer | ms | ratio | \
            goal | met |\n";
        text += "|---|--:|--:|--:|--:|--:|---|--:|--:|--:|---|\n";
        for workload in &self.workloads {
            for (form, own) in self.own(workload) {
                text += &self.row(workload, form, own);
            }
        }
        text + &self.all_lines()
    }

    fn row(&self, workload: &str, form: &str, own: &Record) -> String {
        let rate = own.bytes.map(|bytes| bandwidth(bytes, own.least));
        let share = rate.zip(self.ceiling()).map(|(rate, ceiling)| rate / ceiling);
        let peer = self.fastest_peer(workload);
        let ratio = peer.map(|(_, peer)| peer.least / own.least);
        // Other forms give or take something else.
        let goal = if form.is_empty() { goal(workload) } else { None };
        let met = goal.map(|goal| match goal {
            Goal::Ratio(least) => ratio.map(|ratio| ratio >= least),
            Goal::Share(least) => share.map(|share| share >= least),
        });
        let columns = [
            format!("{workload}{form}"),
            shown(Some(own.least)),
            whole(rate),
            share.map_or(String::new(), |share| format!("{:.0} %", share * 100.0)),
            whole(own.noted("without_cache").map(|bytes| bandwidth(bytes, own.least))),
            shown(own.noted("latency_ms")),
            peer.map_or(String::new(), |(name, _)| name.to_owned()),
            shown(peer.map(|(_, record)| record.least)),
            ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            match goal {
                Some(Goal::Ratio(least)) => format!("{least} x"),
                Some(Goal::Share(least)) => format!("{:.0} %", least * 100.0),
                None => String::new(),
            },
            match met {
                None => "",
                Some(Some(true)) => "yes",
                Some(Some(false)) => "**no**",
                Some(None) => "not measured",
            }
            .to_owned(),
        ];
        format!("| {} |\n", columns.join(" | "))
    }

    fn all_lines(&self) -> String {
        let mut text =
            "\n### All lines\n\n| workload | peer | ms, least | median | GB/s | notes |\n|---|---|--:|--:|--:|---|\n"
                .to_owned();
        for workload in &self.workloads {
            // What a workload must move is the same for all forms of it but this project's.
            let bytes = self.own(workload).next().and_then(|(_, own)| own.bytes);
            for (peer, record) in self.of(workload) {
                let rate = record.bytes.or(bytes).map(|bytes| bandwidth(bytes, record.least));
                let columns = [
                    workload,
                    peer,
                    &shown(Some(record.least)),
                    &shown(Some(record.median)),
                    &whole(rate),
                    &record.notes.replace('|', "/"),
                ];
                text += &format!("| {} |\n", columns.join(" | "));
            }
        }
        text
    }
}

fn bandwidth(bytes: f64, milliseconds: f64) -> f64 {
    bytes / milliseconds * 1e-6
}

fn whole(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# card: A
# card: A
# peers: B
workload,peer,milliseconds_min,milliseconds_median,bytes,notes
copy,lacuna,1.0,1.1,2000000000,device to device; latency_ms=1.0100; 10 batches of 20
copy,torch_clone,0.9,1.1,2000000000,
csr_dense_uniform_32,lacuna,0.5,0.6,500000000,i32; without_cache=900000000; latency_ms=0.5100; 10 batches of 40
csr_dense_uniform_32,lacuna,0.4,0.6,500000000,i32; without_cache=900000000; latency_ms=0.4100; 10 batches of 40
csr_dense_uniform_32,cusparse_alg2,0.38,0.5,,row-major
csr_dense_uniform_32,cupy_spmm,0.1,0.5,,not comparable: column-major
csr_dense_uniform_8,lacuna,0.4,0.6,500000000,i32
csr_t_dense_power_law_8,lacuna,0.4,0.6,500000000,i32
csr_t_dense_power_law_8,lacuna_row_sparse,0.3,0.6,300000000,i32
csr_t_dense_power_law_8,cusparse_alg1,0.4,0.6,,a, b | c
sgd_100000,lacuna,0.1,0.2,180000000,in place
sgd_100,lacuna,0.1,0.2,180000,in place
csr_t_dense_anew_uniform_8,lacuna,0.1,0.2,180000,in place
";

    #[test]
    fn compares_with_the_copy_and_the_fastest_comparable_peer() {
        let mut results = Results::default();
        results.add(LINES).unwrap();
        let text = results.to_markdown();
        for expected in [
            "- card: A\n- peers: B\n- copy inside the device: 2000 GB/s, bytes read and written\n",
            "| copy | 1.000 | 2000 | 100 % |  | 1.010 | torch_clone | 0.9000 | 0.90 |  |  |\n",
            "| csr_dense_uniform_32 | 0.4000 | 1250 | 62 % | 2250 | 0.4100 | cusparse_alg2 | 0.3800 | 0.95 | 1 x | \
                **no** |\n",
            "| csr_dense_uniform_8 | 0.4000 | 1250 | 62 % |  |  |  |  |  |  |  |\n",
            "| csr_t_dense_power_law_8 | 0.4000 | 1250 | 62 % |  |  | cusparse_alg1 | 0.4000 | 1.00 | 1 x | yes |\n",
            "| csr_t_dense_power_law_8_row_sparse | 0.3000 | 1000 | 50 % |  |  | cusparse_alg1 | 0.4000 | 1.33 |  |  \
                |\n",
            "| sgd_100000 | 0.1000 | 1800 | 90 % |  |  |  |  |  | 85 % | yes |\n",
            "| sgd_100 | 0.1000 | 2 | 0 % |  |  |  |  |  |  |  |\n",
            "| csr_t_dense_anew_uniform_8 | 0.1000 | 2 | 0 % |  |  |  |  |  | 1 x | not measured |\n",
            "| csr_t_dense_power_law_8 | cusparse_alg1 | 0.4000 | 0.6000 | 1250 | a, b / c |\n",
            "| copy | torch_clone | 0.9000 | 1.100 | 2222 |  |\n",
        ] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
        assert_eq!(text.matches("card: A").count(), 1);
    }

    #[test]
    fn refuses_what_is_no_line() {
        for line in ["too,few", "a,lacuna,x,1,1,", "a,lacuna,0,1,1,", "a,lacuna,2,1,1,", "a,lacuna,1,nan,1,"] {
            assert!(Results::default().add(line).is_err(), "{line}");
        }
        assert!(Results::default().to_markdown().contains("no line for the copy"));
    }
}
