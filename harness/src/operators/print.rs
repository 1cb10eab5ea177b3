//! The table of operators as text.
use super::{Entry, Form, View, operators};
use crate::report::print_text;
use anyhow::{Result, bail};
use clap::Args;
use lacuna::list::KERNELS;
use serde_json::json;
use std::fmt::Write;
use strsim::jaro_winkler;

/// Prints a row for each sparse operator of MXNet 1.9: combinations of storage types, and the kernels that compute
/// them.
#[derive(Debug, Args)]
pub struct OperatorsArguments {
    /// As docs/operators.md
    #[arg(long)]
    pub markdown: bool,
    /// An object of JSON for each operator, a line each
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Only operators whose name has this in it
    pub name: Option<String>,
}

/// Prints the table.
///
/// # Errors
/// A name that no operator has, and the nearest; those of the standard output.
pub fn run(arguments: &OperatorsArguments) -> Result<bool> {
    let chosen: Vec<_> = operators()
        .filter(|entry| arguments.name.as_deref().is_none_or(|name| entry.operator.contains(name)))
        .collect();
    if let (Some(name), true) = (&arguments.name, chosen.is_empty()) {
        let names = operators().flat_map(|entry| entry.operator.split(", "));
        let nearest = names.max_by(|a, b| jaro_winkler(a, name).total_cmp(&jaro_winkler(b, name)));
        bail!("no operator has `{name}` in its name; the nearest is {}", nearest.unwrap_or_default());
    }
    print_text(&match (arguments.markdown, arguments.json) {
        (true, _) => markdown(),
        (_, true) => json_lines(&chosen),
        _ => text(&chosen),
    })?;
    Ok(true)
}

/// Where a path runs: kernels run everywhere but those that have no entry on a GPU, views need none.
fn on_gpu(form: &Form) -> bool {
    form.path.iter().all(|step| {
        View::named(step).is_some()
            || KERNELS.iter().any(|kernel| {
                let name = format!("{}::{}", kernel.family, kernel.name);
                let structure = kernel.structure.iter().any(|call| format!("{}::{call}", kernel.family) == *step);
                (name == *step || structure) && kernel.device
            })
    })
}

fn json_lines(chosen: &[&Entry]) -> String {
    let storages = |names: &str| names.chars().map(storage).collect::<Vec<_>>();
    let form = |form: &Form| {
        json!({
            "operands": storages(form.operands), "result": storage(form.result), "when": form.when,
            "kernels": form.path, "gpu": on_gpu(form),
        })
    };
    let line = |entry: &&Entry| {
        let forms: Vec<_> = entry.forms.iter().map(form).collect();
        let names: Vec<_> = entry.operator.split(", ").collect();
        json!({
            "event": "operator", "names": names, "forms": forms, "gradient": entry.gradient, "note": entry.note
        })
    };
    chosen.iter().map(|entry| format!("{}\n", line(entry))).collect()
}

/// MXNet's name of a storage type.
const fn storage(letter: char) -> &'static str {
    match letter {
        'C' => "csr",
        'R' => "row_sparse",
        _ => "default",
    }
}

fn text(chosen: &[&Entry]) -> String {
    let mut text = String::new();
    for entry in chosen {
        _ = writeln!(text, "{}", entry.operator);
        for form in entry.forms {
            let when = if form.when.is_empty() { String::new() } else { format!(" ({})", form.when) };
            let places = if on_gpu(form) { "CPU C PTX" } else { "CPU C" };
            _ = writeln!(text, "  {:<44} {}  [{places}]", form.storage() + &when, form.path.join(", "));
        }
        if !entry.gradient.is_empty() {
            _ = writeln!(text, "  {:<44} {}", "gradient", entry.gradient.join("; "));
        }
        if !entry.note.is_empty() {
            _ = writeln!(text, "  {}", entry.note);
        }
    }
    text
}

/// docs/operators.md.
#[must_use]
pub fn markdown() -> String {
    let mut text = "# Operators\n\n\
        This page lists the sparse operators of MXNet 1.9 and the kernels that compute them here.\n\
        `lacuna operators --markdown` generates it. C is csr, R is row_sparse, D is dense.\n\n\
        If a path has several calls, make them in this order: a structure call finds a pattern, the kernel\n\
        after it fills the values. Every path runs on the CPU, through the C ABI and on any number of\n\
        threads; the last column says whether it also runs on GPUs. A combination that is not listed is\n\
        refused: nothing falls back to dense silently ([`lacuna::infer`](../kernels/src/infer/mod.rs)\n\
        returns the nearest path).\n\n\
        | operator | storage | kernels | gradient | CPU | C | PTX |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for entry in operators() {
        for (place, form) in entry.forms.iter().enumerate() {
            let first = |cell: String| if place == 0 { cell } else { String::new() };
            let when = if form.when.is_empty() { String::new() } else { format!(", {}", form.when) };
            let path: Vec<_> = form.path.iter().map(|step| format!("`{step}`")).collect();
            let gpu = if on_gpu(form) { "yes" } else { "no" };
            let note = if entry.note.is_empty() { String::new() } else { format!("; {}", entry.note) };
            let cells = [
                first(format!("{}{note}", entry.operator)),
                form.storage() + &when,
                path.join(", "),
                first(entry.gradient.join("; ")),
                "yes".to_owned(),
                "yes".to_owned(),
                gpu.to_owned(),
            ];
            _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }
    text
}
