//! The backends, and which of them run.
use crate::backend::{Capi, Cpu, Runner};
use anyhow::{Result, bail};
use lacuna::dispatch::Level;
use rayon::ThreadPool;
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Backends to run; `all` for all that there are.
    pub backends: Vec<String>,
    /// Backends that must have run.
    pub require: Vec<String>,
    /// Numbers of threads of the cpu backend.
    pub threads: Vec<usize>,
    /// The shared library of the backend `capi`; without one, the functions that this program is linked with.
    pub library: Option<PathBuf>,
}

impl Default for Asked {
    fn default() -> Self {
        Self { backends: vec!["all".to_owned()], require: Vec::new(), threads: vec![1, 2, 7], library: None }
    }
}

/// One line of the table of backends.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    /// Or why it does not run.
    pub(crate) runner: Result<Runner, String>,
}

/// The backends that run.
#[derive(Debug)]
pub struct Matrix {
    pub(crate) lines: Vec<Line>,
    /// Required backends that do not run.
    pub(crate) missing: Vec<String>,
    /// Numbers of threads of the cpu backend.
    pub(crate) threads: Vec<usize>,
    /// As many threads as the most of these; none is needed for one.
    pool: Option<ThreadPool>,
}

impl Matrix {
    /// Finds out what this machine has of what was asked for.
    ///
    /// # Errors
    /// For an unknown backend, for a library that cannot be used, and if nothing is left to run.
    pub fn new(asked: &Asked) -> Result<Self> {
        for name in asked.backends.iter().filter(|name| *name != "all").chain(&asked.require) {
            if !Runner::NAMES.contains(&&**name) {
                bail!("unknown backend {name:?}; there are: all, {}", Runner::NAMES.join(", "));
            }
        }
        if asked.threads.is_empty() || asked.threads.contains(&0) {
            bail!("a number of threads must be at least 1");
        }
        let wanted =
            |name: &str| asked.backends.iter().chain(&asked.require).any(|asked| asked == "all" || asked == name);
        // A backend that is not there is skipped; a file that was named must be what it was named as.
        let mut library = match &asked.library {
            Some(_) if !wanted("capi") => bail!("a library is for the backend capi, which is not among those to run"),
            Some(file) => Some(Capi::open(file).map_err(anyhow::Error::msg)?),
            None => None,
        };
        let names = Runner::NAMES.into_iter().filter(|name| wanted(name));
        let lines: Vec<Line> = names.flat_map(|name| lines(name, &mut library)).collect();
        let runs =
            |name: &str| lines.iter().any(|line| line.runner.is_ok() && line.name.split(' ').next() == Some(name));
        if !lines.iter().any(|line| line.runner.is_ok()) {
            bail!(
                "no backend to run: {}",
                lines.iter().filter_map(|line| line.runner.as_ref().err()).cloned().collect::<Vec<_>>().join("; ")
            );
        }
        let missing = asked.require.iter().filter(|name| !runs(name)).cloned().collect();
        let most = asked.threads.iter().copied().max().unwrap_or(1);
        let pool = if most > 1 { Some(Cpu::pool(most)?) } else { None };
        Ok(Self { lines, missing, threads: asked.threads.clone(), pool })
    }

    /// Does the work on a thread of the pool: to enter it for each call would take longer than the calls.
    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// The lines of a backend. The backend `capi` takes the library, if there is one.
fn lines(name: &'static str, library: &mut Option<Capi>) -> Vec<Line> {
    match name {
        "cpu" => Level::ALL.iter().copied().filter_map(cpu_line).collect(),
        _ => {
            let named = if name == "capi" { library.take() } else { None };
            let runner = named.map_or_else(|| Runner::new(name), |capi| Ok(Runner::Capi(capi)));
            vec![Line { name: runner.as_ref().map_or_else(|_| name.to_owned(), Runner::describe), runner }]
        }
    }
}

/// A level that another architecture has is not worth a line.
fn cpu_line(level: Level) -> Option<Line> {
    let of_this_architecture = cfg!(target_arch = "x86_64") || level == Level::Baseline;
    let runner = if level.is_available() {
        Ok(Runner::Cpu(Some(level)))
    } else {
        Err("this processor does not have it".to_owned())
    };
    of_this_architecture.then(|| Line { name: format!("cpu {level}"), runner })
}
