//! The crates that are published, as a registry gets them. They are packed, and checked from the packages; nothing
//! is uploaded.
use crate::{Outcome, tools};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// What a registry's page is made of, beside the description.
const FIELDS: &[&str] = &["description", "license", "readme", "rust_version", "documentation"];
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Licences that a crate of others may have: who takes it has nothing more to do than to name it.
const ALLOWED: &[&str] = &["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Unicode-3.0", "Zlib"];
/// Others, and why they may stay.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("cbindgen", "MPL-2.0: a program of chores, no part of what is published"),
    ("colored", "MPL-2.0: burn takes it, and whoever takes lacuna-burn has burn"),
];
/// Workspaces beside that of the root whose crates are published.
const OTHERS: &[&str] = &["interop/candle", "interop/burn"];

pub(crate) fn run() -> Result<Outcome> {
    let root = tools::root()?;
    let cargo = |arguments: &[&str]| {
        let mut command = tools::cargo();
        command.current_dir(&root).args(arguments);
        command
    };
    let metadata: Value = serde_json::from_str(&tools::output(&mut cargo(&[
        "metadata",
        "--locked",
        "--no-deps",
        "--format-version",
        "1",
    ]))?)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let published: Vec<_> = packages.iter().filter(|package| package["publish"].is_null()).collect();
    let names: Vec<_> = published.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut faults = Vec::new();
    for (package, name) in published.iter().zip(&names) {
        let listing = tools::output(&mut cargo(&["package", "--quiet", "--list", "--allow-dirty", "--package", name]))?;
        let mut found = faults_of(package, &listing, &names);
        if let Some(readme) = package["readme"].as_str() {
            let file = Path::new(package["manifest_path"].as_str().unwrap_or_default()).with_file_name(readme);
            let text = tools::read(&file)?;
            let links: Vec<_> = local_links(&text).collect();
            for licence in LICENCES {
                if fs::read(file.with_file_name(licence)).ok() != fs::read(root.join(licence)).ok() {
                    found.push(format!("its {licence} is not that of this repository"));
                }
            }
            found.extend(
                links
                    .first()
                    .map(|link| format!("its readme has {} links into this repository, as to {link}", links.len())),
            );
        }
        faults.extend(found.iter().map(|fault| format!("{name}: {fault}")));
    }
    let target = tools::target()?.join("packages");
    remove(&target)?;
    // All of them at once: each finds those that it depends on among the others, as they are on no registry yet.
    let mut pack = cargo(&["package", "--quiet", "--locked", "--allow-dirty", "--no-verify"]);
    pack.arg("--target-dir").arg(&target);
    tools::execute(pack.args(names.iter().flat_map(|name| ["--package", name])))?;
    check_unpacked(&root, &target, &published)?;
    for folder in [&[""], OTHERS].concat() {
        let mut tree = cargo(&["tree", "--locked", "--workspace", "--all-features", "--edges", "normal,build"]);
        tree.current_dir(root.join(folder)).args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"]);
        let listing = tools::output(&mut tree)?;
        let packages: BTreeSet<&str> = listing.lines().collect();
        println!("{} packages of ./{folder}: licences and sources", packages.len());
        faults.extend(packages.into_iter().filter_map(fault_of_dependency));
    }
    println!("{}: {} faults", names.join(", "), faults.len());
    faults.iter().for_each(|fault| println!("{fault}"));
    Ok(if faults.is_empty() { Outcome::Passed } else { Outcome::Failed })
}

/// Checks the packages as crates that depend on each other by version. Cargo itself would build them, which takes five
/// times as long.
fn check_unpacked(root: &Path, target: &Path, packages: &[&Value]) -> Result<()> {
    let folder = target.join("unpacked");
    fs::create_dir_all(&folder)?;
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n".to_owned();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let unpacked = format!("{name}-{}", package["version"].as_str().unwrap_or_default());
        let archive = target.join(format!("package/{unpacked}.crate"));
        tools::execute(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder))?;
        manifest += &format!("{name} = {{ path = \"{unpacked}\" }}\n");
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    // The versions of other crates that everything else is built with.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut check = tools::cargo();
    check.current_dir(&folder).args(["check", "--quiet", "--workspace", "--target-dir"]).arg(target.join("check"));
    tools::execute(&mut check)
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| folder.display().to_string())
        }
        _ => Ok(()),
    }
}

