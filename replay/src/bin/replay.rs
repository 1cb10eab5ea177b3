//! `replay FILE`: replays recorded cases, and prints the hash of each: `TITLE HASH` a line.
use lacuna_capi_replay::{Fault, Replayed, address, replay};
use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;
use std::{env, error::Error};

fn main() -> ExitCode {
    let [file] = &*env::args().skip(1).collect::<Vec<_>>() else {
        eprintln!("replay FILE: a file that `lacuna golden hashes --record` has written");
        return ExitCode::from(2);
    };
    match run(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str) -> Result<(), Box<dyn Error>> {
    let mut file = io::BufReader::new(File::open(file)?);
    let mut memory = Vec::new();
    while let Some(length) = length(&mut file)? {
        let mut case = Vec::new();
        file.by_ref().take(length).read_to_end(&mut case)?;
        if case.len() as u64 != length {
            return Err(format!("a case of {length} bytes ends after {}", case.len()).into());
        }
        let replayed = replayed(&case, &mut memory).map_err(|fault| fault.to_string())?;
        println!("{} {:016x}", replayed.title, replayed.hash);
    }
    Ok(())
}

/// Replays a case, with more memory where it takes more.
fn replayed<'r>(case: &'r [u8], memory: &mut Vec<u128>) -> Result<Replayed<'r>, Fault> {
    loop {
        // SAFETY: the functions that this program is linked with.
        match unsafe { replay(case, memory, address) } {
            Err(Fault::Arena { needed, .. }) if needed > memory.len() * size_of::<u128>() => {
                memory.resize(needed.div_ceil(size_of::<u128>()), 0)
            }
            replayed => return replayed,
        }
    }
}

/// The length of the next case; none at the end of the file.
fn length(file: &mut impl Read) -> io::Result<Option<u64>> {
    let mut bytes = Vec::new();
    match file.take(8).read_to_end(&mut bytes)? {
        0 => Ok(None),
        _ => bytes
            .try_into()
            .map(|bytes| Some(u64::from_le_bytes(bytes)))
            .map_err(|_| io::ErrorKind::UnexpectedEof.into()),
    }
}
