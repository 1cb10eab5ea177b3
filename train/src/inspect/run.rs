//! `lacuna inspect`, from its arguments to its last line.
use super::arguments::InspectArguments;
use super::memory::Sizes;
use super::plot::row_length_chart;
use super::rows::RowLengths;
use super::show::{kind, show};
use crate::input::open_input;
use crate::report::{Bytes, Cell, Form, Report, significant};
use anyhow::{Context, Result, bail};
use indicatif::HumanBytes;
use lacuna_runtime::array::file::{Content, Format, LoadOptions, load_members_of_bytes};
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
    let mut report = Report::new(out, if arguments.json { Form::Json } else { Form::Text });
    let mut input = open_input(&arguments.file, &mut report)?;
    let mut bytes = Vec::new();
    let bar = Bytes::new("reading", Some(input.bytes), true);
    bar.of(&mut input.file).read_to_end(&mut bytes).with_context(|| input.name.clone())?;
    drop(bar);
    let (format, content) =
        Format::of_compressed(Path::new(&input.name), &bytes).with_context(|| input.name.clone())?;
    let is_asked = |name: &str| {
        let asked = arguments.name.as_deref().unwrap_or_default();
        name.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let wanted: Option<&dyn Fn(&str) -> bool> = if arguments.name.is_some() { Some(&is_asked) } else { None };
    let options = LoadOptions { most_rows: arguments.most_rows, sum_duplicates: arguments.sum_duplicates, wanted };
    let load = || load_members_of_bytes(format, &content, &options);
    let members = report.during("decoding", load).with_context(|| input.name.clone())?;
    let size = bytes.len() as u64;
    drop(content);
    drop(bytes);

    let names: Vec<_> = members.iter().enumerate().map(|(number, member)| member.called(number)).collect();
    let (mut arrays, mut unread) = (Vec::new(), Vec::new());
    for (name, member) in names.iter().zip(members) {
        match member.content {
            Content::Array(array) => arrays.push((name.clone(), array)),
            Content::Unread(fault) => unread.push((name, fault)),
            Content::Unwanted => {}
        }
    }
    if let (Some(asked), true, true) = (&arguments.name, arrays.is_empty(), unread.is_empty()) {
        bail!("{}: no array `{asked}`: there are {}", input.name, listed(&names));
    }
    if arrays.is_empty()
        && let Some((name, fault)) = unread.first()
    {
        let of = if names.len() == 1 { String::new() } else { format!("{name}: ") };
        bail!("{}: {of}{fault}", input.name);
    }
    if arguments.svg.is_some() && arrays.len() != 1 {
        let names: Vec<_> = arrays.into_iter().map(|(name, _)| name).collect();
        bail!("{}: --svg draws one array: choose it by --name, of {}", input.name, listed(&names));
    }
    let count = names.len() - unread.len();
    let plural = if count == 1 { "" } else { "s" };
    let others = if unread.is_empty() { String::new() } else { format!(" and {} of other types", unread.len()) };
    let text = format!("{}: {}, {count} array{plural}{others}, {}", input.name, format.name(), HumanBytes(size));
    let word = |text: &str| Cell::Word(text.to_owned());
    let members = [
        ("name", word(&input.name)),
        ("format", word(format.name())),
        ("arrays", Cell::Count(count as u64)),
        ("not_read", Cell::Count(unread.len() as u64)),
        ("bytes", Cell::Count(size)),
    ];
    report.labelled_event("file", &members, "file", &text)?;
    for (name, fault) in &unread {
        let members = [("name", word(name)), ("reason", Cell::Word(fault.to_string()))];
        report.labelled_event("not_read", &members, "not read", &format!("{name}: {fault}"))?;
    }
    for (name, array) in &arrays {
        let (sizes, lengths) = (Sizes::of(array), RowLengths::of(array));
        show(&mut report, name, array, &sizes, &lengths)?;
        if let Some(path) = &arguments.svg {
            let of = if count == 1 { String::new() } else { format!("{name} of ") };
            let title =
                format!("{of}{}: {}, density {}", input.short_name, kind(array), significant(sizes.density(), 3));
            write_atomically(path, row_length_chart(&title, &lengths)?.as_bytes())?;
            report.line("")?;
            report.file("row lengths", path)?;
        }
    }
    Ok(())
}

fn listed(names: &[String]) -> String {
    let mut shown: Vec<_> = names.iter().take(LISTED).cloned().collect();
    match names.len() {
        0 => return "none".to_owned(),
        count if count > LISTED => shown.push(format!("{} more", count - LISTED)),
        _ => {}
    }
    shown.join(", ")
}
