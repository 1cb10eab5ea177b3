//! `lacuna inspect`, from its arguments to its last line.
use super::arguments::InspectArguments;
use super::memory::Sizes;
use super::plot::row_length_chart;
use super::rows::RowLengths;
use super::show::{kind, show};
use crate::input::open_input;
use crate::report::{Report, significant};
use anyhow::{Context, Result, bail};
use indicatif::HumanBytes;
use lacuna_runtime::array::Array;
use lacuna_runtime::array::file::{Fault, Format, load_bytes};
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use std::io::{Read, Write};
use std::path::Path;

/// Names that an error lists.
const LISTED: usize = 12;

/// Runs `lacuna inspect`, and shows it on standard output.
///
/// # Errors
/// One line that says what is wrong with the arguments or the file.
pub fn run_inspect(arguments: &InspectArguments) -> Result<()> {
    inspect(arguments, &mut std::io::stdout())
}

/// Runs `lacuna inspect`, and shows it on `out`.
///
/// # Errors
/// As [`run_inspect`].
pub fn inspect(arguments: &InspectArguments, out: &mut (dyn Write + Send)) -> Result<()> {
    if let Some(target) = &arguments.svg {
        check_target(target)?;
    }
    let mut report = Report::new(out, false);
    let mut input = open_input(&arguments.file, &mut report)?;
    let mut bytes = Vec::new();
    input.file.read_to_end(&mut bytes).with_context(|| input.name.clone())?;
    let format =
        Format::of(Path::new(&input.name), &bytes).ok_or(Fault::Unknown).with_context(|| input.name.clone())?;
    let arrays = load_bytes(format, &bytes).with_context(|| input.name.clone())?;
    let size = HumanBytes(bytes.len() as u64);
    drop(bytes);

    let count = arrays.len();
    let named = |(number, (name, array)): (usize, (String, Array))| {
        (if name.is_empty() { number.to_string() } else { name }, array)
    };
    let mut arrays: Vec<_> = arrays.into_iter().enumerate().map(named).collect();
    if let Some(asked) = &arguments.name {
        let names = names(&arrays);
        let is_asked =
            |name: &str| name.strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        arrays.retain(|(name, _)| is_asked(name));
        if arrays.is_empty() {
            bail!("{}: no array `{asked}`: there are {names}", input.name);
        }
    }
    if arguments.svg.is_some() && arrays.len() != 1 {
        bail!("{}: --svg draws one array: choose it by --name, of {}", input.name, names(&arrays));
    }
    let plural = if count == 1 { "" } else { "s" };
    report.fact("file", &format!("{}: {}, {count} array{plural}, {size}", input.name, format.name()))?;
    for (name, array) in &arrays {
        let (sizes, lengths) = (Sizes::of(array), RowLengths::of(array));
        show(&mut report, name, array, &sizes, &lengths)?;
        if let Some(path) = &arguments.svg {
            let of = if count == 1 { String::new() } else { format!("{name} of ") };
            let title =
                format!("{of}{}: {}, density {}", input.short_name, kind(array), significant(sizes.density(), 3));
            write_atomically(path, row_length_chart(&title, &lengths)?.as_bytes())?;
            report.line(&format!("\nrow lengths drawn to {}", path.display()))?;
        }
    }
    Ok(())
}

fn names(arrays: &[(String, Array)]) -> String {
    let mut names: Vec<_> = arrays.iter().take(LISTED).map(|(name, _)| name.clone()).collect();
    match arrays.len() {
        0 => return "none".to_owned(),
        count if count > LISTED => names.push(format!("{} more", count - LISTED)),
        _ => {}
    }
    names.join(", ")
}
