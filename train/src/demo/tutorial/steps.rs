//! Statements one after the other, each beside MXNet's.
use super::peer::{self, PeerStep};
use super::text::{labelled, tidy, tidy_code};
use crate::report::{Cell, Report};
use anyhow::{Result, ensure};
use std::collections::VecDeque;

/// What is expected of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What MXNet prints.
    Same,
    /// Something else, on purpose, for this reason.
    Different(&'static str),
    /// It depends on the machine.
    Machine,
}

/// What a statement has given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TutorialStep {
    /// Its name in the recorded statements.
    pub name: String,
    /// What MXNet prints.
    pub peer: String,
    /// What is printed here.
    pub here: String,
    /// What was expected.
    pub verdict: Verdict,
}

impl TutorialStep {
    /// True if the statement gives what is expected of it.
    #[must_use]
    pub fn holds(&self) -> bool {
        match self.verdict {
            Verdict::Same => self.here == self.peer,
            Verdict::Different(_) => self.here != self.peer,
            Verdict::Machine => true,
        }
    }
}

/// What a tutorial has given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TutorialReport {
    /// Each statement, in order.
    pub steps: Vec<TutorialStep>,
}

impl TutorialReport {
    /// True if all statements give what is expected of them.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.steps.iter().all(TutorialStep::holds)
    }
}

/// A tutorial that is run.
pub(super) struct Steps<'a, 'out> {
    left: VecDeque<PeerStep>,
    done: Vec<TutorialStep>,
    report: &'a mut Report<'out>,
}

impl<'a, 'out> Steps<'a, 'out> {
    pub fn new(tutorial: &str, report: &'a mut Report<'out>) -> Result<Self> {
        Ok(Self { left: peer::steps(tutorial)?.into(), done: Vec::new(), report })
    }

    /// The next statement: its name, what it does, how it is written here and what it gives.
    pub fn step(&mut self, name: &str, does: &str, code: &str, here: &str, verdict: Verdict) -> Result<()> {
        let peer = self.left.pop_front();
        let Some(peer) = peer.filter(|peer| peer.name == name) else {
            anyhow::bail!("the recorded statements have no `{name}` here")
        };
        let step = TutorialStep { name: peer.name, peer: tidy(&peer.printed), here: tidy(here), verdict };
        let word = |text: &str| Cell::Word(text.to_owned());
        let members = [
            ("name", word(&step.name)),
            ("mxnet", word(&step.peer)),
            ("here", word(&step.here)),
            ("same", Cell::Flag(step.here == step.peer)),
            ("holds", Cell::Flag(step.holds())),
        ];
        self.report.event("step", &members, &format!("\n{}. {does}", self.done.len() + 1))?;
        let mut show = |label: &str, text: &str| self.report.line(&labelled(label, text));
        show("in MXNet", &peer.code)?;
        show("in Rust", &tidy_code(code))?;
        if step.here == step.peer {
            show("both print", &step.here)?;
        } else {
            show("MXNet prints", &step.peer)?;
            show("Rust prints", &step.here)?;
            match verdict {
                Verdict::Same => show("wrong", "they should be the same: this is a defect")?,
                Verdict::Different(reason) => show("different", reason)?,
                Verdict::Machine => show("different", "it depends on the machine")?,
            }
        }
        self.done.push(step);
        Ok(())
    }

    pub fn finish(self) -> Result<TutorialReport> {
        let Self { left, done: steps, report } = self;
        ensure!(left.is_empty(), "{} statements more are recorded", left.len());
        let same = steps.iter().filter(|step| step.here == step.peer).count();
        let machine = steps.iter().filter(|step| step.verdict == Verdict::Machine && step.here != step.peer).count();
        let wrong = steps.iter().filter(|step| !step.holds()).count();
        let meant = steps.len() - same - machine - wrong;
        report.line(&format!(
            "\n{} statements: {same} print what MXNet 1.9.1 prints, {meant} something else on purpose, {machine} what \
                this machine has.",
            steps.len()
        ))?;
        if wrong > 0 {
            report.line(&format!("{wrong} are wrong."))?;
        }
        Ok(TutorialReport { steps })
    }
}

/// A step: `step!(steps, "name", "what it does"; [statements] what is printed)`. After the name `because "reason"`
/// marks one that gives something else than MXNet, `on this machine` one that depends on it.
///
/// The statements are those of the function around it, and are shown.
macro_rules! step {
    ($steps:ident, $name:literal, $does:literal, because $reason:literal; [$($statement:stmt;)*] $shown:expr) => {
        step!(@ $steps, $name, $does, crate::demo::tutorial::Verdict::Different($reason); [$($statement;)*] $shown)
    };
    ($steps:ident, $name:literal, $does:literal, on this machine; [$($statement:stmt;)*] $shown:expr) => {
        step!(@ $steps, $name, $does, crate::demo::tutorial::Verdict::Machine; [$($statement;)*] $shown)
    };
    ($steps:ident, $name:literal, $does:literal; [$($statement:stmt;)*] $shown:expr) => {
        step!(@ $steps, $name, $does, crate::demo::tutorial::Verdict::Same; [$($statement;)*] $shown)
    };
    (@ $steps:ident, $name:literal, $does:literal, $verdict:expr; [$($statement:stmt;)*] $shown:expr) => {
        $($statement;)*
        $steps.step($name, $does, concat!($(stringify!($statement), ";\n",)* stringify!($shown)), &$shown, $verdict)?;
    };
}
pub(super) use step;
