//! Programs on several ranks: the file of one process, also after ranks were killed.
use crate::system::{self, Package};
use crate::tools;
use anyhow::{Context, Result, bail, ensure};
use lacuna::random::Stream;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What is trained, by these options. All cut every table.
/// The first ones are models of tables, which have `--asynchronous` and `--ahead`.
const PROGRAMS: [(&str, &str); 14] = [
    ("fm", "--data data/agaricus.train.libsvm --index-base one --batch-size 256"),
    ("fm", "--rows 300 --features 5000 --density 0.002 --optimizer adam --learning-rate 0.01"),
    ("linear-classification", "--data data/agaricus.train.libsvm --index-base one --optimizer sgd"),
    ("mf", "--scores 3000 --users 200 --items 90"),
    ("wide-deep", "--rows 1000"),
    ("linear", "--data data/agaricus.train.libsvm --index-base one --batch-size 64"),
    ("linear", "--rows 200 --features 500 --batch-size 16 --dtype f64 --optimizer adam --learning-rate 0.01"),
    ("classify", "--data data/agaricus.train.libsvm --index-base one"),
    ("classify", "--data data/agaricus.train.libsvm --index-base one --classes softmax --optimizer ftrl --l1 0.1"),
    ("mlp", "--data data/agaricus.train.libsvm --index-base one --batch-size 64"),
    ("mlp", "--rows 200 --features 2000 --density 0.005 --batch-size 16 --optimizer adam --learning-rate 0.01"),
    ("ffm", "--data rows.ffm --batch-size 512 --factors 3"),
    (
        "lm",
        "--sentences 200 --batch-size 16 --bptt 6 --embedding 12 --hidden 24 --projection 12 --samples 20 --layers 2",
    ),
    // Each rank has an interpreter of PTX for its GPU.
    ("mf", "--scores 60 --users 20 --items 9 --factors 4 --context ptx-vm"),
];
const TABLES: usize = 5;
const ON_RANKS: [&str; 6] = ["--exchange", "mpi", "--shard-from", "1", "--rank-timeout", "10"];
/// The rows of `agaricus`, whose places in a row are the fields.
const FIELDS: &str = "rows.ffm";
/// Of which the bits are those of one process. Each program runs on two of them, or with `LACUNA_CI=whole` on all.
const RANKS: [usize; 4] = [2, 4, 3, 8];
const EPOCHS: usize = 3;
/// What runs until a rank is killed.
const KILLED: (&str, &str) = ("fm", "--data data/agaricus.train.libsvm --index-base one --batch-size 64");
/// Kills of runs that write one file, and as many of those that write shards. `LACUNA_KILLS` asks for others.
const KILLS: usize = 5;
/// Seconds in which everything has ended.
const LIMIT: Duration = Duration::from_secs(120);

pub(super) fn run(root: bool) -> Result<()> {
    let folder = tools::target()?.join("machines");
    fs::create_dir_all(&folder)?;
    let program = folder.join("lacuna");
    build(&program)?;
    write_fields(&folder.join(FIELDS))?;
    let programs = Programs { program, folder, root };
    for (number, (name, options)) in PROGRAMS.into_iter().enumerate() {
        let ranks = if super::is_whole() { &RANKS } else { RANKS.as_chunks::<2>().0[number % 2].as_slice() };
        programs.same_file(name, options, ranks)?;
    }
    programs.refusals()?;
    programs.page()?;
    programs.network()?;
    programs.asynchronous()?;
    let kills = env::var("LACUNA_KILLS").map_or(Ok(KILLS), |kills| kills.parse())?;
    programs.kills(kills)?;
    programs.kills_of_shards(kills)
}

