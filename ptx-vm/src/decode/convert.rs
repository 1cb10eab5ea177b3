//! `mov` and `cvt`.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use super::special::special_register;
use crate::operation::{Class, Conversion, Rounding, Type};
use crate::parse::{Operand, Reason};
use crate::program::{Instruction, SINK};

impl<'t> Builder<'t, '_> {
    pub(super) fn mov(&mut self, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        if kind.bits == 8 {
            return modifiers.refuse_type(kind);
        }
        modifiers.finish()?;
        let [d, a] = exactly(operands)?;
        match (d, a) {
            (Operand::Vector(parts), source) => self.unpack(parts, source, kind),
            (destination, Operand::Vector(parts)) => self.pack(destination, parts, kind),
            (destination, Operand::Name(name)) if self.find(name).is_none() && special_register(name).is_some() => {
                let Some(register) = special_register(name).transpose()? else {
                    return Err(format!("`{name}` is not declared"));
                };
                if kind.bits != 32 {
                    return Err("this special register has 32 bits".to_owned());
                }
                let d = self.write(destination, 32)?;
                self.emit(Instruction::Special { d, register });
                Ok(())
            }
            (destination, source) => {
                let a = match self.address_of(source)? {
                    Some(address) if kind.bits >= 32 => address,
                    Some(_) => return Err("an address needs 32 or 64 bits".to_owned()),
                    None => self.read(source, kind)?,
                };
                let d = self.write(destination, kind.bits)?;
                self.emit(Instruction::Move { d, a });
                Ok(())
            }
        }
    }

    fn part_type(kind: Type, parts: usize) -> Result<Type, Reason> {
        let bits = match (kind.class, parts) {
            (Class::Bits, 2 | 4) => kind.bits / u8::try_from(parts).unwrap_or(1),
            _ => 0,
        };
        match bits {
            16 | 32 => Ok(Type { class: Class::Bits, bits }),
            8 => Ok(Type { class: Class::Bits, bits }),
            _ => Err(format!("a vector of {parts} does not fit {} bits of this type", kind.bits)),
        }
    }

    fn unpack(&mut self, parts: &[Operand<'t>], source: &Operand<'t>, kind: Type) -> Result<(), Reason> {
        let part = Self::part_type(kind, parts.len())?;
        let a = self.read(source, kind)?;
        let mut shift = 0;
        for operand in parts {
            let (d, _) = self.write_wide(operand, part.bits)?;
            if d != SINK {
                self.emit(Instruction::Extract { d, a, shift, bits: part.bits });
            }
            shift += part.bits;
        }
        Ok(())
    }

    fn pack(&mut self, destination: &Operand<'t>, parts: &[Operand<'t>], kind: Type) -> Result<(), Reason> {
        let part = Self::part_type(kind, parts.len())?;
        let mut shift = 0;
        let mut packed = self.constant(0)?;
        for operand in parts {
            let mut b = self.read_low(operand, part)?;
            if part.bits == 8 {
                let low = self.temporary()?;
                self.emit(Instruction::Extract { d: low, a: b, shift: 0, bits: 8 });
                b = low;
            }
            let d = self.temporary()?;
            self.emit(Instruction::Pack { d, a: packed, b, shift });
            packed = d;
            shift += part.bits;
        }
        let d = self.write(destination, kind.bits)?;
        self.emit(Instruction::Move { d, a: packed });
        Ok(())
    }

    /// `cvt{.rounding}{.ftz}{.sat}.to.from`
    pub(super) fn cvt(&mut self, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let from = modifiers.last_type()?;
        if let Some(class) = modifiers.take_one(&[("f16x2", Class::Float), ("bf16x2", Class::Brain)]) {
            return self.convert_pair(Type { class, bits: 16 }, from, modifiers, operands);
        }
        let to = modifiers.last_type()?;
        for kind in [from, to] {
            if matches!(kind.class, Class::Predicate | Class::Bits) {
                return modifiers.refuse_type(kind);
            }
        }
        let rounding = modifiers.take_one(&[
            ("rn", (Rounding::Nearest, false)),
            ("rz", (Rounding::Zero, false)),
            ("rm", (Rounding::Down, false)),
            ("rp", (Rounding::Up, false)),
            ("rni", (Rounding::Nearest, true)),
            ("rzi", (Rounding::Zero, true)),
            ("rmi", (Rounding::Down, true)),
            ("rpi", (Rounding::Up, true)),
        ]);
        let flush = modifiers.take("ftz");
        let saturate = modifiers.take("sat");
        modifiers.finish()?;
        let [d, a] = exactly(operands)?;
        let source = self.read_low(a, from)?;
        let (d, register) = self.write_wide(d, to.bits)?;
        if !to.float() && !from.float() {
            if rounding.is_some() || flush {
                return Err("a conversion between integers has no rounding".to_owned());
            }
            return self.convert_integer(d, source, to, from, saturate, register);
        }
        if flush && !(single(to) || single(from)) {
            return Err("`.ftz` needs an f32 on one side".to_owned());
        }
        let narrowing =
            to.float() && from.float() && (to.bits < from.bits || (to.bits == from.bits && to.class != from.class));
        let (rounding, integral) = match (rounding, to.float(), from.float()) {
            (Some((rounding, true)), false, true) => (rounding, true),
            (Some((rounding, true)), true, true) if to == from => (rounding, true),
            (Some((rounding, false)), true, false) => (rounding, false),
            (Some((rounding, false)), true, true) if narrowing => (rounding, false),
            (None, true, true) if !narrowing => (Rounding::Nearest, false),
            (None, ..) => return Err("this conversion needs a rounding".to_owned()),
            _ => return Err("this conversion has no such rounding".to_owned()),
        };
        let brain = to.class == Class::Brain || from.class == Class::Brain;
        let supported = match (to.class, from.class) {
            _ if !brain => true,
            (Class::Brain, Class::Float) => from.bits == 32 && !saturate && !flush,
            (Class::Float, Class::Brain) => to.bits == 32 && !saturate && !flush,
            _ => false,
        };
        let half = |kind: Type| kind.class == Class::Float && kind.bits == 16;
        let half_supported = match (half(to), half(from)) {
            (false, false) => true,
            (true, false) => {
                single(from) && matches!(rounding, Rounding::Nearest | Rounding::Zero) && !saturate && !flush
            }
            (false, true) => to.float() && !saturate && !flush,
            (true, true) => false,
        };
        if !supported || !half_supported || (brain && !matches!(rounding, Rounding::Nearest | Rounding::Zero)) {
            return Err("this conversion of 16-bit floats is not supported".to_owned());
        }
        self.emit(Instruction::Convert {
            d,
            a: source,
            conversion: Conversion { to, from, rounding, integral, saturate, flush, register },
        });
        Ok(())
    }

    /// `cvt.rounding.{f16x2,bf16x2}.f32`: the first operand goes into the upper half.
    fn convert_pair(
        &mut self,
        to: Type,
        from: Type,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if !single(from) {
            return modifiers.refuse_type(from);
        }
        let rounding = modifiers.choose(&[("rn", Rounding::Nearest), ("rz", Rounding::Zero)])?;
        modifiers.finish()?;
        let [d, upper, lower] = exactly(operands)?;
        let conversion =
            Conversion { to, from, rounding, integral: false, saturate: false, flush: false, register: to.bits };
        let mut half = |operand| {
            let a = self.read(operand, from)?;
            let d = self.temporary()?;
            self.emit(Instruction::Convert { d, a, conversion });
            Ok::<_, Reason>(d)
        };
        let (upper, lower) = (half(upper)?, half(lower)?);
        let d = self.write(d, 32)?;
        self.emit(Instruction::Pack { d, a: lower, b: upper, shift: to.bits });
        Ok(())
    }

    fn convert_integer(
        &mut self,
        d: u16,
        a: u16,
        to: Type,
        from: Type,
        saturate: bool,
        register: u8,
    ) -> Result<(), Reason> {
        // Extend from the narrower of the two types; the sign of the destination decides how its register is filled.
        let first = Instruction::Extend { d, a, from: from.bits, signed: from.signed(), to: 64 };
        if saturate {
            self.emit(Instruction::Convert {
                d,
                a,
                conversion: Conversion {
                    to,
                    from,
                    rounding: Rounding::Nearest,
                    integral: false,
                    saturate,
                    flush: false,
                    register,
                },
            });
        } else if to.bits <= from.bits {
            self.emit(Instruction::Extend {
                d,
                a,
                from: to.bits,
                signed: to.signed() && register > to.bits,
                to: register,
            });
        } else if from.signed() && !to.signed() && register > to.bits {
            self.emit(first);
            self.emit(Instruction::Extend { d, a: d, from: to.bits, signed: false, to: register });
        } else {
            self.emit(Instruction::Extend { d, a, from: from.bits, signed: from.signed(), to: register });
        }
        Ok(())
    }
}

fn single(kind: Type) -> bool {
    kind.class == Class::Float && kind.bits == 32
}
