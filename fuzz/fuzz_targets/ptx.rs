//! The interpreter of PTX on any text, and on entries of the project's own text with a few bytes changed: an error or a
//! result, never a panic.
#![no_main]
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use ptx_vm::{Argument, Launch, Memory, Module};
use std::sync::LazyLock;

/// The project's own PTX, by file name.
static MODULES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels-cuda/ptx");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect(folder).map(|file| file.expect(folder).path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ptx"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("UTF-8")).collect()
});

#[derive(Arbitrary, Debug)]
struct Input {
    /// Which entry of the project's text is changed; without, `text` stands for itself.
    entry: Option<u16>,
    changes: Vec<(u16, u8)>,
    text: Vec<u8>,
    words: [u64; 4],
    threads: u8,
}

fuzz_target!(|input: Input| {
    let text = match input.entry {
        None => input.text,
        Some(entry) => {
            let module = &MODULES[usize::from(entry) % MODULES.len()];
            let mut entries = module.split(".visible .entry");
            let head = entries.next().unwrap_or_default();
            let entries: Vec<_> = entries.collect();
            let mut text =
                format!("{head}.visible .entry{}", entries[usize::from(entry) / 8 % entries.len()]).into_bytes();
            for (place, byte) in input.changes {
                let place = usize::from(place) % text.len();
                text[place] = byte;
            }
            text
        }
    };
    let Ok(module) = Module::parse(&String::from_utf8_lossy(&text)) else { return };
    let memory = Memory::new();
    let Ok(buffer) = memory.allocate(256) else { return };
    let launch = Launch {
        grid: [2, 1, 1],
        block: [u32::from(input.threads % 64) + 1, 1, 1],
        shared_bytes: 4096,
        threads: 1,
        step_limit: 2000,
        ..Launch::default()
    };
    let entries: Vec<String> = module.entries().map(str::to_owned).collect();
    for entry in entries {
        let parameters = module.parameters(&entry).map_or(0, <[_]>::len);
        let argument = |i: usize| match i % 3 {
            0 => Argument::Pointer { buffer, offset: 0 },
            1 => Argument::U64(input.words[i % 4] % 40),
            _ => Argument::U32(input.words[i % 4] as u32),
        };
        let _ = module.launch(&memory, &entry, &launch, &(0..parameters).map(argument).collect::<Vec<_>>());
        // Sizes that fit, whatever they mean.
        let sized: Vec<_> = module
            .parameters(&entry)
            .unwrap_or(&[])
            .iter()
            .enumerate()
            .map(|(i, parameter)| sized(parameter.size, argument(i)))
            .collect();
        let _ = module.launch(&memory, &entry, &launch, &sized);
    }
});

fn sized(size: usize, argument: Argument) -> Argument {
    match (size, argument) {
        (4, _) => Argument::U32(3),
        (8, argument @ (Argument::Pointer { .. } | Argument::U64(_))) => argument,
        (8, _) => Argument::U64(1),
        (size, _) => Argument::Bytes(vec![0; size.min(4096)]),
    }
}
