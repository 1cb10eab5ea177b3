//! A member of a family takes four places, as docs/add-a-kernel.md says: counted on an optimizer and on a function of
//! one number.
#![allow(clippy::unwrap_used)]
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A member, and every file of the sources whose code names it.
struct Member {
    /// As a function.
    name: &'static str,
    /// The file of the formula.
    own: &'static str,
    /// What else the member needs.
    places: &'static [&'static str],
    /// What names it without need, and why; a folder for all that is in it, of programs that use members as anybody
    /// would.
    others: &'static [(&'static str, &'static str)],
    /// Lines of the formula's file, and of the items elsewhere.
    below: usize,
}

const MEMBERS: [Member; 2] = [
    Member {
        name: "adagrad",
        own: "kernels/src/optim/adagrad.rs",
        places: &[
            "kernels/src/optim/mod.rs",
            "kernels/src/list.rs",
            "harness/src/reference/optim.rs",
            "fixtures/generator/optimizers.py",
            "fixtures/generator/peer.py",
        ],
        others: &[
            ("harness/src/operators/table/", "MXNet's operators"),
            ("kernels/src/infer/operator.rs", "MXNet's operators"),
            ("fixtures/generator/conventions.py", "calls as users of MXNet write them"),
            ("harness/tests/verify/conventions.rs", "calls as users of MXNet write them, and defaults"),
            ("harness/tests/verify/defaults.rs", "defaults of the specification"),
            ("fixtures/generator/defaults.py", "an optimizer of MXNet and its operator, for their defaults"),
            ("fixtures/generator/pytorch.py", "PyTorch's, which is another member"),
            ("harness/tests/properties/large.rs", "arrays larger than the caches"),
            ("kernels/src/optim/hyper.rs", "its default of epsilon, which is not that of others"),
            ("kernels/tests/contract/members.rs", "how hyper-parameters are set and refused"),
            ("kernels/tests/half/optim.rs", "each rule on a weight of 16 bits"),
            ("kernels-capi/tests/calls/layout.rs", "the size of a struct of the header"),
            ("kernels-capi/tests/calls/model/hyper.rs", "its default of epsilon, which is not that of others"),
            ("kernels/tests/quantized/update.rs", "some rules on a weight of 8 bits"),
            ("kernels/src/optim/exact/linear.rs", "what many steps without a gradient do"),
            ("kernels/tests/exact/main.rs", "exact lazy updates"),
            ("kernels/tests/exact/rules.rs", "exact lazy updates"),
            ("benches/", "times and studies"),
            ("models/src/model/", "what models learn by"),
            ("runtime-capi/", "what models learn by"),
            ("models/src/train/", "what models learn by"),
            ("runtime/tests/", "what models learn by"),
            ("runtime/src/optimizer/mxnet.rs", "MXNet's names and defaults"),
            ("train/", "what models learn by"),
            ("interop/src/training/", "what models of other frameworks learn by"),
            ("interop/tests/training/", "what models of other frameworks learn by"),
            ("interop/candle/", "what models of candle learn by"),
            ("interop/burn/", "what models of burn learn by"),
            ("harness/tests/killed_programs.rs", "an optimizer of a program"),
            ("harness/tests/train_program/classify.rs", "an optimizer of a program"),
            ("harness/tests/train_program/several.rs", "an optimizer of a program"),
            ("harness/tests/train_linear.rs", "an optimizer of a program"),
        ],
        below: 80,
    },
    Member {
        name: "softsign",
        own: "kernels/src/map/softsign.rs",
        places: &[
            "kernels/src/map/mod.rs",
            "kernels/src/list.rs",
            "harness/src/reference/map.rs",
            "fixtures/generator/functions.py",
        ],
        others: &[
            ("kernels/src/infer/operator.rs", "MXNet's operators"),
            ("arrays/src/array/function.rs", "functions of owned arrays, by name"),
            ("runtime/src/operator/host/map.rs", "their gradients"),
            ("runtime/src/operator/function.rs", "operators by MXNet's names"),
            ("runtime/tests/autograd/operators.rs", "where their gradients are compared with differences"),
            ("runtime/tests/data/autograd/generate.py", "gradients of MXNet"),
        ],
        below: 40,
    },
];

