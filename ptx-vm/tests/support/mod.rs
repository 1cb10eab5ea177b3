//! What the tests share: a module around a body, buffers of numbers, and one launch.
#![allow(dead_code, clippy::unwrap_used)]

use ptx_vm::{Argument, Buffer, Fault, Launch, LaunchError, Memory, Module, Statistics};

/// A type whose values are stored as their bytes.
pub trait Number: Copy {
    fn to_bytes(self) -> Vec<u8>;
    fn from_bytes(bytes: &[u8]) -> Self;
    const SIZE: usize = std::mem::size_of::<Self>();
}

macro_rules! numbers {
    ($($kind:ty),*) => { $(
        impl Number for $kind {
            fn to_bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                <$kind>::from_le_bytes(bytes.try_into().unwrap())
            }
        }
    )* };
}

numbers!(u8, u16, i16, u32, i32, u64, i64, u128, f32, f64);

pub fn buffer<T: Number>(memory: &Memory, values: &[T]) -> Buffer {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_bytes()).collect();
    let buffer = memory.allocate(bytes.len()).unwrap();
    memory.write(buffer, 0, &bytes).unwrap();
    buffer
}

pub fn contents<T: Number>(memory: &Memory, buffer: Buffer) -> Vec<T> {
    let mut bytes = vec![0; memory.size(buffer).unwrap()];
    memory.read(buffer, 0, &mut bytes).unwrap();
    bytes.chunks_exact(T::SIZE).map(T::from_bytes).collect()
}

pub fn pointer(buffer: Buffer) -> Argument {
    Argument::Pointer { buffer, offset: 0 }
}

/// One block of this many threads, on one host thread.
pub fn block(threads: u32) -> Launch {
    Launch { block: [threads, 1, 1], threads: 1, step_limit: 1_000_000, ..Launch::default() }
}

pub fn grid(blocks: u32, threads: u32) -> Launch {
    Launch { grid: [blocks, 1, 1], ..block(threads) }
}

pub const HEAD: &str = ".version 7.8\n.target sm_80\n.address_size 64\n";

pub const REGISTERS: &str = ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<32>;\n.reg .b64 %d<32>;\n";

/// A module with one entry `main(buffer)`, whose body begins with the buffer's address in `%d0`, `%tid.x` in `%r0`,
/// `%d0 + 4 * %tid.x` in `%d1` and `%d0 + 8 * %tid.x` in `%d2`. `declarations` stands at the level of the module.
pub fn text(declarations: &str, body: &str) -> String {
    format!(
        "{HEAD}{declarations}\n.visible .entry main(.param .u64 buffer)\n{{\n{REGISTERS}ld.param.u64 %d0, [buffer];\nmov.u32 %r0, %tid.x;\n\
         mad.wide.u32 %d1, %r0, 4, %d0;\nmad.wide.u32 %d2, %r0, 8, %d0;\n{body}\nret;\n}}\n"
    )
}

pub fn module(text: &str) -> Module {
    Module::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Runs `main` on a buffer of these numbers; the numbers after it.
pub fn run<T: Number>(text: &str, launch: &Launch, values: &[T]) -> Vec<T> {
    let memory = Memory::new();
    let numbers = buffer(&memory, values);
    module(text).launch(&memory, "main", launch, &[pointer(numbers)]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    contents(&memory, numbers)
}

pub fn launch_result<T: Number>(text: &str, launch: &Launch, values: &[T]) -> Result<Statistics, LaunchError> {
    let memory = Memory::new();
    let numbers = buffer(&memory, values);
    module(text).launch(&memory, "main", launch, &[pointer(numbers)])
}

/// Runs `main`, which must fail.
pub fn fault<T: Number>(text: &str, launch: &Launch, values: &[T]) -> Fault {
    match launch_result(text, launch, values) {
        Err(LaunchError::Fault(fault)) => *fault,
        other => panic!("a fault was expected, not {other:?}\n{text}"),
    }
}

/// A generator of numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}
