//! The part of the Python binding that is made from the table of functions: signatures, structs, and a function for
//! each kernel that the hand-written part does not have.
use crate::tools;
use anyhow::{Result, ensure};
use lacuna::list::KERNELS;
use lacuna_capi::describe::{Parameter, Type};
use lacuna_capi::{Function, Kind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

const HAND_WRITTEN: &str = "python/lacuna_sparse/kernels/__init__.py";

/// The files, and what they hold.
pub(super) fn files() -> Result<Vec<(PathBuf, String)>> {
    let root = tools::root()?;
    let written = tools::read(&root.join(HAND_WRITTEN))?;
    let folder = root.join("python/lacuna_sparse/kernels");
    Ok(vec![(folder.join("_table.py"), table()?), (folder.join("_kernels.py"), kernels(&written)?)])
}

/// The functions, by name.
fn by_name() -> BTreeMap<&'static str, &'static Function> {
    lacuna_capi::functions().map(|function| (function.name.trim_start_matches("lacuna_"), function)).collect()
}

/// `csr_mut` of `CsrMut`; hyper-parameters by the name of their rule.
fn kind_name(parameter: &Parameter, rule: &str) -> String {
    if let Kind::Rule(_) = parameter.kind {
        return rule.to_owned();
    }
    let mut name = String::new();
    for letter in format!("{:?}", parameter.kind).chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

fn table() -> Result<String> {
    let mut text = "\"\"\"Functions and structs of the library. Made by `cargo xtask capi`.\"\"\"\n\n\
        #: Functions that give a status: parameters by name and kind.\nSIGNATURES: dict[str, str] = {\n"
        .to_owned();
    for (name, function) in by_name() {
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|parameter| format!("{}:{}", parameter.name, kind_name(parameter, function.path.1)))
            .collect();
        writeln!(text, "    \"{name}\": \"{}\",", parameters.join(" "))?;
    }
    text += "}\n\n#: Structs: fields by name and type.\nSTRUCTS: dict[str, list[tuple[str, str]]] = {\n";
    let structs: BTreeMap<_, _> =
        lacuna_capi::structs().map(|described| (described.name.trim_start_matches("lacuna_"), described)).collect();
    for (name, described) in structs {
        let field_type = |c: &Type| match c {
            Type::Plain(plain) => (*plain).to_owned(),
            _ => "void*".to_owned(),
        };
        let fields: Vec<_> = described
            .fields
            .iter()
            .map(|field| format!("(\"{}\", \"{}\")", field.name, field_type(&field.c)))
            .collect();
        writeln!(text, "    \"{name}\": [{}],", fields.join(", "))?;
    }
    text += "}\n";
    Ok(text)
}

/// How an operand of a kind is annotated; `None` for kinds that only hand-written functions take.
fn annotation(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "csr" | "csr_mut" => "CsrLike[Any, Any]",
        "dense" | "dense_mut" | "values" | "values_mut" | "indices" | "indices_mut" | "sizes_mut" | "scratch" => {
            "NDArray[Any]"
        }
        "row_sparse" | "row_sparse_mut" => "RowSparse[Any, Any]",
        "rows_mut" => "NDArray[Any] | RowSparse[Any, Any]",
        "plan" => "Plan[Any]",
        "broadcast" => "Broadcast",
        "stream" => "Stream",
        "scalar" => "float",
        "size" => "int",
        _ => return None,
    })
}

fn kernels(hand_written: &str) -> Result<String> {
    let mut text = "\"\"\"A function for each kernel that the rest of this package has none of its own for. Made by `cargo xtask capi`.\"\"\"\n\n\
        from __future__ import annotations\n\nfrom typing import Any\n\nfrom lacuna_sparse import kernels as lacuna\nfrom lacuna_sparse.kernels import Broadcast, CsrLike, Plan, RowSparse, Stream\nfrom numpy.typing import NDArray\n\n"
        .to_owned();
    let mut names = Vec::new();
    let mut functions = String::new();
    for (stem, function) in by_name() {
        let (family, name) = function.path;
        if ["view", "dispatch"].contains(&family) || hand_written.contains(&format!("\ndef {name}(")) {
            continue;
        }
        let shown: Vec<_> = function
            .parameters
            .iter()
            .filter(|parameter| !matches!(parameter.kind, Kind::Length | Kind::SizeOut))
            .collect();
        let annotated: Option<Vec<_>> = shown
            .iter()
            .map(|parameter| {
                let kind = annotation(&kind_name(parameter, function.path.1))?;
                // The largest size, which Python has no name for.
                let is_optional = ["padding", "ignore"].contains(&parameter.name);
                Some((parameter.name, if is_optional { "int | None" } else { kind }))
            })
            .collect();
        let Some(annotated) = annotated else {
            ensure!(false, "{stem} takes what only a function in {HAND_WRITTEN} can give it, and there is none");
            continue;
        };
        let counts = function.parameters.iter().any(|parameter| parameter.kind == Kind::SizeOut);
        let length = length(function);
        let out = annotated.last().is_some_and(|(name, _)| *name == "out") && length.is_some();
        let mut parameters: Vec<_> = annotated.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
        if out {
            parameters.pop();
            parameters.push("out: NDArray[Any] | None = None".to_owned());
        }
        let result = if out {
            "NDArray[Any]"
        } else if counts {
            "int"
        } else {
            "None"
        };
        let doc = KERNELS.iter().find(|kernel| (kernel.family, kernel.name) == function.path).map_or_else(
            || function.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
            |kernel| format!("{}.", kernel.formula.trim()),
        );
        let arguments: Vec<_> = annotated.iter().map(|(name, _)| (*name).to_owned()).collect();
        writeln!(functions, "\n\ndef {name}({}) -> {result}:", parameters.join(", "))?;
        writeln!(functions, "    \"\"\"{}\"\"\"", doc.replace('\\', "\\\\"))?;
        let call = format!("\"{stem}\", {}", arguments.join(", "));
        match (out, length) {
            (true, Some(length)) => writeln!(functions, "    return lacuna._into({call}, like=\"{length}\")")?,
            _ if counts => writeln!(functions, "    return lacuna._invoke({call})")?,
            _ => writeln!(functions, "    lacuna._invoke({call})")?,
        }
        names.push(name);
    }
    names.sort_unstable();
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    writeln!(text, "__all__ = [{}]", quoted.join(", "))?;
    Ok(text + &functions)
}

/// How long a result is that the caller need not give: as the first operand, or its rows or columns, or one number.
fn length(function: &Function) -> Option<&'static str> {
    let (family, name) = function.path;
    let slices = function.parameters.iter().all(|parameter| {
        matches!(parameter.kind, Kind::Values | Kind::ValuesMut | Kind::Scalar | Kind::Size | Kind::Length)
    });
    let written = function.parameters.iter().filter(|parameter| matches!(parameter.kind, Kind::ValuesMut)).count();
    match family {
        "map" | "binary" | "loss" if slices && written == 1 => Some("first"),
        "reduce" if written == 1 && name.ends_with("_rows") => Some("rows"),
        "reduce" if written == 1 && name.ends_with("_columns") => Some("columns"),
        "reduce" if written == 1 && slices => Some("one"),
        _ => None,
    }
}