/// Sources beside the crates of the workspace. What commands make (the header, PTX, fixtures, tables, baselines) lies
/// elsewhere, or has another extension.
const FOLDERS: [&str; 2] = ["fixtures/generator", "fuzz/fuzz_targets"];
const EXTENSIONS: [&str; 5] = ["rs", "py", "c", "mjs", "toml"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Adds the paths and texts of the sources below a folder.
fn read(folder: &Path, sources: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_source = path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                read(&path, sources);
            }
        } else if is_source && name != "places.rs" {
            let relative = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
            sources.push((relative, fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The folders of the workspace's crates; one in another's folder is read with that.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = manifest.split_once("\nmembers = [").unwrap().1.split_once(']').unwrap().0;
    members.split('"').skip(1).step_by(2).filter(|member| !member.contains('/')).map(str::to_owned).collect()
}

fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for folder in crates().iter().map(String::as_str).chain(FOLDERS) {
        read(&root().join(folder), &mut sources);
    }
    sources
}

/// Other members whose names have the word of one of these.
const NAMESAKES: [&str; 8] = [
    "torch.optim.Adagrad",
    "adagrad_l2",
    "AdaGradL2",
    "pytorch_adagrad",
    "group_adagrad",
    "GroupAdaGrad",
    "row_adagrad",
    "RowAdaGrad",
];

/// True if the code of the line, not its comment, has the name as a word, in either case. Words end where letters do:
/// `adagrad_update` has the word `adagrad`.
fn names(line: &str, comment: &str, name: &str) -> bool {
    let code = NAMESAKES
        .iter()
        .fold(line.split(comment).next().unwrap_or_default().to_owned(), |code, other| code.replace(other, ""));
    code.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case(name))
}

/// The lines of all items that name it: from the attributes and the documentation above, over deeper lines, to the
/// bracket that closes it.
fn item_lines(path: &str, text: &str, name: &str) -> BTreeSet<usize> {
    let lines: Vec<_> = text.lines().collect();
    let depth = |at: usize| lines[at].len() - lines[at].trim_start().len();
    let mut counted = BTreeSet::new();
    for start in (0..lines.len()).filter(|&at| names(lines[at], comment_of(path), name)) {
        let above = (0..start)
            .rev()
            .take_while(|&at| lines[at].trim_start().starts_with("///") || lines[at].trim_start().starts_with("#["));
        counted.extend(above);
        let inside =
            (start + 1..lines.len()).take_while(|&at| !lines[at].is_empty() && depth(at) > depth(start)).count();
        counted.extend(start..=start + inside);
        let end = start + inside + 1;
        if inside > 0
            && lines
                .get(end)
                .is_some_and(|line| depth(end) == depth(start) && line.trim_start().starts_with(['}', ')', ']']))
        {
            counted.insert(end);
        }
    }
    counted
}

fn comment_of(path: &str) -> &'static str {
    if path.ends_with(".py") || path.ends_with(".toml") { "#" } else { "//" }
}

#[test]
fn a_member_is_named_where_the_documentation_says() {
    let sources = sources();
    for member in MEMBERS {
        let named = |(path, text): &(String, String)| {
            text.lines().any(|line| names(line, comment_of(path), member.name)).then(|| path.clone())
        };
        let found: BTreeSet<_> = sources.iter().filter_map(named).collect();
        let known: Vec<_> =
            member.places.iter().chain(member.others.iter().map(|(path, _)| path)).chain([&member.own]).collect();
        let is_at = |found: &str, place: &str| found == place || (place.ends_with('/') && found.starts_with(place));
        let more: Vec<_> = found.iter().filter(|found| !known.iter().any(|place| is_at(found, place))).collect();
        assert!(
            more.is_empty(),
            "{} takes more places than it should, see docs/add-a-kernel.md: {more:?}",
            member.name
        );
        let gone: Vec<_> = known.iter().filter(|place| !found.iter().any(|found| is_at(found, place))).collect();
        assert!(gone.is_empty(), "{} is not in {gone:?} any more", member.name);
    }
}

#[test]
fn a_member_is_short() {
    let sources = sources();
    for member in MEMBERS {
        let text =
            |wanted: &str| &sources.iter().find(|(path, _)| path == wanted).unwrap_or_else(|| panic!("no {wanted}")).1;
        let mut lines = vec![(member.own, text(member.own).lines().count())];
        lines.extend(member.places.iter().map(|place| (*place, item_lines(place, text(place), member.name).len())));
        let total: usize = lines.iter().map(|(_, lines)| lines).sum();
        println!("{}: {total} lines, {lines:?}", member.name);
        assert!(
            lines.iter().all(|(_, lines)| *lines > 0) && total < member.below,
            "{}: {total} lines, {lines:?}",
            member.name
        );
    }
}

#[test]
fn the_documentation_names_the_places() {
    let text = fs::read_to_string(root().join("docs/add-a-kernel.md")).unwrap();
    for member in MEMBERS {
        for path in member.places.iter().chain([&member.own]) {
            assert!(text.contains(&format!("`{path}`")), "docs/add-a-kernel.md does not name {path}");
        }
    }
}

/// What looks like a path of this repository is one.
#[test]
fn the_documentation_names_files_that_exist() {
    let text = fs::read_to_string(root().join("docs/add-a-kernel.md")).unwrap();
    let quoted: Vec<_> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains([' ', '<', '*']))
        .collect();
    assert!(quoted.len() > 20, "{quoted:?}");
    for path in quoted {
        assert!(root().join(path).exists(), "docs/add-a-kernel.md names {path}");
    }
}
