//! Operands of instructions, before their names are looked up.

use super::Reason;
use super::cursor::{Cursor, describe};
use super::lexer::Kind;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand<'t> {
    Name(&'t str),
    /// `variable+4`
    Sum {
        name: &'t str,
        offset: u64,
    },
    /// With its sign applied; two's complement.
    Integer(u64),
    /// The bits of an `f32`.
    Single(u32),
    /// The bits of an `f64`.
    Double(u64),
    Decimal(f64),
    Address {
        base: Base<'t>,
        offset: i64,
    },
    Vector(Vec<Operand<'t>>),
    /// `d|p`
    Pair(Box<Operand<'t>>, Box<Operand<'t>>),
    /// `!p`
    Not(Box<Operand<'t>>),
    /// `(a, b)` of a call.
    Group(Vec<&'t str>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Base<'t> {
    Name(&'t str),
    None,
}

impl<'t> Cursor<'t> {
    pub(super) fn operand(&mut self) -> Result<Operand<'t>, Reason> {
        let first = self.simple_operand()?;
        if self.accept('|') {
            let second = self.simple_operand()?;
            return Ok(Operand::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }

    fn simple_operand(&mut self) -> Result<Operand<'t>, Reason> {
        match self.next() {
            Kind::Word(name) if self.accept('+') => Ok(Operand::Sum { name, offset: self.integer()? }),
            Kind::Word(name) => Ok(Operand::Name(name)),
            Kind::Integer(value) => Ok(Operand::Integer(value)),
            Kind::Single(bits) => Ok(Operand::Single(bits)),
            Kind::Double(bits) => Ok(Operand::Double(bits)),
            Kind::Decimal(value) => Ok(Operand::Decimal(value)),
            Kind::Symbol('-') => match self.next() {
                Kind::Integer(value) => Ok(Operand::Integer(value.wrapping_neg())),
                Kind::Single(bits) => Ok(Operand::Single(bits ^ 0x8000_0000)),
                Kind::Double(bits) => Ok(Operand::Double(bits ^ 0x8000_0000_0000_0000)),
                Kind::Decimal(value) => Ok(Operand::Decimal(-value)),
                other => Err(format!("`-` cannot stand before {}", describe(other))),
            },
            Kind::Symbol('!') => Ok(Operand::Not(Box::new(Operand::Name(self.word()?)))),
            Kind::Symbol('[') => self.address(),
            Kind::Symbol('{') => {
                let mut parts = Vec::new();
                loop {
                    let part = match self.peek() {
                        Kind::Symbol('{' | '[' | '!') => {
                            return Err("an element of a vector must be a register or a number".to_owned());
                        }
                        _ => self.simple_operand()?,
                    };
                    parts.push(part);
                    if !self.accept(',') {
                        break;
                    }
                }
                self.expect('}')?;
                Ok(Operand::Vector(parts))
            }
            Kind::Symbol('(') => {
                let mut names = Vec::new();
                if !self.accept(')') {
                    loop {
                        names.push(self.word()?);
                        if !self.accept(',') {
                            break;
                        }
                    }
                    self.expect(')')?;
                }
                Ok(Operand::Group(names))
            }
            other => Err(format!("expected an operand, found {}", describe(other))),
        }
    }

    /// After the opening bracket.
    fn address(&mut self) -> Result<Operand<'t>, Reason> {
        let base = match self.peek() {
            Kind::Word(name) => {
                self.next();
                Base::Name(name)
            }
            _ => Base::None,
        };
        let mut offset = 0i64;
        if base == Base::None {
            offset = self.signed()?;
        }
        while !self.accept(']') {
            if !self.accept('+') && self.peek() != Kind::Symbol('-') {
                return Err(format!("expected `]`, found {}", describe(self.peek())));
            }
            offset = offset.wrapping_add(self.signed()?);
        }
        Ok(Operand::Address { base, offset })
    }

    fn signed(&mut self) -> Result<i64, Reason> {
        let negative = self.accept('-');
        let value = self.integer()?.cast_signed();
        Ok(if negative { value.wrapping_neg() } else { value })
    }
}
