//! The formulas of the functions' own documentation.
use lacuna::list::Row;
use std::fs;
use std::path::Path;

/// The formula behind `out[i] = ` of the documentation of a kernel's function, with the symbols of the list; nothing
/// where it says that a function is rounded as a whole, so that its formula is no order of evaluation.
pub(crate) fn formula(row: &Row) -> Option<Result<String, String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").join(row.family);
    let file = |name: &str| fs::read_to_string(folder.join(format!("{name}.rs"))).ok();
    let stem = row.name.trim_end_matches("_backward").trim_end_matches("_gradient");
    let text = file(row.name).or_else(|| file(stem));
    let Some(text) = text else { return Some(Err("no file of its name".to_owned())) };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let starts = [format!("{} ", row.name), format!("{}(", row.name), format!("pub fn {}<", row.name)];
    let Some(place) = lines.iter().position(|line| starts.iter().any(|start| line.starts_with(start))) else {
        return Some(Err(format!("the function {} is not found", row.name)));
    };
    let documentation: Vec<&str> = lines[..place]
        .iter()
        .rev()
        .skip_while(|line| line.starts_with("#["))
        .map_while(|line| line.strip_prefix("///"))
        .collect();
    let documentation = documentation.into_iter().rev().map(str::trim).collect::<Vec<_>>().join(" ");
    if documentation.contains("the exact result, rounded") {
        return None;
    }
    let span = documentation.split_once("`out[i] = ").and_then(|(_, rest)| rest.split_once('`'));
    let Some((span, _)) = span else { return Some(Err(format!("no formula in: {documentation}"))) };
    let mut formula = span.to_owned();
    for (operand, _) in row.operands {
        formula = formula.replace(&format!("{operand}[i]"), super::symbol(operand));
    }
    if row.operands.iter().any(|(operand, _)| *operand == "scalar") {
        formula = formula.replace("scalar", "s");
    }
    Some(Ok(formula))
}
