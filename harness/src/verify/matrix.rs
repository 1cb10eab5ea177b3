//! The backends, and which of them run.
use crate::backend::Cpu;
use anyhow::{Result, bail};
use lacuna::dispatch::Level;
use rayon::ThreadPool;

/// Backends by name: those of this program first, then those that it does not have, with the reason.
const BACKENDS: [(&str, Option<&str>); 5] = [
    ("scalar", None),
    ("cpu", None),
    ("capi", Some("this build has no C interface")),
    ("ptx-vm", Some("this build has no PTX interpreter")),
    ("cuda", Some("this build has no CUDA kernels")),
];

/// What the command line asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Backends to run; `all` for all that there are.
    pub backends: Vec<String>,
    /// Backends that must have run.
    pub require: Vec<String>,
    /// Numbers of threads of the cpu backend.
    pub threads: Vec<usize>,
}

impl Default for Asked {
    fn default() -> Self {
        Self { backends: vec!["all".to_owned()], require: Vec::new(), threads: vec![1, 2, 7] }
    }
}

/// One line of the table of backends.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    /// `None` for a backend without dispatch.
    pub(crate) level: Option<Level>,
    /// Why it does not run.
    pub(crate) skipped: Option<String>,
}

/// The backends that run.
#[derive(Debug)]
pub struct Matrix {
    pub(crate) lines: Vec<Line>,
    /// Required backends that do not run.
    pub(crate) missing: Vec<String>,
    /// Numbers of threads, each with its pool; none is needed for one thread.
    pub(crate) threads: Vec<(usize, Option<ThreadPool>)>,
}

impl Matrix {
    /// Finds out what this machine has of what was asked for.
    ///
    /// # Errors
    /// For an unknown backend, and if nothing is left to run.
    pub fn new(asked: &Asked) -> Result<Self> {
        for name in asked.backends.iter().filter(|name| *name != "all").chain(&asked.require) {
            if !BACKENDS.iter().any(|(known, _)| known == name) {
                bail!("unknown backend {name:?}; there are: all, {}", BACKENDS.map(|(known, _)| known).join(", "));
            }
        }
        if asked.threads.is_empty() || asked.threads.contains(&0) {
            bail!("a number of threads must be at least 1");
        }
        let wanted = |name: &str| asked.backends.iter().any(|asked| asked == "all" || asked == name);
        let mut lines = Vec::new();
        for (name, absent) in BACKENDS {
            let skipped = absent.filter(|_| wanted(name) || asked.require.iter().any(|required| required == name)).map(str::to_owned);
            match (name, wanted(name)) {
                ("cpu", true) => lines.extend(Level::ALL.into_iter().filter_map(cpu_line)),
                (_, true) => lines.push(Line { name: name.to_owned(), level: None, skipped }),
                (_, false) if skipped.is_some() => lines.push(Line { name: name.to_owned(), level: None, skipped }),
                _ => {}
            }
        }
        let runs = |name: &str| lines.iter().any(|line| line.skipped.is_none() && line.name.split(' ').next() == Some(name));
        if !lines.iter().any(|line| line.skipped.is_none()) {
            bail!("no backend to run: {}", lines.iter().filter_map(|line| line.skipped.as_deref()).collect::<Vec<_>>().join("; "));
        }
        let missing = asked.require.iter().filter(|name| !runs(name)).cloned().collect();
        let pool = |&threads: &usize| Ok((threads, if threads > 1 { Some(Cpu::pool(threads)?) } else { None }));
        Ok(Self { lines, missing, threads: asked.threads.iter().map(pool).collect::<Result<_>>()? })
    }
}

/// A level that another architecture has is not worth a line.
fn cpu_line(level: Level) -> Option<Line> {
    let skipped = (!level.is_available()).then(|| "this processor does not have it".to_owned());
    let of_this_architecture = cfg!(target_arch = "x86_64") || level == Level::Baseline;
    of_this_architecture.then(|| Line { name: format!("cpu {level}"), level: Some(level), skipped })
}
