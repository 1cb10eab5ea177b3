//! Runs an entry of any PTX file. `cargo run --example run -- --help` shows how.

use std::io::Write;
use std::process::ExitCode;

use ptx_vm::{Argument, Buffer, Launch, Memory, Module};

const HELP: &str = "\
Runs an entry of a PTX file on the CPU and checks every access to memory.

Usage: run FILE [ENTRY] [OPTION]... [ARGUMENT]...

Without ENTRY, the entries of the file and the sizes of their parameters are listed.

Options:
  --grid X[,Y[,Z]]      blocks (1)
  --block X[,Y[,Z]]     threads of a block (1)
  --shared BYTES        dynamic shared memory of a block (0)
  --host-threads N      host threads (all processors)
  --steps N             instructions that one thread may carry out
  --votes-order-memory yes|no
                        whether votes and shuffles order memory as bar.warp.sync does (no)
  --show N              numbers of a buffer to print (16)
  --help                this text

Arguments, one for each parameter of the entry, in its order:
  --buffer TYPE:COUNT[=FILL]   a buffer of COUNT numbers, passed by its address and printed after the run
      TYPE   u8, u16, u32, i32, u64, i64, f32 or f64
      FILL   ramp (0, 1, 2, ...), or numbers separated by commas, which are repeated; without it nothing is written
  --value TYPE:NUMBER          a number
  --bytes HEX                  a parameter given by its bytes, such as a structure

Example:
  run kernel.ptx scale --grid 4 --block 256 --buffer f32:1024=ramp --value f32:0.5 --value u64:1024";

fn main() -> ExitCode {
    let mut output = String::new();
    let result = run(&mut output);
    // A reader that has gone away, as `head` does, is no error.
    let _ = std::io::stdout().write_all(output.as_bytes());
    match result {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// A type of numbers: its size in bytes, and how a number is read from a text and shown.
#[derive(Clone, Copy)]
struct Type {
    size: usize,
    bytes: fn(&str) -> Result<Vec<u8>, String>,
    show: fn(&[u8]) -> String,
}

impl Type {
    fn parse(name: &str) -> Result<Type, String> {
        macro_rules! find {
            ($($type:ident)*) => {
                match name {
                    $(stringify!($type) => Ok(Type {
                        size: size_of::<$type>(),
                        bytes: |text| text.parse::<$type>().map_or_else(
                            |error| Err(format!("`{text}`: {error}")), |number| Ok(number.to_le_bytes().to_vec())
                        ),
                        show: |bytes| bytes.try_into().map(
                            |bytes| <$type>::from_le_bytes(bytes).to_string()
                        ).unwrap_or_default(),
                    }),)*
                    _ => Err(format!("`{name}` is not a type:{}", concat!($(" ", stringify!($type)),*))),
                }
            };
        }
        find!(u8 u16 u32 i32 u64 i64 f32 f64)
    }
}

fn triple(text: &str) -> Result<[u32; 3], String> {
    let mut triple = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(format!("`{text}` has more than three extents"));
    }
    for (place, part) in triple.iter_mut().zip(parts) {
        *place = part.parse().map_err(|error| format!("`{part}`: {error}"))?;
    }
    Ok(triple)
}

/// `f32:1024=ramp`
fn allocate(memory: &Memory, text: &str) -> Result<(Buffer, Type), String> {
    let (kind, rest) = text.split_once(':').ok_or("a buffer is given as TYPE:COUNT or TYPE:COUNT=FILL")?;
    let kind = Type::parse(kind)?;
    let (count, fill) = rest.split_once('=').map_or((rest, None), |(count, fill)| (count, Some(fill)));
    let count: usize = count.parse().map_err(|error| format!("`{count}`: {error}"))?;
    let bytes = count.checked_mul(kind.size).ok_or("the buffer is too large")?;
    let buffer = memory.allocate(bytes).map_err(|error| error.to_string())?;
    let Some(fill) = fill else { return Ok((buffer, kind)) };
    let mut contents = Vec::with_capacity(bytes);
    if fill == "ramp" {
        for index in 0..count {
            contents.extend((kind.bytes)(&index.to_string())?);
        }
    } else {
        let numbers = fill.split(',').map(|number| (kind.bytes)(number)).collect::<Result<Vec<_>, _>>()?;
        contents.extend(numbers.iter().cycle().take(count).flatten());
    }
    memory.write(buffer, 0, &contents).map_err(|error| error.to_string())?;
    Ok((buffer, kind))
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return Err("bytes need an even number of hexadecimal digits".to_owned());
    }
    digits
        .chunks(2)
        .map(|pair| {
            std::str::from_utf8(pair)
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
                .ok_or_else(|| format!("`{text}` is not hexadecimal"))
        })
        .collect()
}

