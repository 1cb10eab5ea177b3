//! Results of other libraries and of this project side by side, against the goals.
use anyhow::{Context, Result, ensure};
use lacuna_benches_operands::times::shown;
use std::collections::BTreeMap;

/// The key of a line: workload, library (the column `peer`), threads.
type Key = (String, String, usize);

/// The fastest time of each key, in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Results {
    times: BTreeMap<Key, f64>,
    /// Workloads in the order in which they first appear.
    workloads: Vec<String>,
}

/// MKL with its analysis phase, which is not timed.
const ANALYSED: &str = "mkl_opt";
/// The name of this project's lines begins so.
const OWN: &str = "lacuna";

/// Prototypes and limits, other pages, and products that give less than a row_sparse result.
fn is_comparable(workload: &str, peer: &str) -> bool {
    let other = ["proto_c", "limit", OWN, ANALYSED, "sprs_acc"].iter().any(|name| peer.starts_with(name));
    let partial = ["_4kpages", "_prelabelled"].iter().any(|end| peer.ends_with(end));
    // These give a dense gradient.
    let dense_gradient = workload.contains("_bwd_") && matches!(peer, "mkl" | "scipy");
    !(other || partial || dense_gradient)
}

/// What this project wants to reach on a workload.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    /// So many times as fast as the fastest other library.
    Ratio(f64),
    /// At most so many milliseconds.
    Milliseconds(f64),
}

/// Which libraries a line of this project is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Against {
    /// All that prepare nothing.
    Any,
    /// What of a transposed product is at hand saves less than an analysis: the kit's SciPy, which prepares nothing.
    Scipy,
    /// The one with an analysis.
    Analysed,
}

impl Against {
    fn of(workload: &str, own: &str) -> Self {
        match own.strip_prefix(OWN).unwrap_or_default() {
            "_analysed" => Self::Analysed,
            "_scatter" | "_plan" | "_in_order" if workload.starts_with("w10") => Self::Scipy,
            _ => Self::Any,
        }
    }
}

fn goal(workload: &str, against: Against) -> Option<Goal> {
    Some(match workload {
        name if name.starts_with("w10") => Goal::Ratio(match against {
            Against::Any => 1.0,
            Against::Scipy => 1.25,
            Against::Analysed => 0.8,
        }),
        _ if against == Against::Analysed => Goal::Ratio(0.95),
        "agaricus_lr" => Goal::Ratio(1.0),
        "w8_lr" => Goal::Milliseconds(50.0),
        "w9_parse" => Goal::Ratio(3.0),
        "w6_rsp_add" | "w6_retain" => Goal::Ratio(1.5),
        name if name.starts_with("w7_sgd") => Goal::Ratio(1.4),
        name if name.starts_with("w7_mom") => Goal::Ratio(2.5),
        name if name.starts_with("w5_") => Goal::Ratio(1.5),
        name if name.contains("_bwd_") => Goal::Ratio(2.0),
        name if is_product(name) => Goal::Ratio(0.95),
        _ => return None,
    })
}

/// Csr times dense.
fn is_product(workload: &str) -> bool {
    workload.contains("_fwd_") || workload.starts_with("w4")
}

/// Least speed over MXNet in transposed products.
const OVER_MXNET: [(&str, f64); 2] = [("w1_bwd", 200.0), ("w2_bwd", 800.0)];
/// Least geometric mean over the products.
const MEAN_GOAL: f64 = 1.25;
/// Least geometric mean over the products, against MKL with an analysis.
const ANALYSED_MEAN_GOAL: f64 = 1.2;
/// Least speed of two threads over one.
const SCALING_GOAL: f64 = 1.8;

