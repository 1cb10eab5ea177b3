//! An embedding larger than memory, trained in a mapped file.
#![forbid(unsafe_code)]

mod arguments;
mod memory;
mod train;

use anyhow::Result;

fn main() -> Result<()> {
    match arguments::parse(std::env::args_os().skip(1))? {
        None => print!("{}", arguments::HELP),
        Some(settings) => train::run(&settings, &mut std::io::stdout().lock())?,
    }
    Ok(())
}
