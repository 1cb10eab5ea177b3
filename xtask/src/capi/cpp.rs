//! The C++ header: a template, and a line for each function of the C ABI.
use crate::tools;
use anyhow::{Result, ensure};
use std::fmt::Write;
use std::path::PathBuf;

const PLACE: &str = "@FUNCTIONS@\n";

/// The committed header.
pub(super) fn file() -> Result<PathBuf> {
    Ok(tools::root()?.join("kernels-capi/include/lacuna.hpp"))
}

/// The header as the template and the functions have it.
pub(super) fn generate() -> Result<String> {
    let template = tools::read(&tools::root()?.join("kernels-capi/lacuna.hpp.in"))?;
    ensure!(template.matches(PLACE).count() == 1, "lacuna.hpp.in has not one line {PLACE}");
    let mut functions = String::new();
    for function in lacuna_capi::functions() {
        let name = function.name.trim_start_matches("lacuna_");
        let has_values = function.parameters.iter().any(|parameter| parameter.kind.names_value_type());
        let kind = if has_values { "" } else { ", false" };
        writeln!(functions, "inline constexpr detail::call<{}{kind}> {name}{{}};", function.name)?;
    }
    Ok(template.replace("@VERSION@", env!("CARGO_PKG_VERSION")).replace(PLACE, &(functions + "\n")))
}
