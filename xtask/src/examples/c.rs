//! The example for C, built by its Makefile, by CMake, as C++ and with sanitizers. Every program must print the bits of
//! `lacuna train`, and refuse wrong input.
use super::training::Training;
use crate::system::{self, Package};
use crate::tools::setting;
use crate::{Missing, Outcome, capi, tools};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: &[Package] = &[
    Package { provides: "gcc", name: "gcc" },
    Package { provides: "g++", name: "g++" },
    Package { provides: "make", name: "make" },
    Package { provides: "pkg-config", name: "pkg-config" },
    Package { provides: "cmake", name: "cmake" },
    Package { provides: "nm", name: "binutils" },
    Package { provides: "valgrind", name: "valgrind" },
];

const DATA: &str = "data/agaricus.train.libsvm";
const SOURCES: &[&str] = &["linear.c", "model.c", "libsvm.c", "memory.c"];
const SERVE: &[&str] = &["serve.c", "tensors.c", "libsvm.c", "memory.c"];
const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-ffp-contract=off", "-g"];
const C: &[&str] = &["-x", "c", "-std=c11"];
const CPP: &[&str] = &["-x", "c++", "-std=c++17"];
const SANITIZED: &str = "sanitized";
const SANITIZERS: &[&str] = &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Numbers near the middle of two floats, which a second rounding would move, and everything that may stand in a file.
const NUMBERS: &str = "# label index:value ...
0.1 1:1.00000005960464477539062500000000000000001 2:1.000000059604644775390625
-.5\t2:5.e-1 3:+1e-46 4:1.17549429e-38 5:-0

1e0 1:0.000000000000000000000000000000000000000000001401298464324817 5:1.6777217 \r
+2. 3:0.333333343267440795898437499999999999999999 4:-0.3333333432674407958984375 5:00.1 # the end
0
3.0000001192092896E0 7:1.00000017881393432617187499999999999999999
-1 6:1.00000017881393432617187500000000000000001 7:7e-1";

/// Files and arguments that are refused, and how. An empty name of a file is no file.
const REFUSED: &[(&str, &str, &[&str], &str)] = &[
    ("label", "1 1:1\nx 1:1\n", &[], "label:2:1: label `x` is not a number"),
    ("hex", "0x10 1:1\n", &[], "hex:1:1: label `0x10` is not a number"),
    ("nan", "1 1:nan\n", &[], "nan:1:5: value `nan` is not a finite number of this type"),
    ("comma", "1 1:0,5\n", &[], "comma:1:5: value `0,5` is not a number"),
    ("exponent", "1 1:1e\n", &[], "exponent:1:5: value `1e` is not a number"),
    ("empty", "1 1:\n", &[], "empty:1:5: empty value after `1:`"),
    ("large", "1 1:1 2:-3.5e38 \n", &[], "large:1:9: value `-3.5e38` is not a finite number of this type"),
    ("control", "1 1:\u{1b}[2J\n", &[], "control:1:5: value `\\x1b[2J` is not a number"),
    ("zero", "1 1:0\0 2:1\n", &[], "zero:1:5: value `0\\x00` is not a number"),
    (
        "long",
        "12345678901234567890123456789012345678901x\n",
        &[],
        "long:1:1: label `1234567890123456789012345678901234567890...` is not a number",
    ),
    ("no-value", "\n\t1 5\n", &[], "no-value:2:4: feature `5` has no value"),
    ("no-index", "1 :5\n", &[], "no-index:1:3: `` is not a feature index"),
    ("negative", "1 -1:5\n", &[], "negative:1:3: negative feature index `-1`"),
    ("zero-based", "1 1:1\n0 0:1 1:1\n", &[], "zero-based:2:3: feature index 0 in a one-based file"),
    ("order", "1 7:1 3:1\n", &[], "order:1:7: feature index 3 after 7: indices must ascend"),
    ("twice", "1 7:1 7:1\r\n", &[], "twice:1:7: feature index 7 appears twice"),
    (
        "int32",
        "1 2147483649:1",
        &[],
        "int32:1:3: feature index 2147483649 does not fit the index type (at most 2147483647 from zero)",
    ),
    (
        "uint64",
        "1 18446744073709551617:1",
        &[],
        "uint64:1:3: feature index 18446744073709551617 does not fit the index type (at most 2147483647 from zero)",
    ),
    ("range", "1 3:1\n", &["--features", "2"], "range:1:3: feature index 3 is out of range: 2 features counted from 1"),
    ("nothing", "", &[], "nothing: no rows"),
    ("comments", "# 1 1:1\n\n", &[], "comments: no rows"),
    ("labels", "1\n2\n", &[], "labels: no row has a feature: give --features"),
    (
        "kernel",
        "1 1:1\n",
        &["--features", "2147483649"],
        "linear: check_csr: argument 1: dimension 2147483649 is above 2147483648, the largest that fits",
    ),
    ("diverges", "1 1:1e30\n", &[], "linear: the loss is not finite in epoch 2: a smaller --learning-rate may help"),
    ("", "", &["no/such/file"], "no/such/file: cannot be read: No such file or directory (os error 2)"),
    ("", "", &["."], ".: cannot be read: Is a directory (os error 21)"),
    ("", "", &[], "linear: no file; see --help"),
    ("", "", &["one", "two"], "linear: two: a second file; see --help"),
    ("", "", &["one", "--epochs"], "linear: --epochs: no value; see --help"),
    ("", "", &["one", "--epoch", "1"], "linear: --epoch 1: no such option; see --help"),
    ("", "", &["one", "--epochs", "0"], "linear: --epochs 0: must be a whole number, 1 or more"),
    (
        "",
        "",
        &["one", "--batch-size", "18446744073709551617"],
        "linear: --batch-size 18446744073709551617: must be a whole number, 1 or more",
    ),
    ("", "", &["one", "--learning-rate", "1e-50"], "linear: --learning-rate 1e-50: must be a positive number"),
    ("", "", &["one", "--momentum", "1"], "linear: --momentum 1: must be a number from 0 to below 1"),
];

