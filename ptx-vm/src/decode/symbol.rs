//! Names and what they stand for.

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Symbol {
    /// `declaration` distinguishes registers of the same name in different scopes.
    Register {
        declaration: u32,
        bits: u8,
    },
    /// `%r<10>` declares `%r0` to `%r9`.
    RegisterRange {
        declaration: u32,
        bits: u8,
        count: u64,
    },
    Variable {
        address: u64,
    },
    /// A variable in the frame of a function in local memory.
    Local {
        offset: u32,
    },
    /// A parameter of an entry.
    Argument {
        offset: usize,
        size: usize,
    },
    /// A parameter or result of a function, or one declared for a call.
    FrameParameter {
        offset: usize,
        size: usize,
    },
    /// `.branchtargets`: a part of the function's targets.
    Targets {
        first: u32,
        count: u32,
    },
}

#[derive(Debug, Default)]
pub(crate) struct Scope<'t> {
    pub parent: Option<usize>,
    pub names: HashMap<&'t str, Symbol>,
}

/// The register `index` of a range, for a name like `%r12` and a range `%r`.
pub(crate) fn split_register(name: &str) -> Option<(&str, u64)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = name.split_at_checked(name.len() - digits)?;
    // `%r01` is not `%r1`.
    if number.len() > 1 && number.starts_with('0') {
        return None;
    }
    Some((prefix, number.parse().ok()?))
}
