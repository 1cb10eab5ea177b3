//! Parameter lists and the directives between a head and its body.

use super::Reason;
use super::cursor::{Cursor, describe};
use super::lexer::Kind;
use crate::operation::Type;
use crate::program::Parameter;

/// Parameter blocks of an entry are at most this long.
const LARGEST_PARAMETERS: usize = 32_764;

#[derive(Default)]
pub(super) struct Limits {
    pub maximum_threads: Option<[u32; 3]>,
    pub required_threads: Option<[u32; 3]>,
}

impl<'t> Cursor<'t> {
    /// `(.param .u64 .ptr .global .align 4 name, …)`, laid out from `offset`.
    pub(super) fn parameters(&mut self, offset: &mut usize) -> Result<Vec<Parameter>, Reason> {
        self.expect('(')?;
        let mut parameters: Vec<Parameter> = Vec::new();
        if self.accept(')') {
            return Ok(parameters);
        }
        loop {
            match self.word()? {
                ".param" => {}
                ".reg" => return Err("parameters in registers are not supported".to_owned()),
                other => return Err(format!("expected `.param`, found `{other}`")),
            }
            let parameter = self.parameter(offset)?;
            if parameters.iter().any(|other| other.name == parameter.name) {
                return Err(format!("the parameter `{}` is declared twice", parameter.name));
            }
            parameters.push(parameter);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(parameters)
    }

    /// After `.param`; also used for the parameters that a body declares for its calls.
    pub(super) fn parameter(&mut self, offset: &mut usize) -> Result<Parameter, Reason> {
        let mut align = None;
        let mut kind = None;
        let name = loop {
            let word = self.word()?;
            match word {
                ".align" => align = Some(self.alignment()?),
                ".ptr" => self.pointer_attributes()?,
                _ if kind.is_some() && !word.starts_with('.') => break word,
                _ => match word.strip_prefix('.').and_then(Type::parse) {
                    Some(found) if kind.is_none() && found != Type::PREDICATE => kind = Some(found),
                    _ => return Err(format!("`{word}` is not supported in the declaration of a parameter")),
                },
            }
        };
        let element = kind.map_or(1, Type::bytes);
        let mut size = element;
        if self.accept('[') {
            let length = self.integer()?;
            self.expect(']')?;
            size = usize::try_from(length).ok().and_then(|length| length.checked_mul(element)).unwrap_or(usize::MAX);
        }
        let align = align.unwrap_or(element).max(1);
        let start = offset.next_multiple_of(align);
        match start.checked_add(size) {
            Some(end) if end <= LARGEST_PARAMETERS => *offset = end,
            _ => return Err(format!("the parameters need more than {LARGEST_PARAMETERS} bytes")),
        }
        Ok(Parameter { name: name.to_owned(), size, align, offset: start })
    }

    /// The space and alignment of what a pointer parameter points to: promises to the compiler, which need no check of
    /// their own here.
    fn pointer_attributes(&mut self) -> Result<(), Reason> {
        loop {
            match self.peek() {
                Kind::Word(".global" | ".const" | ".local" | ".shared") => {
                    self.next();
                }
                Kind::Word(".align") => {
                    self.next();
                    self.alignment()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Directives after the head, up to `{` or `;`.
    pub(super) fn limits(&mut self) -> Result<Limits, Reason> {
        let mut limits = Limits::default();
        loop {
            match self.peek() {
                Kind::Symbol('{' | ';') => return Ok(limits),
                Kind::Word(".noreturn") => {
                    self.next();
                }
                Kind::Word(".maxntid") => {
                    self.next();
                    limits.maximum_threads = Some(self.triple()?);
                }
                Kind::Word(".reqntid") => {
                    self.next();
                    limits.required_threads = Some(self.triple()?);
                }
                // These direct the assembler's use of registers: no part of what the program computes.
                Kind::Word(".minnctapersm" | ".maxnctapersm" | ".maxnreg") => {
                    self.next();
                    self.small()?;
                }
                Kind::Word(".pragma") => self.pragma()?,
                other => return Err(format!("{} is not supported between a head and its body", describe(other))),
            }
        }
    }

    fn triple(&mut self) -> Result<[u32; 3], Reason> {
        let mut triple = [1; 3];
        for (position, part) in triple.iter_mut().enumerate() {
            if position > 0 && !self.accept(',') {
                break;
            }
            *part = self.small()?;
        }
        Ok(triple)
    }

    /// `.pragma "nounroll";`: advice to the assembler.
    pub(super) fn pragma(&mut self) -> Result<(), Reason> {
        self.next();
        match self.next() {
            Kind::Text("nounroll") => {}
            Kind::Text(text)
                if text.starts_with("used_bytes_mask")
                    || text.starts_with("enable_smem_spilling")
                    || text.starts_with("frequency") => {}
            other => return Err(format!("the pragma {} is not supported", describe(other))),
        }
        // A pragma on a statement ends in `;`, which a pragma of a head lacks in some producers.
        if self.peek() == Kind::Symbol(';') {
            self.next();
        }
        Ok(())
    }

    /// `.loc 1 23 5`, with what may follow about inlining.
    pub(super) fn location(&mut self) -> Result<(u64, u32, u32), Reason> {
        self.next();
        let place = (self.integer()?, self.small()?, self.small()?);
        while self.accept(',') {
            match self.word()? {
                "function_name" => {
                    self.word()?;
                    if self.accept('+') {
                        self.integer()?;
                    }
                }
                "inlined_at" => {
                    self.integer()?;
                    self.integer()?;
                    self.integer()?;
                }
                other => return Err(format!("`{other}` is not supported in `.loc`")),
            }
        }
        Ok(place)
    }
}