/// Beside this, another command may build the program without MPI, to the same place.
fn build(program: &Path) -> Result<()> {
    for _ in 0..3 {
        super::build()?;
        remove(program)?;
        fs::copy(tools::target()?.join("release/lacuna"), program).context("the program with MPI")?;
        let mut alone = Command::new(program);
        alone.args([
            "train",
            "fm",
            "--quiet",
            "--rows",
            "10",
            "--features",
            "10",
            "--epochs",
            "1",
            "--exchange",
            "mpi",
        ]);
        if alone.stderr(Stdio::null()).status()?.success() {
            return Ok(());
        }
    }
    bail!("a program with the feature mpi does not train with --exchange mpi as a single process")
}

fn write_fields(path: &Path) -> Result<()> {
    let rows = tools::read(&tools::root()?.join("data/agaricus.train.libsvm"))?;
    let mut text = String::new();
    for row in rows.lines() {
        let mut words = row.split_whitespace();
        text += words.next().unwrap_or_default();
        for (field, entry) in words.enumerate() {
            text += &format!(" {field}:{entry}");
        }
        text.push('\n');
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

struct Programs {
    program: PathBuf,
    folder: PathBuf,
    root: bool,
}

impl Programs {
    /// A program on so many ranks, or without any.
    fn command(&self, ranks: Option<usize>, name: &str, options: &str) -> Result<Command> {
        let mut command = match ranks {
            None => Command::new(&self.program),
            Some(ranks) => {
                let mut command = Command::new("mpirun");
                if self.root {
                    command.arg("--allow-run-as-root");
                }
                command.args(["--oversubscribe", "-n", &ranks.to_string()]).arg(&self.program);
                command
            }
        };
        command.current_dir(tools::root()?).args(["train", name, "--quiet", "--threads", "1"]);
        for word in options.split_whitespace() {
            if word == FIELDS {
                command.arg(self.folder.join(word))
            } else {
                command.arg(word)
            };
        }
        if !options.contains("--slices") {
            command.args(["--slices", "8"]);
        }
        if ranks.is_some() {
            command.args(ON_RANKS);
        }
        Ok(command)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.safetensors"))
    }

    /// A whole run into an empty place.
    fn train(&self, ranks: Option<usize>, name: &str, options: &str, from: Option<&Path>, to: &Path) -> Result<()> {
        let mut command = self.command(ranks, name, options)?;
        command.arg("--save").arg(to);
        if let Some(from) = from {
            command.arg("--load").arg(from);
        }
        // A folder keeps its generations.
        if !to.is_dir() {
            remove(to)?;
        }
        let (status, text) = tools::output_within(LIMIT, &mut command, &self.folder.join("log"))?;
        ensure!(status.success(), "{command:?}: {status}, after it has printed:\n{text}");
        Ok(())
    }

    fn same_file(&self, name: &str, options: &str, counts: &[usize]) -> Result<()> {
        let (alone, file) = (self.file("alone"), self.file("ranks"));
        let epochs = if name == "classify" { "--passes" } else { "--epochs" };
        let options = format!("{options} {epochs} 2");
        self.train(None, name, &options, None, &alone)?;
        for &ranks in counts {
            self.train(Some(ranks), name, &options, None, &file)?;
            expect_same(&alone, &file).with_context(|| format!("train {name} {options}, {ranks} ranks"))?;
        }
        if PROGRAMS.iter().take(TABLES).any(|(of_tables, _)| *of_tables == name) {
            let ahead = format!("{options} --ahead");
            self.train(Some(2), name, &ahead, None, &file)?;
            expect_same(&alone, &file).with_context(|| format!("train {name} {ahead}, 2 ranks"))?;
        }
        println!("train {name} {options}: the file of one process on {counts:?} ranks");
        Ok(())
    }

    /// The same file from ranks with addresses of their own, which have nothing but a network in common.
    fn network(&self) -> Result<()> {
        const SCRIPT: &str = "benches/exchange/network.py";
        let script = |ranks: &str| -> Result<Command> {
            let mut command = Command::new("python3");
            command.current_dir(tools::root()?).args([SCRIPT, "--ranks", ranks, "--"]);
            Ok(command)
        };
        let log = self.folder.join("log");
        let provided = self.root && system::provide(&[Package { provides: "tc", name: "iproute2" }]).is_ok();
        // A container may be root and yet not make networks.
        if !provided || !tools::output_within(LIMIT, script("1")?.arg("true"), &log).is_ok_and(|ran| ran.0.success()) {
            println!("not run: ranks on a network of their own, which takes root, iproute2 and network namespaces");
            return Ok(());
        }
        let ((name, options), alone, file) = (PROGRAMS[0], self.file("alone"), self.file("ranks"));
        let options = format!("{options} --epochs 1");
        self.train(None, name, &options, None, &alone)?;
        remove(&file)?;
        let program = self.command(None, name, &options)?;
        let mut command = script("3")?;
        command.arg(program.get_program()).args(program.get_args()).args(ON_RANKS).arg("--save").arg(&file);
        let (status, text) = tools::output_within(LIMIT, &mut command, &log)?;
        ensure!(status.success(), "{command:?}: {status}, after it has printed:\n{text}");
        expect_same(&alone, &file).with_context(|| format!("{command:?}"))?;
        println!("train {name} {options}: the file of one process on 3 machines of a network of 1 Gbit/s");
        Ok(())
    }

    /// Errors of one rank, and of all.
    fn refusals(&self) -> Result<()> {
        let missing = self.folder.join("missing/model.safetensors");
        let cases = [
            ("--slices 4 --epochs 1", 8, "4 slices for 8 ranks"),
            ("--epochs 1 --data data/none.libsvm", 2, "data/none.libsvm"),
            (&*format!("--epochs 1 --save {}", missing.display()), 3, "missing"),
        ];
        for (options, ranks, expected) in cases {
            let command = self.command(Some(ranks), "fm", options)?;
            let mut shell = Command::new("sh");
            shell.args(["-c", "exec mpirun \"$@\" 2>&1", "mpirun"]).args(command.get_args());
            shell.current_dir(tools::root()?);
            let (status, text) = tools::output_within(LIMIT, &mut shell, &self.folder.join("log"))?;
            ensure!(
                !status.success() && text.contains(expected),
                "{command:?}: {status}, after it has printed:\n{text}"
            );
        }
        println!("what one rank refuses ends all");
        Ok(())
    }

    /// Ranks that do not wait for each other end well, and what they save is a model.
    fn asynchronous(&self) -> Result<()> {
        let (file, again) = (self.file("asynchronous"), self.file("again"));
        for (number, (name, options)) in PROGRAMS.into_iter().take(TABLES).enumerate() {
            let counts = if super::is_whole() { &[2, 4][..] } else { &[[2, 4][number % 2]] };
            for &ranks in counts {
                let asynchronous = format!("{options} --epochs 2 --asynchronous");
                self.train(Some(ranks), name, &asynchronous, None, &file)?;
                self.train(None, name, &format!("{options} --epochs 1"), Some(&file), &again)
                    .with_context(|| format!("train {name} {asynchronous}, {ranks} ranks, and then one process"))?;
            }
        }
        println!("asynchronous runs on 2 and 4 ranks end, and one process goes on from their files");
        Ok(())
    }

    /// The commands of the page, in a folder that looks like the workspace.
    fn page(&self) -> Result<()> {
        const SECTIONS: [&str; 3] = ["## One machine\n", "## Slices\n", "## Shards\n"];
        let (root, folder) = (tools::root()?, self.folder.join("page"));
        fs::create_dir_all(folder.join("target/release"))?;
        for (from, to) in [(root.join("data"), "data"), (self.program.clone(), "target/release/lacuna")] {
            remove(&folder.join(to))?;
            std::os::unix::fs::symlink(from, folder.join(to))?;
        }
        let page = tools::read(&root.join("docs/machines.md"))?;
        for section in SECTIONS {
            let text = page.split_once(section).context("docs/machines.md has other sections")?.1;
            let commands = text.split_once("```sh\n").and_then(|(_, text)| text.split_once("```"));
            let commands = commands.with_context(|| format!("no commands in {section}"))?.0;
            let mut shell = Command::new("sh");
            shell.args(["-ec", commands]).current_dir(&folder).env("OMPI_MCA_rmaps_base_oversubscribe", "1");
            shell.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
            let (status, text) = tools::output_within(LIMIT, &mut shell, &self.folder.join("log"))?;
            ensure!(status.success(), "docs/machines.md, {}: {status}, after it has printed:\n{text}", section.trim());
        }
        println!("the commands of docs/machines.md");
        Ok(())
    }

    /// What is trained until a rank is killed, and the files behind each of so many epochs of one process.
    fn epochs(&self, count: usize) -> Result<Vec<PathBuf>> {
        let whole: Vec<PathBuf> = (0..count).map(|epoch| self.file(&format!("epoch{epoch}"))).collect();
        let mut from: Option<&Path> = None;
        for file in &whole {
            self.train(None, KILLED.0, &format!("{} --epochs 1", KILLED.1), from, file)?;
            from = Some(file);
        }
        Ok(whole)
    }

    /// Starts a run, and kills one of its ranks after so many milliseconds. None: there was no rank yet. Whether it has
    /// ended as if nothing had happened.
    fn killed(&self, mut command: Command, after: u64, rank: u64) -> Result<Option<bool>> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = command.spawn().with_context(|| format!("{command:?}"))?;
        thread::sleep(Duration::from_millis(after));
        let pids = children(running.id())?;
        let Some(pid) = pids.get(rank as usize % pids.len().max(1)) else {
            wait(&mut running)?;
            return Ok(None);
        };
        let mut kill = Command::new("sh");
        kill.args(["-c", "kill -9 \"$1\" || true", "kill", &pid.to_string()]).stderr(Stdio::null());
        tools::execute(&mut kill)?;
        Ok(Some(wait(&mut running)?))
    }

    /// Kills a rank at some moment of an epoch, then runs that epoch again on another number of ranks.
    fn kills(&self, kills: usize) -> Result<()> {
        let options = format!("{} --epochs 1", KILLED.1);
        let whole = self.epochs(EPOCHS)?;
        let started = Instant::now();
        self.train(Some(4), KILLED.0, &options, None, &self.file("timed"))?;
        let most = started.elapsed().as_millis().max(1) as u64;
        let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64;
        let (mut before, mut ended) = (0, 0);
        for kill in 0..kills {
            let [moment, rank, first, second] = Stream::new(seed, kill as u64).block(0).map(u64::from);
            let (epoch, ranks) = (kill % EPOCHS, 2 + (first % 7) as usize);
            let from = epoch.checked_sub(1).and_then(|before| whole.get(before)).map(PathBuf::as_path);
            let file = self.file("killed");
            remove(&file)?;
            let mut command = self.command(Some(ranks), KILLED.0, &options)?;
            command.arg("--save").arg(&file);
            if let Some(from) = from {
                command.arg("--load").arg(from);
            }
            match self.killed(command, moment % most, rank)? {
                None => before += 1,
                Some(finished) => ended += usize::from(finished),
            }
            let told = || format!("seed {seed}, kill {kill}: rank {rank} of {ranks}");
            // Whole or not there.
            if file.exists() {
                expect_same(&whole[epoch], &file).with_context(told)?;
            }
            let (others, again) = (1 + (second % 8) as usize, self.file("again"));
            self.train(Some(others), KILLED.0, &options, from, &again)?;
            expect_same(&whole[epoch], &again).with_context(told)?;
        }
        println!(
            "{kills} kills, {before} before the ranks were there and {ended} behind their end: the same files after a restart"
        );
        Ok(())
    }

    /// The same of runs that write shards after each epoch: they go on from the last whole generation, on another number
    /// of ranks, until all epochs are done.
    fn kills_of_shards(&self, kills: usize) -> Result<()> {
        // One epoch more than what is killed, so that something is left to do.
        let whole = self.epochs(EPOCHS + 1)?;
        let (last, shards) = (whole.last().context("no epochs")?, self.folder.join("shards/"));
        let from_shards = || if shards.is_dir() { steps_of(&shards) } else { Ok(None) };
        let clear = || if shards.is_dir() { fs::remove_dir_all(&shards) } else { Ok(()) };
        clear()?;
        let started = Instant::now();
        self.train(Some(4), KILLED.0, &format!("{} --epochs {EPOCHS} --save-every 1", KILLED.1), None, &shards)?;
        let most = started.elapsed().as_millis().max(1) as u64;
        let of_epoch = from_shards()?.context("no generation of a run that has ended")? / EPOCHS as u64;
        let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64;
        let mut gone_on = [0; EPOCHS + 1];
        for kill in 0..kills {
            let [moment, rank, first, second] = Stream::new(seed, kill as u64).block(0).map(u64::from);
            let (ranks, others) = (2 + (first % 7) as usize, 1 + (second % 8) as usize);
            clear()?;
            let options = format!("{} --epochs {EPOCHS} --save-every 1", KILLED.1);
            let mut command = self.command(Some(ranks), KILLED.0, &options)?;
            command.arg("--save").arg(&shards);
            self.killed(command, moment % most, rank)?;
            let told = || format!("seed {seed}, kill {kill}: rank {rank} of {ranks}, then {others} ranks");
            let steps = from_shards()?;
            let done = (steps.unwrap_or_default() / of_epoch) as usize;
            ensure!(steps.is_none_or(|steps| steps % of_epoch == 0) && done <= EPOCHS, "{}: {steps:?} steps", told());
            gone_on[done] += 1;
            let options = format!("{} --epochs {}", KILLED.1, EPOCHS + 1 - done);
            let (from, again) = (steps.map(|_| &*shards), self.file("again"));
            self.train(Some(others), KILLED.0, &options, from, &again).with_context(told)?;
            expect_same(last, &again).with_context(told)?;
        }
        println!(
            "{kills} kills of runs that write shards; {gone_on:?} have gone on behind 0, 1, .. epochs: the same file"
        );
        Ok(())
    }
}

/// Steps that the newest whole generation of a folder has taken.
fn steps_of(folder: &Path) -> Result<Option<u64>> {
    let mut newest = None;
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let Ok(manifest) = fs::read_to_string(path.join("manifest.json")) else { continue };
        let steps = manifest.split_once("\"steps\": ").and_then(|(_, rest)| rest.split_once(','));
        let steps: u64 = steps.context("a manifest without steps")?.0.parse()?;
        newest = newest.max(Some((path, steps)));
    }
    Ok(newest.map(|(_, steps)| steps))
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).context(file.display().to_string()),
        _ => Ok(()),
    }
}

fn expect_same(expected: &Path, found: &Path) -> Result<()> {
    let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
    ensure!(read(expected)? == read(found)?, "{} is not {}", found.display(), expected.display());
    Ok(())
}

/// Whether it has ended as if nothing had happened.
fn wait(running: &mut Child) -> Result<bool> {
    let started = Instant::now();
    loop {
        match running.try_wait()? {
            Some(status) => return Ok(status.success()),
            None if started.elapsed() > LIMIT => {
                running.kill()?;
                running.wait()?;
                bail!("the other ranks have not ended after {} s", LIMIT.as_secs());
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// The processes that `mpirun` has started.
fn children(parent: u32) -> Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        // One that has just ended has no file. Behind the name, which may hold anything, come the state and the parent.
        let Ok(text) = fs::read_to_string(format!("/proc/{pid}/stat")) else { continue };
        let fields = text.rsplit_once(") ").map(|(_, rest)| rest.split(' ').collect::<Vec<_>>()).unwrap_or_default();
        if fields.get(1).and_then(|parent| parent.parse().ok()) == Some(parent) && text.contains("(lacuna)") {
            found.push(pid);
        }
    }
    Ok(found)
}