/// What is wrong with a package of `cargo metadata`, whose files are listed.
fn faults_of(package: &Value, listing: &str, published: &[&str]) -> Vec<String> {
    let mut faults: Vec<String> =
        FIELDS.iter().filter(|field| package[**field].is_null()).map(|field| format!("no {field}")).collect();
    let count = |field: &str| package[field].as_array().map_or(0, Vec::len);
    faults.extend(
        ["keywords", "categories"]
            .iter()
            .filter(|field| !(1..=5).contains(&count(field)))
            .map(|field| format!("no {field}, or more than 5")),
    );
    if package["metadata"]["docs"]["rs"].is_null() {
        faults.push("no settings for docs.rs".to_owned());
    }
    let files = LICENCES.into_iter().chain(["README.md"]);
    faults.extend(
        files.filter(|file| !listing.lines().any(|line| line == *file)).map(|file| format!("{file} is not packed")),
    );
    for dependency in
        package["dependencies"].as_array().into_iter().flatten().filter(|dependency| dependency["path"].is_string())
    {
        let (name, is_for_tests) = (dependency["name"].as_str().unwrap_or_default(), dependency["kind"] == "dev");
        if dependency["req"] == "*" && !is_for_tests {
            faults.push(format!("{name} has a path and no version"));
        }
        if !published.contains(&name) && !is_for_tests {
            faults.push(format!("{name} is not published"));
        }
    }
    faults
}

/// What is wrong with a line of `cargo tree`: the package, where it is if that is no registry, and its licence.
fn fault_of_dependency(line: &str) -> Option<String> {
    let (package, licence) = line.split_once('|')?;
    let name = package.split(' ').next().unwrap_or_default();
    if let Some((_, place)) = package.replace(" (proc-macro)", "").split_once(" (") {
        // A folder here, or else the address of a repository.
        return place.contains("://").then(|| format!("{package} is of no registry"));
    }
    let allows = |requirement: &spdx::LicenseReq| {
        requirement.license.id().is_some_and(|id| ALLOWED.contains(&id.name)) && requirement.addition.is_none()
    };
    let expression = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX);
    let is_allowed = expression.is_ok_and(|expression| expression.evaluate(allows));
    let is_exception = EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
    (!is_allowed && !is_exception).then(|| format!("{name} is under `{licence}`"))
}

/// Links of a markdown text that are relative to its place.
fn local_links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.starts_with('#') && !target.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package() -> Value {
        json!({
            "description": "d", "license": "MIT", "readme": "README.md", "rust_version": "1.89",
            "documentation": "https://docs.rs/d", "keywords": ["k"],
                "categories": ["c"],
            "metadata": {"docs": {"rs": {"all-features": true}}},
            "dependencies": [
                {"name": "lacuna", "path": "/p", "req": "^0.1.0", "kind": null},
                {"name": "serde", "req": "*", "kind": null}
            ],
        })
    }

    #[test]
    fn licences_and_sources_of_others_are_looked_at() {
        let fault = |licence: &str| fault_of_dependency(&format!("other v1.0.0 (proc-macro)|{licence}"));
        for licence in ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "LGPL-2.1-or-later OR ISC"] {
            assert_eq!(fault(licence), None);
        }
        for licence in ["GPL-3.0", "MIT AND MPL-2.0", "Apache-2.0 WITH LLVM-exception", "whatever", ""] {
            assert_eq!(fault(licence), Some(format!("other is under `{licence}`")));
        }
        assert_eq!(fault_of_dependency("own v0.1.0 (/path/to/own)|"), None);
        let git = "other v1.0.0 (https://example.org/other#1234)";
        assert_eq!(fault_of_dependency(&format!("{git}|MIT")), Some(format!("{git} is of no registry")));
    }

    #[test]
    fn every_fault_is_told() {
        let listing = format!("{}\nREADME.md", LICENCES.join("\n"));
        assert_eq!(faults_of(&package(), &listing, &["lacuna"]), Vec::<String>::new());
        type Change = fn(&mut Value);
        let changes: [(&str, Change); 6] = [
            ("no readme", |package| package["readme"] = Value::Null),
            ("no keywords, or more than 5", |package| package["keywords"] = json!(["a", "b", "c", "d", "e", "f"])),
            ("no categories, or more than 5", |package| package["categories"] = json!([])),
            ("no settings for docs.rs", |package| package["metadata"] = Value::Null),
            ("lacuna has a path and no version", |package| package["dependencies"][0]["req"] = json!("*")),
            ("harness is not published", |package| package["dependencies"][0]["name"] = json!("harness")),
        ];
        for (fault, change) in changes {
            let mut package = package();
            change(&mut package);
            assert_eq!(faults_of(&package, &listing, &["lacuna"]), [fault]);
        }
        assert_eq!(faults_of(&package(), "README.md\nLICENSE-MIT\n", &["lacuna"]), ["LICENSE-APACHE is not packed"]);
    }

    #[test]
    fn links_into_the_repository_are_found() {
        let text = "[a](https://a.org) [b](docs/b.md) ![c](../c.png) [d](#d) [`e`](e)";
        assert_eq!(local_links(text).collect::<Vec<_>>(), ["docs/b.md", "../c.png", "e"]);
    }
}
