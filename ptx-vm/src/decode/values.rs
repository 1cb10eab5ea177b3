//! Operands to slots.

use super::builder::Builder;
use super::special::special_register;
use super::symbol::Symbol;
use crate::operation::{Class, Type, Unary, mask};
use crate::parse::{Base, Operand, Reason};
use crate::program::{Instruction, SINK, Slot};

/// A resolved address operand.
pub(crate) enum Place {
    Memory { base: Slot, offset: i32 },
    Argument { offset: usize, size: usize },
    Frame { offset: usize, size: usize },
}

impl<'t> Builder<'t, '_> {
    /// The slot of a source operand whose register has the width of the type.
    pub(crate) fn read(&mut self, operand: &Operand<'t>, kind: Type) -> Result<Slot, Reason> {
        let (slot, bits) = self.read_any(operand, kind)?;
        if bits != kind.bits {
            return Err(format!("a register of {} bits stands where {} bits are needed", bits, kind.bits));
        }
        Ok(slot)
    }

    /// As [`read`](Self::read); the register may be wider, as in stores and conversions.
    pub(crate) fn read_low(&mut self, operand: &Operand<'t>, kind: Type) -> Result<Slot, Reason> {
        let (slot, bits) = self.read_any(operand, kind)?;
        if bits < kind.bits || (bits == 1) != (kind.bits == 1) {
            return Err(format!("a register of {} bits stands where {} bits are needed", bits, kind.bits));
        }
        Ok(slot)
    }

    fn read_any(&mut self, operand: &Operand<'t>, kind: Type) -> Result<(Slot, u8), Reason> {
        match operand {
            Operand::Name(name) => {
                if let Some(register) = self.register(name)? {
                    return Ok(register);
                }
                if let Some(special) = special_register(name) {
                    let register = special?;
                    let d = self.temporary()?;
                    self.emit(Instruction::Special { d, register });
                    return Ok((d, 32));
                }
                match self.find(name) {
                    Some(_) => Err(format!("`{name}` is not a register")),
                    None => Err(format!("`{name}` is not declared")),
                }
            }
            Operand::Not(inner) if kind.class == Class::Predicate => {
                let (a, bits) = self.read_any(inner, kind)?;
                if bits != 1 {
                    return Err("`!` stands before something that is not a predicate".to_owned());
                }
                let d = self.temporary()?;
                self.emit(Instruction::Unary { operation: Unary::Not1, d, a });
                Ok((d, 1))
            }
            Operand::Integer(value) if !kind.float() => {
                let value = if kind.bits == 1 { u64::from(*value != 0) } else { value & mask(kind.bits) };
                Ok((self.constant(value)?, kind.bits))
            }
            Operand::Single(bits) if kind.bits == 32 && !kind.integer() => Ok((self.constant(u64::from(*bits))?, 32)),
            Operand::Double(bits) if kind.bits == 64 && !kind.integer() => Ok((self.constant(*bits)?, 64)),
            Operand::Decimal(value) if kind.float() && kind.bits == 32 => {
                Ok((self.constant(u64::from((*value as f32).to_bits()))?, 32))
            }
            Operand::Decimal(value) if kind.float() && kind.bits == 64 => Ok((self.constant(value.to_bits())?, 64)),
            Operand::Integer(_) => Err("an integer stands where a float is needed".to_owned()),
            Operand::Single(_) | Operand::Double(_) | Operand::Decimal(_) => {
                Err("a float of this format does not fit here".to_owned())
            }
            Operand::Address { .. } => Err("an address stands where a value is needed".to_owned()),
            Operand::Sum { .. } | Operand::Vector(_) | Operand::Pair(..) | Operand::Group(_) | Operand::Not(_) => {
                Err("an operand of this form does not fit here".to_owned())
            }
        }
    }

    pub(crate) fn read_predicate(&mut self, operand: &Operand<'t>) -> Result<Slot, Reason> {
        self.read(operand, Type::PREDICATE)
    }

    /// The slot of a destination register of this width.
    pub(crate) fn write(&mut self, operand: &Operand<'t>, bits: u8) -> Result<Slot, Reason> {
        let (slot, found) = self.write_any(operand)?;
        if slot != SINK && found != bits {
            return Err(format!("the result has {bits} bits, its register {found}"));
        }
        Ok(slot)
    }

    /// A destination register of this width or wider, and its width.
    pub(crate) fn write_wide(&mut self, operand: &Operand<'t>, bits: u8) -> Result<(Slot, u8), Reason> {
        let (slot, found) = self.write_any(operand)?;
        if slot != SINK && (found < bits || (found == 1) != (bits == 1)) {
            return Err(format!("the result has {bits} bits, its register {found}"));
        }
        Ok((slot, if slot == SINK { bits } else { found }))
    }

    fn write_any(&mut self, operand: &Operand<'t>) -> Result<(Slot, u8), Reason> {
        match operand {
            Operand::Name("_") => Ok((SINK, 0)),
            Operand::Name(name) => self.register(name)?.ok_or_else(|| format!("`{name}` is not a declared register")),
            _ => Err("the destination is not a register".to_owned()),
        }
    }

    /// `d` and `p` of `d|p`; the sink where `p` is not asked for.
    pub(crate) fn write_pair(&mut self, operand: &Operand<'t>, bits: u8) -> Result<(Slot, Slot), Reason> {
        match operand {
            Operand::Pair(first, second) => Ok((self.write(first, bits)?, self.write(second, 1)?)),
            single => Ok((self.write(single, bits)?, SINK)),
        }
    }

    pub(crate) fn place(&mut self, operand: &Operand<'t>) -> Result<Place, Reason> {
        let Operand::Address { base, offset } = operand else {
            return Err("an address in brackets is needed here".to_owned());
        };
        let offset = *offset;
        let name = match base {
            Base::None => return Ok(Place::Memory { base: self.constant(offset.cast_unsigned())?, offset: 0 }),
            Base::Name(name) => name,
        };
        if let Some((base, bits)) = self.register(name)? {
            if bits != 64 && bits != 32 {
                return Err(format!("the address register `{name}` has {bits} bits"));
            }
            let offset = i32::try_from(offset).map_err(|_| format!("the offset {offset} is too large"))?;
            return Ok(Place::Memory { base, offset });
        }
        let within = |start: usize, size: usize| {
            let offset = usize::try_from(offset)
                .ok()
                .filter(|&offset| offset < size)
                .ok_or_else(|| format!("the offset {offset} is beyond the parameter"))?;
            Ok::<_, Reason>((start + offset, size - offset))
        };
        match self.find(name) {
            Some(Symbol::Variable { address }) => {
                Ok(Place::Memory { base: self.constant(address.wrapping_add_signed(offset))?, offset: 0 })
            }
            Some(Symbol::Local { offset: start }) => {
                let base = self.temporary()?;
                self.emit(Instruction::LocalAddress { d: base, offset: start });
                Ok(Place::Memory {
                    base,
                    offset: i32::try_from(offset).map_err(|_| format!("the offset {offset} is too large"))?,
                })
            }
            Some(Symbol::Argument { offset: start, size }) => {
                within(start, size).map(|(offset, size)| Place::Argument { offset, size })
            }
            Some(Symbol::FrameParameter { offset: start, size }) => {
                within(start, size).map(|(offset, size)| Place::Frame { offset, size })
            }
            Some(_) => Err(format!("`{name}` has no address")),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    /// A slot with the address of a variable, if the operand names one.
    pub(crate) fn address_of(&mut self, operand: &Operand<'t>) -> Result<Option<Slot>, Reason> {
        let (name, sum) = match *operand {
            Operand::Name(name) => (name, 0),
            Operand::Sum { name, offset } => (name, offset),
            _ => return Ok(None),
        };
        match self.find(name) {
            Some(Symbol::Variable { address }) => Ok(Some(self.constant(address.wrapping_add(sum))?)),
            _ if sum != 0 => Err(format!("`{name}` is no variable to whose address a number can be added")),
            Some(Symbol::Argument { offset, .. }) => Ok(Some(self.constant(offset as u64)?)),
            Some(Symbol::Local { offset }) => {
                let d = self.temporary()?;
                self.emit(Instruction::LocalAddress { d, offset });
                Ok(Some(d))
            }
            Some(Symbol::FrameParameter { .. }) => {
                Err(format!("the address of `{name}`, a parameter of a function, is not supported"))
            }
            None if self.globals.function_by_name.contains_key(name) => {
                Err(format!("the address of the function `{name}` is not supported"))
            }
            _ => Ok(None),
        }
    }
}
