//! The C header, from the functions, structs and enums of `kernels-capi` as data.
use crate::tools;
use anyhow::Result;
use lacuna::list::KERNELS;
use lacuna_capi::describe::Type;
use lacuna_capi::{Enum, Function, Query, Struct};
use std::fmt::Write;
use std::path::PathBuf;

/// What stands above the declarations.
const PREFACE: &str = "\
// Lacuna VERSION: allocation-free sparse kernels for machine learning, with the same bits on every processor.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi` from the list of kernels and kernels-capi/src: changes belong there.
//
// The contract of every function: a pointer that is not null points to what its type names, in the stated length;
// during the call nobody else writes any of it, or reads what the call writes. Everything else is checked. A call that
// answers with anything but LACUNA_STATUS_OK has written nothing but `*error` (which may be null), where its
// description does not say otherwise. Nothing is allocated, and nothing is kept between calls.
//
// Operands are structs of sizes and pointers that say of which types their arrays are, by a `lacuna_type`. All operands
// of a call have the same value type and the same index type: if one has another, the call is refused with
// LACUNA_STATUS_TYPE. The description of a call says what it takes as values: f32 and f64, those and numbers of 16 bits
// (floats), or any type (numbers). A library may be built for fewer types (LACUNA_STATUS_NOT_BUILT). An example,
// without a check of the status:
//
//   int32_t indptr[] = {0, 2, 3}, indices[] = {0, 2, 1};
//   float values[] = {1, 2, 3}, ones[] = {1, 1, 1}, sums[2];
//   lacuna_csr a = {.value_type = LACUNA_TYPE_F32, .index_type = LACUNA_TYPE_I32, .rows = 2, .columns = 3, .nnz = 3,
//                   .indptr = indptr, .indices = indices, .values = values};
//   lacuna_dense b = {.value_type = LACUNA_TYPE_F32, .rows = 3, .columns = 1, .stride = 1, .data = ones};
//   lacuna_dense_mut out = {.value_type = LACUNA_TYPE_F32, .rows = 2, .columns = 1, .stride = 1, .data = sums};
//   lacuna_dot_csr_dense(&a, &b, &out, NULL);  // sums are 3 and 3
//
// The bits of a result depend on the operands alone:
// - A sum is a running sum from +0: each product is rounded, then added. A csr times a matrix adds the entries of a row
//   in their order; with one column, entry k of a row goes to lane k mod 4, and the result is (l0 + l2) + (l1 + l3).
//   Transposed products and coalesce add by ascending row, also with one column. More than 1024 terms are cut into
//   blocks of 1024, summed one by one, and the sums of the blocks are added in order. add_n adds its arrays in order,
//   in one sum.
// - A product of two dense matrices adds by ascending k, each product with one rounding (fused), in such blocks.
// - Casts and retain copy bits. -0.0 equals 0, so a csr does not store it.
// - Optimizers are evaluated as their formulas are written, each operation rounded, products of hyper-parameters once
//   for a call. h is the gradient, rescaled, then limited to minus and plus the clip bound, and 0 in a row that the
//   gradient does not store; a bound of 0 leaves zeros of the rescaled gradient's sign.

#ifndef LACUNA_H
#define LACUNA_H

#include <stddef.h>
#include <stdint.h>

";

/// How long a line may be.
const WIDTH: usize = 140;

/// The committed header.
pub(super) fn file() -> Result<PathBuf> {
    Ok(tools::root()?.join("kernels-capi/include/lacuna.h"))
}

/// The header as the source has it.
pub(super) fn generate() -> Result<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut header = PREFACE.replace("VERSION", version);
    // The version that a program is compiled with; `lacuna_version()` gives that of the library it runs with.
    writeln!(header, "#define LACUNA_VERSION \"{version}\"")?;
    for (name, number) in ["MAJOR", "MINOR", "PATCH"].into_iter().zip(version.split('.')) {
        writeln!(header, "#define LACUNA_VERSION_{name} {number}")?;
    }
    header.push('\n');
    header += "// Numbers of 16 bits, by their bits: IEEE 754 binary16, and the upper half of a float. They are computed with as float, and rounded once when a result is written.\n\
        typedef uint16_t lacuna_f16;\ntypedef uint16_t lacuna_bf16;\n\n";
    for described in lacuna_capi::ENUMS {
        write_enum(&mut header, &described)?;
    }
    for described in lacuna_capi::structs() {
        write_struct(&mut header, described)?;
    }
    header += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    // By family, as the list has them: structure calls, then kernels; parts of views at the end.
    let mut families: Vec<&str> =
        KERNELS.iter().map(|kernel| kernel.family).chain(lacuna_capi::functions().map(|f| f.path.0)).collect();
    let mut seen = std::collections::HashSet::new();
    families.retain(|family| seen.insert(*family));
    for family in families {
        for function in lacuna_capi::functions().filter(|function| function.path.0 == family) {
            write_function(&mut header, function)?;
        }
    }
    for query in lacuna_capi::QUERIES.into_iter().flatten() {
        write_query(&mut header, query)?;
    }
    header += "#ifdef __cplusplus\n}  // extern \"C\"\n#endif\n\n#endif  // LACUNA_H\n";
    Ok(header)
}

