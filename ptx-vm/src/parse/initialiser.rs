//! Variables of a module: `.global`, `.const` and `.shared` declarations with their contents.

use super::Reason;
use super::cursor::{Cursor, describe};
use super::lexer::Kind;
use crate::operation::Type;

/// One declared variable, before it gets its address.
pub(super) struct Declaration<'t> {
    pub name: &'t str,
    pub size: usize,
    pub align: usize,
    /// `[]`: the size is given by the launch.
    pub unsized_array: bool,
    pub contents: Option<Vec<u8>>,
}

/// The interpreter needs eight bytes of its own for each byte.
const LARGEST: usize = 1 << 26;

impl<'t> Cursor<'t> {
    /// After the state space: `.align 4 .b8 name[13] = {…}, other;`
    pub(super) fn declarations(
        &mut self,
        address_of: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<Vec<Declaration<'t>>, Reason> {
        let mut align = None;
        let kind = loop {
            let word = self.word()?;
            match word {
                ".align" => align = Some(self.alignment()?),
                _ => match word.strip_prefix('.').and_then(Type::parse) {
                    Some(kind) if kind != Type::PREDICATE => break kind,
                    _ => return Err(format!("`{word}` is not supported in the declaration of a variable")),
                },
            }
        };
        let mut declarations = Vec::new();
        loop {
            declarations.push(self.declaration(kind, align, address_of)?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')?;
        Ok(declarations)
    }

    pub(super) fn alignment(&mut self) -> Result<usize, Reason> {
        match self.integer()? {
            align @ (1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256) => Ok(align as usize),
            other => Err(format!("an alignment of {other} is not supported")),
        }
    }

    fn declaration(
        &mut self,
        kind: Type,
        align: Option<usize>,
        address_of: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<Declaration<'t>, Reason> {
        let name = self.word()?;
        let mut size = Some(kind.bytes());
        let mut unsized_array = false;
        let mut dimensions = 0;
        while self.accept('[') {
            dimensions += 1;
            if self.accept(']') {
                unsized_array = true;
                continue;
            }
            let length = self.integer()?;
            size = usize::try_from(length).ok().and_then(|length| size?.checked_mul(length));
            self.expect(']')?;
        }
        let size = size.filter(|&size| size <= LARGEST).ok_or("the variable is too large")?;
        let contents = if self.accept('=') {
            if unsized_array || dimensions > 1 {
                return Err(
                    "an initialiser is supported for scalars and for arrays of one dimension with a length only"
                        .to_owned(),
                );
            }
            let mut contents = Vec::new();
            if dimensions == 1 {
                self.expect('{')?;
                if self.peek() != Kind::Symbol('}') {
                    loop {
                        contents.extend_from_slice(&self.element(kind, address_of)?);
                        if !self.accept(',') {
                            break;
                        }
                    }
                }
                self.expect('}')?;
            } else {
                contents.extend_from_slice(&self.element(kind, address_of)?);
            }
            if contents.len() > size {
                return Err("the initialiser is longer than the variable".to_owned());
            }
            Some(contents)
        } else {
            None
        };
        Ok(Declaration { name, size, align: align.unwrap_or(kind.bytes()), unsized_array, contents })
    }

    fn element(&mut self, kind: Type, address_of: &dyn Fn(&str) -> Option<u64>) -> Result<Vec<u8>, Reason> {
        let negative = self.accept('-');
        let bits = match self.next() {
            Kind::Integer(value) if kind.float() => {
                return Err(format!("the integer {value} stands where a float is needed"));
            }
            Kind::Integer(value) => value,
            Kind::Single(bits) if kind.bits == 32 => u64::from(bits),
            Kind::Double(bits) if kind.bits == 64 => bits,
            Kind::Decimal(value) if kind.float() && kind.bits == 32 => u64::from((value as f32).to_bits()),
            Kind::Decimal(value) if kind.float() && kind.bits == 64 => value.to_bits(),
            Kind::Word("generic") if kind.bits == 64 => {
                self.expect('(')?;
                let name = self.word()?;
                self.expect(')')?;
                self.variable_address(name, address_of)?
            }
            Kind::Word(name) if kind.bits == 64 => self.variable_address(name, address_of)?,
            other => return Err(format!("{} cannot be an element of this initialiser", describe(other))),
        };
        let bits = match (negative, kind.float()) {
            (false, _) => bits,
            (true, false) => bits.wrapping_neg(),
            (true, true) => bits ^ (1u64 << (kind.bits - 1)),
        };
        Ok(bits.to_le_bytes().get(..kind.bytes()).unwrap_or_default().to_vec())
    }

    fn variable_address(&mut self, name: &str, address_of: &dyn Fn(&str) -> Option<u64>) -> Result<u64, Reason> {
        let address = address_of(name).ok_or_else(|| format!("`{name}` is no variable declared above"))?;
        let offset = if self.accept('+') { self.integer()? } else { 0 };
        Ok(address.wrapping_add(offset))
    }
}
