//! `lacuna inspect`, from its arguments to its last line.
use super::arguments::InspectArguments;
use super::memory::Sizes;
use super::plot::row_length_chart;
use super::rows::RowLengths;
use super::show::{kind, show};
use crate::input::open_input;
use crate::left_out::LeftOut;
use crate::report::{Bytes, Cell, Form, Report, significant};
use anyhow::{Context, Error, Result, anyhow, bail};
use indicatif::HumanBytes;
use lacuna_runtime::array::file::{Content, Fault, Format, LoadOptions, NotRead, load_members_of_bytes};
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use lacuna_runtime::libsvm::RowError;
use std::cell::RefCell;
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

/// The fault, with the option that helps.
fn with_the_option(fault: Fault) -> Error {
    match &fault {
        Fault::Libsvm(error) if matches!(error.reason(), Some(RowError::DuplicateIndex { .. })) => {
            anyhow!("{fault}; --sum-duplicates adds its values")
        }
        _ => fault.into(),
    }
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
        Format::of_compressed(Path::new(&input.name), &bytes, arguments.format).with_context(|| input.name.clone())?;
    let is_asked = |name: &str| {
        let asked = arguments.name.as_deref().unwrap_or_default();
        name.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let wanted: Option<&dyn Fn(&str) -> bool> = if arguments.name.is_some() { Some(&is_asked) } else { None };
    let not_read = RefCell::new(Vec::new());
    let note = |what| not_read.borrow_mut().push(what);
    let InspectArguments { most_rows, sum_duplicates, .. } = *arguments;
    let options = LoadOptions { most_rows, sum_duplicates, wanted, left_out: Some(&note) };
    let load = || load_members_of_bytes(format, &content, &options).map_err(with_the_option);
    let members = report.during("decoding", load).with_context(|| input.name.clone())?;
    let size = bytes.len() as u64;
    drop(content);
    drop(bytes);

    let mut left_out = LeftOut::default();
    for what in not_read.into_inner() {
        match what {
            NotRead::OfRows(counts) => left_out.unused(&input.name, counts),
            NotRead::Spare { name, entries } => left_out.spare(&format!("{}: {name}", input.name), entries),
            _ => {}
        }
    }
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
    if let (Some((name, fault)), true) = (unread.first(), arguments.strict) {
        bail!("{}: {name}: {fault}: --strict refuses that", input.name);
    }
    left_out.expect_none(arguments.strict)?;
    left_out.sentences().for_each(|sentence| report.notice(sentence));
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