/// A comment, with C names in it.
fn write_doc(header: &mut String, indent: &str, lines: &[&str]) -> Result<()> {
    for line in lines {
        let line = line.trim();
        writeln!(header, "{}", format!("{indent}// {line}").trim_end())?;
    }
    Ok(())
}

/// A type and the name of what has it.
fn declared(c: &Type, name: &str) -> String {
    match c {
        Type::Plain(plain) => format!("{plain} {name}"),
        Type::Struct(of) => format!("{of} {name}"),
        // The inner pointer is what is not written.
        Type::Pointer { to, written: false } if matches!(to, Type::Pointer { .. }) => {
            declared(to, &format!("const *{name}"))
        }
        Type::Pointer { to, written } => {
            format!("{}{}", if *written { "" } else { "const " }, declared(to, &format!("*{name}")))
        }
    }
}

/// `NotAscending` as `NOT_ASCENDING`.
fn screaming(name: &str) -> String {
    let mut result = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !result.is_empty() {
            result.push('_');
        }
        result.extend(letter.to_uppercase());
    }
    result
}

fn write_enum(header: &mut String, Enum { name, c, doc, variants }: &Enum) -> Result<()> {
    let number = declared(c, "");
    let number = number.trim_end();
    write_doc(header, "", doc)?;
    // Older C has no enums of a type, so that a field or a result of one would be of another size.
    writeln!(header, "enum {name}\n#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L\n  : {number}\n#endif\n{{")?;
    for (variant, value, doc) in *variants {
        write_doc(header, "  ", doc)?;
        writeln!(header, "  {}_{} = {value},", screaming(name).replace("__", "_"), screaming(variant))?;
    }
    writeln!(
        header,
        "}};\n#ifndef __cplusplus\n#if __STDC_VERSION__ >= 202311L\ntypedef enum {name} {name};\n#else\ntypedef \
            {number} {name};\n#endif\n#endif\n"
    )?;
    Ok(())
}

fn write_struct(header: &mut String, Struct { name, doc, fields, .. }: &Struct) -> Result<()> {
    write_doc(header, "", doc)?;
    writeln!(header, "typedef struct {{")?;
    for field in *fields {
        write_doc(header, "  ", field.doc)?;
        writeln!(header, "  {};", declared(&field.c, field.name))?;
    }
    writeln!(header, "}} {name};\n")?;
    Ok(())
}

/// A declaration on as few lines as it fits.
fn write_declaration(header: &mut String, result: &str, parameters: &[String]) -> Result<()> {
    let mut line = format!("{result}({}", if parameters.is_empty() { "void" } else { "" });
    for (place, parameter) in parameters.iter().enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        if line.len() + separator.len() + parameter.len() + 2 > WIDTH {
            writeln!(header, "{line}{}", separator.trim_end())?;
            line = format!("    {parameter}");
        } else {
            line = line + separator + parameter;
        }
    }
    writeln!(header, "{line});\n")?;
    Ok(())
}

/// The file of a kernel: its own, or that of the function whose gradient or form it is.
fn source(family: &str, name: &str) -> Result<String> {
    let (root, mut stem) = (tools::root()?, name);
    loop {
        let file = format!("kernels/src/{family}/{stem}.rs");
        match stem.rsplit_once('_') {
            _ if root.join(&file).exists() => return Ok(file),
            Some((shorter, _)) => stem = shorter,
            None => return Ok(format!("kernels/src/{family}")),
        }
    }
}

fn write_function(header: &mut String, function: &Function) -> Result<()> {
    let (family, name) = function.path;
    if let Some(kernel) = KERNELS.iter().find(|kernel| (kernel.family, kernel.name) == function.path) {
        writeln!(header, "// {}: {}.", source(family, name)?, kernel.formula.trim())?;
        let note = lacuna_capi::kernels::NOTES.iter().find(|(known, _)| *known == name);
        write_doc(header, "", &note.map(|(_, note)| *note).into_iter().collect::<Vec<_>>())?;
    } else {
        write_doc(header, "", function.doc)?;
    }
    let names_values = function.parameters.iter().any(|parameter| parameter.kind.names_value_type());
    let values = match function.types.split(' ').next().filter(|_| names_values) {
        Some("V") => "Values: f32, f64.",
        Some("S") => "Values: floats.",
        Some("N") => "Values: numbers.",
        _ => "",
    };
    write_doc(header, "", if values.is_empty() { &[] } else { std::slice::from_ref(&values) })?;
    let parameters = function.parameters.iter().map(|parameter| declared(&parameter.c, parameter.name));
    let parameters: Vec<_> = parameters.chain(["lacuna_error *error".to_owned()]).collect();
    write_declaration(header, &format!("lacuna_status {}", function.name), &parameters)
}

fn write_query(header: &mut String, Query { name, doc, parameters, result }: &Query) -> Result<()> {
    write_doc(header, "", doc)?;
    // Their bytes are those of texts.
    let of_text = |c, name| declared(c, name).replace("uint8_t ", "char ").replace("int8_t ", "char ");
    let parameters: Vec<_> = parameters.iter().map(|(name, c)| of_text(c, name)).collect();
    write_declaration(header, &of_text(result, name), &parameters)
}

/// The functions that a header declares.
pub(super) fn functions(header: &str) -> Vec<&str> {
    header
        .lines()
        .filter(|line| !line.starts_with("//") && !line.starts_with(' '))
        .filter_map(|line| line.get(..line.find('(')?)?.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("lacuna_"))
        .collect()
}