fn yes(word: &str) -> Result<bool, String> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{word}` is neither yes nor no")),
    }
}

fn run(output: &mut String) -> Result<ExitCode, String> {
    let mut words = std::env::args().skip(1);
    let mut names = Vec::new();
    let mut launch = Launch::default();
    let mut show = 16;
    let memory = Memory::new();
    let (mut arguments, mut buffers) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        if word == "--help" || word == "-h" {
            *output += &format!("{HELP}\n");
            return Ok(ExitCode::SUCCESS);
        }
        if !word.starts_with("--") {
            names.push(word);
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value; see --help"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{word} {value}: {error}"));
        match word.as_str() {
            "--grid" => launch.grid = triple(&value)?,
            "--block" => launch.block = triple(&value)?,
            "--shared" => launch.shared_bytes = u32::try_from(number()?).map_err(|error| error.to_string())?,
            "--host-threads" => launch.threads = usize::try_from(number()?).map_err(|error| error.to_string())?,
            "--steps" => launch.step_limit = number()?,
            "--votes-order-memory" => launch.collectives_order_memory = yes(&value)?,
            "--show" => show = usize::try_from(number()?).map_err(|error| error.to_string())?,
            "--buffer" => {
                let (buffer, kind) = allocate(&memory, &value)?;
                arguments.push(Argument::Pointer { buffer, offset: 0 });
                buffers.push((arguments.len() - 1, buffer, kind));
            }
            "--value" => {
                let (kind, number) = value.split_once(':').ok_or("a value is given as TYPE:NUMBER")?;
                arguments.push(Argument::Bytes((Type::parse(kind)?.bytes)(number)?));
            }
            "--bytes" => arguments.push(Argument::Bytes(hexadecimal(&value)?)),
            _ => return Err(format!("{word} is not an option; see --help")),
        }
    }
    let Some(path) = names.first() else { return Err("no file is given; see --help".to_owned()) };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let module = Module::parse(&text).map_err(|error| format!("{path}: {error}"))?;
    let Some(entry) = names.get(1) else {
        for entry in module.entries() {
            let parameters: Vec<String> = module
                .parameters(entry)
                .unwrap_or_default()
                .iter()
                .map(|parameter| format!("{} ({} bytes)", parameter.name, parameter.size))
                .collect();
            *output += &format!("{entry}: {}\n", parameters.join(", "));
        }
        return Ok(ExitCode::SUCCESS);
    };
    let result = module.launch(&memory, entry, &launch, &arguments);
    for (index, buffer, kind) in buffers {
        let count = memory.size(buffer).map_err(|error| error.to_string())? / kind.size;
        let mut numbers = Vec::new();
        for position in 0..count.min(show) {
            let mut bytes = vec![0; kind.size];
            let read = memory.read(buffer, position * kind.size, &mut bytes);
            numbers.push(read.map_or_else(|_| "unwritten".to_owned(), |()| (kind.show)(&bytes)));
        }
        *output += &format!("argument {index}: {}{}\n", numbers.join(" "), if count > show { " ..." } else { "" });
    }
    match result {
        Ok(statistics) => {
            *output += &format!(
                "{} instructions by {} threads in {} blocks; {} collectives, {} barriers\n",
                statistics.instructions,
                statistics.threads,
                statistics.blocks,
                statistics.collectives,
                statistics.barriers
            );
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            *output += &format!("fault: {error}\n");
            Ok(ExitCode::FAILURE)
        }
    }
}