impl Results {
    /// Adds lines `workload,peer,threads,min_ms,median_ms,notes`; of several for one key the fastest counts. A headline
    /// and failed runs are passed over.
    pub fn add(&mut self, text: &str) -> Result<()> {
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("workload,")) {
            let fields: Vec<_> = line.splitn(6, ',').collect();
            ensure!(fields.len() >= 5, "fewer than 5 fields: {line}");
            let threads = fields[2].parse().with_context(|| line.to_owned())?;
            let time: f64 = fields[3].parse().with_context(|| line.to_owned())?;
            if !self.workloads.iter().any(|name| name == fields[0]) {
                self.workloads.push(fields[0].to_owned());
            }
            if time > 0.0 {
                let slot = self.times.entry((fields[0].to_owned(), fields[1].to_owned(), threads)).or_insert(time);
                *slot = slot.min(time);
            }
        }
        Ok(())
    }

    fn time(&self, workload: &str, peer: &str, threads: usize) -> Option<f64> {
        self.times.get(&(workload.to_owned(), peer.to_owned(), threads)).copied()
    }

    /// The fastest of the comparable libraries. One that has no threads stays a candidate for every number of them.
    fn best_peer(&self, workload: &str, threads: usize, accept: impl Fn(&str) -> bool) -> Option<(&str, f64)> {
        let lines = self.times.iter().filter(|((name, peer, count), _)| {
            name == workload && *count <= threads && is_comparable(workload, peer) && accept(peer)
        });
        lines.map(|((_, peer, _), &time)| (peer.as_str(), time)).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The library that a line of this project is compared with.
    fn rival(&self, workload: &str, threads: usize, against: Against) -> Option<(&str, f64)> {
        match against {
            Against::Any => self.best_peer(workload, threads, |_| true),
            Against::Scipy => self.best_peer(workload, threads, |peer| peer.starts_with("scipy")),
            Against::Analysed => self.time(workload, ANALYSED, threads).map(|time| (ANALYSED, time)),
        }
    }

    /// This project's lines of a workload, the plain form first.
    fn own(&self, workload: &str, threads: usize) -> impl Iterator<Item = (&str, f64)> {
        let lines = self
            .times
            .iter()
            .filter(move |((name, peer, count), _)| name == workload && *count == threads && peer.starts_with(OWN));
        lines.map(|((_, peer, _), &time)| (peer.as_str(), time))
    }

    /// The tables and summaries as markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for threads in [1, 2] {
            if self.times.keys().any(|(_, peer, count)| peer.starts_with(OWN) && *count == threads) {
                text += &self.table(threads);
                text += &self.summary(threads);
            }
        }
        text
    }

    /// This project beside families of libraries, each the fastest of those whose names begin alike (`sprs` for
    /// `sprs_vec` and `sprs_native`, too), in the workloads that one of them has.
    pub fn beside(&self, families: &[String]) -> String {
        let mut text = String::new();
        for threads in [1, 2] {
            let times = |workload: &str| -> Vec<_> {
                families
                    .iter()
                    .map(|family| self.best_peer(workload, threads, |peer| peer.starts_with(family.as_str())))
                    .collect()
            };
            let mut rows = String::new();
            for workload in &self.workloads {
                let Some(own) = self.time(workload, OWN, threads) else { continue };
                let peers = times(workload);
                if peers.iter().all(Option::is_none) {
                    continue;
                }
                let cells: String = peers
                    .iter()
                    .map(|peer| {
                        peer.map_or(" | |".to_owned(), |(_, time)| {
                            format!(" {} | {:.2} |", shown(Some(time)), time / own)
                        })
                    })
                    .collect();
                rows += &format!("| {workload} | {} |{cells}\n", shown(Some(own)));
            }
            if !rows.is_empty() {
                let header: String = families.iter().map(|family| format!(" {family} | ratio |")).collect();
                text += &format!(
                    "### Threads: {threads}\n\nTimes in ms.\n\n| workload | lacuna |{header}\n|---|--:|{}\n{rows}\n",
                    "--:|--:|".repeat(families.len())
                );
            }
        }
        text
    }

    fn table(&self, threads: usize) -> String {
        let scaling = threads > 1;
        let mut text = format!(
            "### Threads: {threads}\n\nTimes in ms.\n\n| workload | best peer | | mkl_opt | lacuna | ratio | goal | \
                met |"
        );
        text += if scaling { " over 1 thread |\n" } else { "\n" };
        text += "|---|--:|---|--:|--:|--:|--:|---|";
        text += if scaling { "--:|\n" } else { "\n" };
        for workload in &self.workloads {
            for (name, own) in self.own(workload, threads) {
                let against = Against::of(workload, name);
                let best = self.rival(workload, threads, against);
                let ratio = best.map(|(_, time)| time / own);
                let goal = goal(workload, against);
                let met = match goal {
                    Some(Goal::Ratio(goal)) => ratio.map(|ratio| ratio >= goal),
                    Some(Goal::Milliseconds(most)) => Some(own <= most),
                    None => None,
                };
                let columns = [
                    format!("{workload}{}", name.strip_prefix(OWN).unwrap_or_default()),
                    shown(best.map(|(_, time)| time)),
                    best.map_or(String::new(), |(peer, _)| peer.to_owned()),
                    shown(self.time(workload, ANALYSED, threads)),
                    shown(Some(own)),
                    ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
                    match goal {
                        Some(Goal::Ratio(goal)) => goal.to_string(),
                        Some(Goal::Milliseconds(most)) => format!("{most} ms"),
                        None => String::new(),
                    },
                    met.map_or("", |met| if met { "yes" } else { "**no**" }).to_owned(),
                ];
                text += &format!("| {} |", columns.join(" | "));
                if scaling {
                    let alone = self.time(workload, name, 1);
                    text += &alone.map_or(" |".to_owned(), |alone| format!(" {:.2} |", alone / own));
                }
                text.push('\n');
            }
        }
        text.push('\n');
        text
    }

    fn summary(&self, threads: usize) -> String {
        let ratio = |workload: &String| {
            Some(self.best_peer(workload, threads, |_| true)?.1 / self.time(workload, OWN, threads)?)
        };
        // Against an analysis, with one or without where there is none.
        let analysed = |workload: &String| {
            let own = self.time(workload, "lacuna_analysed", threads).or_else(|| self.time(workload, OWN, threads))?;
            Some(self.time(workload, ANALYSED, threads)? / own)
        };
        let of_analysed = |select: &dyn Fn(&str) -> bool| -> Vec<f64> {
            self.workloads.iter().filter(|name| select(name)).filter_map(analysed).collect()
        };
        let of = |select: &dyn Fn(&str) -> bool| -> Vec<f64> {
            self.workloads.iter().filter(|name| select(name)).filter_map(ratio).collect()
        };
        let mut text = String::new();
        for (name, ratios, goal) in [
            ("W4", of(&|name| name.starts_with("w4")), Some(MEAN_GOAL)),
            ("W1 to W4, products", of(&is_product), Some(MEAN_GOAL)),
            ("W1 to W4 against mkl_opt", of_analysed(&is_product), Some(ANALYSED_MEAN_GOAL)),
            ("W10 against mkl_opt", of_analysed(&|name| name.starts_with("w10")), Some(1.0)),
        ] {
            if !ratios.is_empty() {
                let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
                let goal = goal.map_or(String::new(), |goal| format!(" (goal {goal}: {})", verdict(mean >= goal)));
                text += &format!("- Geometric mean over {name}, {} cases: {mean:.2}{goal}\n", ratios.len());
            }
        }
        for (prefix, goal) in OVER_MXNET {
            for workload in self.workloads.iter().filter(|name| name.starts_with(prefix)) {
                let mxnet = self.best_peer(workload, threads, |peer| peer.starts_with("mxnet"));
                if let (Some((peer, peer_time)), Some(own)) = (mxnet, self.time(workload, OWN, threads)) {
                    let ratio = peer_time / own;
                    text +=
                        &format!("- {workload} over {peer}: {ratio:.0} (goal {goal}: {})\n", verdict(ratio >= goal));
                }
            }
        }
        if threads == 2 {
            text += &format!(
                "- Goal of the last column where the input is larger than the second-level cache: {SCALING_GOAL}\n"
            );
        }
        text + "\n"
    }
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "**not met**" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "workload,peer,threads,min_ms,median_ms,notes
w4u_m1,mkl_opt,1,10.0,11.0,analysis not timed round=1
w4u_m1,torch_csr,1,30.0,31.0,a round=1
w4u_m1,torch_csr,1,20.0,31.0,b round=2
w4u_m1,proto_c,1,1.0,1.0,
w4u_m1,scirs2,1,nan,nan,FAILED
w4u_m1,lacuna,1,16.0,17.0,
w1_bwd_m128,scipy,1,0.001,0.001,dense
w1_bwd_m128,mxnet,1,1.0,1.0,
w1_bwd_m128,lacuna,1,0.002,0.002,
w5_d2csr_1,mkl,1,12.0,12.0,
w5_d2csr_1,lacuna,1,6.0,6.0,
w5_d2csr_1,lacuna_two_pass,1,9.0,9.0,
w4u_m1,lacuna_analysed,1,8.0,8.0,
w10u_m1,scipy,1,12.0,12.0,
w10u_m1,mkl,1,11.0,11.0,
w10u_m1,mkl_opt,1,6.0,6.0,
w10u_m1,lacuna,1,10.0,10.0,
w10u_m1,lacuna_scatter,1,8.0,8.0,
w10u_m1,lacuna_analysed,1,8.0,8.0,
";

    #[test]
    fn compares_with_the_fastest_comparable_peer() {
        let mut results = Results::default();
        results.add(LINES).unwrap();
        let text = results.to_markdown();
        for expected in [
            "| w4u_m1 | 20.00 | torch_csr | 10.00 | 16.00 | 1.25 | 0.95 | yes |\n",
            "| w1_bwd_m128 | 1.000 | mxnet |  | 0.002000 | 500.00 | 2 | yes |\n",
            "| w5_d2csr_1 | 12.00 | mkl |  | 6.000 | 2.00 | 1.5 | yes |\n",
            "| w5_d2csr_1_two_pass | 12.00 | mkl |  | 9.000 | 1.33 | 1.5 | **no** |\n",
            "| w4u_m1_analysed | 10.00 | mkl_opt | 10.00 | 8.000 | 1.25 | 0.95 | yes |\n",
            "| w10u_m1 | 11.00 | mkl | 6.000 | 10.00 | 1.10 | 1 | yes |\n",
            "| w10u_m1_scatter | 12.00 | scipy | 6.000 | 8.000 | 1.50 | 1.25 | yes |\n",
            "| w10u_m1_analysed | 6.000 | mkl_opt | 6.000 | 8.000 | 0.75 | 0.8 | **no** |\n",
            "- Geometric mean over W4, 1 cases: 1.25 (goal 1.25: met)\n",
            "- Geometric mean over W1 to W4 against mkl_opt, 1 cases: 1.25 (goal 1.2: met)\n",
            "- Geometric mean over W10 against mkl_opt, 1 cases: 0.75 (goal 1: **not met**)\n",
            "- w1_bwd_m128 over mxnet: 500 (goal 200: met)\n",
        ] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
        assert!(results.add("too,few\n").is_err());
    }

    #[test]
    fn families_of_peers_stand_in_columns() {
        let mut results = Results::default();
        results.add(LINES).unwrap();
        results
            .add("w4u_m1,sprs,1,40.0,41.0,\nw4u_m1,sprs_vec_native,1,32.0,41.0,\nw5_d2csr_1,nalgebra,1,3.0,3.0,\n")
            .unwrap();
        assert_eq!(
            results.beside(&["sprs".to_owned(), "nalgebra".to_owned()]),
            "### Threads: 1\n\nTimes in ms.\n\n| workload | lacuna | sprs | ratio | nalgebra | ratio |\n|---|--:|--:|--:|--:|--:|\n\
             | w4u_m1 | 16.00 | 32.00 | 2.00 | | |\n| w5_d2csr_1 | 6.000 | | | 3.000 | 0.50 |\n\n"
        );
    }
}