/// What is no model that `serve` takes, as the header of a safetensors file, and how it is refused.
const NO_MODELS: &[(&str, &str, &str)] = &[
    ("other", "{}", "other: not a model of lacuna train classify"),
    ("open", r#"{"__metadata__":{"a":"b"#, "open: not a model of lacuna train classify"),
    ("escape", r#"{"__metadata__":{"a\"#, "escape: not a model of lacuna train classify"),
    ("nested", r#"{"a":[[{"b":"]"}],"}"],"__metadata__":{}}"#, "nested: not a model of lacuna train classify"),
    (
        "zero",
        r#"{"__metadata__":{"lacuna_train_classify":"{\"index_base\":\"zero\"}"}}"#,
        "zero: its indices count from 0, those of this program from 1",
    ),
    (
        "none",
        r#"{"__metadata__":{"lacuna_train_classify":"{\"index_base\":\"one\"}"}}"#,
        "none: no tensor `weight` of F32",
    ),
    (
        "short",
        r#"{"__metadata__":{"lacuna_train_classify":"{\"index_base\":\"one\"}"},"weight":{"dtype":"F32","data_offsets":[0,8]}}"#,
        "short: no tensor `weight` of F32",
    ),
    (
        "huge",
        r#"{"__metadata__":{"lacuna_train_classify":"{\"index_base\":\"one\"}"},"weight":{"dtype":"F32","data_offsets":[0,99999999999999999999]}}"#,
        "huge: no tensor `weight` of F32",
    ),
];

/// Where things are.
struct Place {
    root: PathBuf,
    source: PathBuf,
    prefix: PathBuf,
    output: PathBuf,
}

/// A program that trains, and how it was made.
struct Program {
    name: &'static str,
    file: PathBuf,
}

pub(crate) fn run() -> Result<Outcome> {
    ensure!(cfg!(target_os = "linux"), Missing("it is checked on Linux only".to_owned()));
    system::provide(PACKAGES)?;
    let (root, prefix) = (tools::root()?, capi::provide_all()?);
    let place = Place { source: root.join("examples/c"), output: tools::target()?.join("examples/c"), root, prefix };
    if place.output.exists() {
        fs::remove_dir_all(&place.output)?;
    }
    fs::create_dir_all(&place.output)?;
    let programs = place.build()?;
    let mut failures = place.trainings(&programs)?;
    for program in programs.iter().filter(|program| program.name.starts_with("gcc")) {
        let count = place.allocations(program)?;
        println!("{}: {count} allocations for 1 epoch and for 3, and no error that valgrind finds", program.name);
    }
    failures.extend(place.refusals(&programs)?);
    failures.extend(place.servings(&programs)?);
    failures.iter().for_each(|failure| println!("{failure}"));
    Ok(if failures.is_empty() { Outcome::Passed } else { Outcome::Failed })
}

impl Place {
    fn library(&self, name: &str) -> PathBuf {
        self.prefix.join("lib").join(name)
    }

    fn build(&self) -> Result<Vec<Program>> {
        let (make, cmake) = (self.output.join("make"), self.output.join("cmake"));
        let pkg_config = self.library("pkgconfig");
        let mut command = Command::new("make");
        command.arg("--silent").arg("-C").arg(&self.source).arg(setting("BUILD=", &make)).arg("CFLAGS=-O2 -Werror");
        tools::execute(command.env("PKG_CONFIG_PATH", pkg_config).env_remove("MAKEFLAGS"))?;
        tools::output(&mut Command::new(make.join("errors")))?;

        let mut command = Command::new("cmake");
        command
            .arg("-S")
            .arg(&self.source)
            .arg("-B")
            .arg(&cmake)
            .args(["-DCMAKE_C_FLAGS=-Werror", "--log-level=WARNING"]);
        tools::output(command.arg(setting("-DCMAKE_PREFIX_PATH=", &self.prefix)))?;
        tools::output(Command::new("cmake").arg("--build").arg(&cmake))?;
        self.check_cmake_versions()?;

        let from = |name, folder: &Path, file| Program { name, file: folder.join(file) };
        let mut programs = vec![
            from("make", &make, "linear"),
            from("make, static", &make, "linear-static"),
            from("CMake", &cmake, "linear"),
            from("CMake, static", &cmake, "linear-static"),
            self.compile("gcc", "gcc", C, &["-O2"], "liblacuna.so")?,
            self.compile("gcc, static", "gcc", C, &["-O2"], "liblacuna.a")?,
            self.compile("g++", "g++", CPP, &["-O2"], "liblacuna.so")?,
            self.compile("g++, static", "g++", CPP, &["-O2"], "liblacuna.a")?,
            self.compile(SANITIZED, "gcc", C, SANITIZERS, "liblacuna.a")?,
        ];
        if system::find("clang").is_some() {
            programs.push(self.compile("clang", "clang", C, &["-O2"], "liblacuna.a")?);
        }
        Ok(programs)
    }

    /// Compiles all programs without the help of a build tool, and runs the one of errors.
    fn compile(
        &self,
        name: &'static str,
        compiler: &str,
        language: &[&str],
        flags: &[&str],
        library: &str,
    ) -> Result<Program> {
        let folder = self.output.join(name.replace(", ", "-"));
        fs::create_dir_all(&folder)?;
        for (program, sources) in [("errors", &["errors.c"][..]), ("linear", SOURCES), ("serve", SERVE)] {
            let mut command = Command::new(compiler);
            command
                .current_dir(&self.source)
                .args(WARNINGS)
                .args(flags)
                .arg(setting("-I", &self.prefix.join("include")));
            command.args(language).args(sources).args(["-x", "none"]).arg(self.library(library));
            command.arg(self.library("liblacuna_runtime.so"));
            command.arg(setting("-Wl,-rpath,", &self.prefix.join("lib"))).arg("-o").arg(folder.join(program));
            tools::execute(&mut command)?;
        }
        tools::output(&mut Command::new(folder.join("errors")))?;
        Ok(Program { name, file: folder.join("linear") })
    }

    /// CMake must find the package if no version is asked for, and must not take it for another version.
    fn check_cmake_versions(&self) -> Result<()> {
        let folder = self.output.join("cmake-versions");
        fs::create_dir_all(&folder)?;
        let text = "cmake_minimum_required(VERSION 3.16)\nproject(versions LANGUAGES C)\nfind_package(Lacuna REQUIRED)\nunset(Lacuna_FOUND)\n\
            find_package(Lacuna 99 QUIET)\nif(Lacuna_FOUND)\n  message(FATAL_ERROR \"Lacuna ${Lacuna_VERSION} is not 99\")\nendif()\n";
        fs::write(folder.join("CMakeLists.txt"), text)?;
        let prefix = setting("-DCMAKE_PREFIX_PATH=", &self.prefix);
        tools::output(Command::new("cmake").arg("-S").arg(&folder).arg("-B").arg(folder.join("build")).arg(prefix))
            .map(drop)
    }

    /// Trains with every program and with `lacuna train`, and prints where they differ.
    fn trainings(&self, programs: &[Program]) -> Result<Vec<String>> {
        let (agaricus, numbers) = (self.root.join(DATA), self.output.join("numbers.libsvm"));
        fs::write(&numbers, NUMBERS)?;
        let options =
            ["--epochs", "3", "--batch-size", "100", "--learning-rate", "0.01", "--momentum", "0", "--features", "200"];
        let cases: [(&Path, &[&str]); 3] =
            [(&agaricus, &[]), (&agaricus, &options), (&numbers, &["--batch-size", "3"])];
        let (lacuna, mut failures) = (tools::lacuna()?, Vec::new());
        for (data, options) in cases {
            let expected = Training::by_lacuna(&lacuna, data, options)?;
            for program in programs {
                let found = Training::by(Command::new(&program.file).arg(data).args(options))?;
                if !found.agrees(&expected) {
                    failures.push(format!(
                        "{}: {} {options:?}: {found:?}, not {expected:?}",
                        program.name,
                        data.display()
                    ));
                }
            }
            println!("weights {} by {} programs and by lacuna train", expected.hash, programs.len());
        }
        Ok(failures)
    }

    /// Serves a model with the program beside each of these: the answers must be the same, and what is no model is
    /// refused.
    fn servings(&self, programs: &[Program]) -> Result<Vec<String>> {
        let model = self.output.join("model.safetensors");
        let mut train = Command::new(tools::lacuna()?);
        tools::output(
            train.current_dir(&self.root).args(["train", "classify", "--quiet", "--data", DATA, "--save"]).arg(&model),
        )?;
        let serve = |program: &Program, model: &Path| {
            let mut command = Command::new(program.file.with_file_name("serve"));
            command.current_dir(&self.output).arg(model).arg(self.root.join(DATA));
            command.output().with_context(|| format!("{command:?}"))
        };
        let (mut failures, mut answers) = (Vec::new(), Vec::new());
        for program in programs {
            let output = serve(program, &model)?;
            ensure!(output.status.success(), "serve of {}: {}", program.name, String::from_utf8_lossy(&output.stderr));
            answers.push((output.stdout, output.stderr));
            if answers.first() != answers.last() {
                failures.push(format!("serve of {}: other answers than of {}", program.name, programs[0].name));
            }
        }
        let answers = answers.first().map_or("", |(_, told)| str::from_utf8(told).unwrap_or_default());
        println!("{} by {} programs", answers.trim(), programs.len());

        let sanitized = programs.iter().find(|program| program.name == SANITIZED).context("a program is missing")?;
        let mut refuse = |name: &str, bytes: &[u8], expected: &str| -> Result<()> {
            fs::write(self.output.join(name), bytes)?;
            let output = serve(sanitized, Path::new(name))?;
            let found = String::from_utf8_lossy(&output.stderr);
            if output.status.code() != Some(1) || found != format!("{expected}\n") {
                failures.push(format!("serve of {name}: {}, and not {expected}, but {found}", output.status));
            }
            Ok(())
        };
        refuse("empty", b"", "empty: not a safetensors file")?;
        refuse("cut", b"\x40\0\0\0\0\0\0\0{", "cut: not a safetensors file")?;
        for (name, header, expected) in NO_MODELS {
            refuse(name, &[&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat(), expected)?;
        }
        println!("{} files that are no models", NO_MODELS.len() + 2);
        Ok(failures)
    }

    /// How many arrays a training takes from the heap: as many for three epochs as for one. What it prints must be what
    /// it prints without valgrind.
    fn allocations(&self, program: &Program) -> Result<u64> {
        let count = |epochs| -> Result<u64> {
            let arguments =
                |command: &mut Command| command.arg(self.root.join(DATA)).args(["--epochs", epochs]).output();
            let mut valgrind = Command::new("valgrind");
            valgrind.args([
                "--error-exitcode=9",
                "--leak-check=full",
                "--show-leak-kinds=all",
                "--errors-for-leak-kinds=all",
            ]);
            let checked = arguments(valgrind.arg(&program.file))?;
            let report = String::from_utf8_lossy(&checked.stderr);
            ensure!(checked.status.success(), "{}: {}:\n{report}", program.name, checked.status);
            let plain = arguments(&mut Command::new(&program.file))?;
            let [checked, plain] =
                [&checked, &plain].map(|output| Training::parse(&String::from_utf8_lossy(&output.stdout)));
            ensure!(checked?.agrees(&plain?), "{}: other numbers by valgrind", program.name);
            heap_usage(&report)
        };
        let (one, three) = (count("1")?, count("3")?);
        ensure!(one == three, "{}: {one} allocations for one epoch, {three} for three", program.name);
        Ok(one)
    }

    /// Gives wrong input to the sanitized program, and takes memory and disk away from a plain one.
    fn refusals(&self, programs: &[Program]) -> Result<Vec<String>> {
        let [plain, sanitized] =
            ["gcc, static", SANITIZED].map(|name| programs.iter().find(|program| program.name == name));
        let (plain, sanitized) = plain.zip(sanitized).context("two programs are missing")?;
        let folder = self.output.join("refused");
        fs::create_dir_all(&folder)?;
        let mut failures = Vec::new();
        let mut check = |command: &mut Command, expected: &str| -> Result<()> {
            let output = command.current_dir(&folder).output().with_context(|| format!("{command:?}"))?;
            let found = String::from_utf8_lossy(&output.stderr);
            if output.status.code() != Some(1) || found != format!("{expected}\n") {
                failures.push(format!("{command:?}: {}, and not {expected}, but {found}", output.status));
            }
            Ok(())
        };
        for (file, text, arguments, expected) in REFUSED {
            let mut command = Command::new(&sanitized.file);
            if !file.is_empty() {
                fs::write(folder.join(file), text)?;
                command.arg(file);
            }
            check(command.args(*arguments), expected)?;
        }
        fs::write(folder.join("huge"), "1 2147483647:1\n")?;
        let limited = "ulimit -v 1000000; exec \"$0\" huge";
        check(
            Command::new("sh").args(["-c", limited]).arg(&plain.file),
            "no memory for 2147483647 elements of 4 bytes",
        )?;
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let command = &mut Command::new(&plain.file);
        check(command.arg(self.root.join(DATA)).stdout(full), "linear: standard output: No space left on device")?;
        println!("{} kinds of wrong input", REFUSED.len() + 2);
        Ok(failures)
    }
}

/// The number in valgrind's line `total heap usage: 22 allocs, 22 frees, 3,265,672 bytes allocated`.
fn heap_usage(report: &str) -> Result<u64> {
    let (_, rest) = report.split_once("total heap usage: ").with_context(|| format!("no heap usage: {report}"))?;
    let count = rest.split_once(" allocs").map(|(count, _)| count.replace(',', ""));
    Ok(count.with_context(|| format!("no heap usage: {report}"))?.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heap_usage_is_read() {
        assert_eq!(heap_usage("==1==   total heap usage: 1,022 allocs, 22 frees, 3 bytes allocated\n").unwrap(), 1022);
        assert!(heap_usage("").is_err());
    }
}
