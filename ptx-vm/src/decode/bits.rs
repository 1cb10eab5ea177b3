//! Logic, shifts and bit fields.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use crate::operation::{Binary, Class, Ternary, Type, Unary};
use crate::parse::{Operand, Reason};
use crate::program::Instruction;

const U32: Type = Type { class: Class::Unsigned, bits: 32 };
const B32: Type = Type { class: Class::Bits, bits: 32 };

impl<'t> Builder<'t, '_> {
    pub(super) fn logic(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        let bits_only = matches!(kind.class, Class::Bits) && kind.bits >= 16;
        match name {
            "and" | "or" | "xor" if bits_only || kind.class == Class::Predicate => {
                modifiers.finish()?;
                let operation = match name {
                    "and" => Binary::And,
                    "or" => Binary::Or,
                    _ => Binary::Xor,
                };
                self.binary(operation, kind, operands)
            }
            "not" if bits_only || kind.class == Class::Predicate => {
                modifiers.finish()?;
                let operation = match kind.bits {
                    1 => Unary::Not1,
                    16 => Unary::Not16,
                    32 => Unary::Not32,
                    _ => Unary::Not64,
                };
                self.unary(operation, kind, kind.bits, operands)
            }
            "cnot" if bits_only => {
                modifiers.finish()?;
                self.unary(Unary::ZeroIs1, kind, kind.bits, operands)
            }
            "shl" | "shr" => {
                let operation = match (name, kind.class, kind.bits) {
                    ("shl", Class::Bits, 16) => Binary::ShiftLeft16,
                    ("shl", Class::Bits, 32) => Binary::ShiftLeft32,
                    ("shl", Class::Bits, 64) => Binary::ShiftLeft64,
                    ("shr", Class::Signed, 16) => Binary::ShiftRightSigned16,
                    ("shr", Class::Signed, 32) => Binary::ShiftRightSigned32,
                    ("shr", Class::Signed, 64) => Binary::ShiftRightSigned64,
                    ("shr", Class::Bits | Class::Unsigned, 16..) => Binary::ShiftRightUnsigned,
                    _ => return modifiers.refuse_type(kind),
                };
                modifiers.finish()?;
                let [d, a, b] = exactly(operands)?;
                let (a, b, d) = (self.read(a, kind)?, self.read(b, U32)?, self.write(d, kind.bits)?);
                self.emit(Instruction::Binary { operation, d, a, b });
                Ok(())
            }
            "lop3" if kind == B32 => {
                modifiers.finish()?;
                let [d, a, b, c, table] = exactly(operands)?;
                let (a, b, c, d) = (self.read(a, kind)?, self.read(b, kind)?, self.read(c, kind)?, self.write(d, 32)?);
                let &Operand::Integer(table) = table else {
                    return Err("the table of `lop3` must be a number".to_owned());
                };
                let table = u8::try_from(table).map_err(|_| "the table of `lop3` must be below 256".to_owned())?;
                self.emit(Instruction::Logic { d, a, b, c, table });
                Ok(())
            }
            _ => modifiers.refuse_type(kind),
        }
    }

    pub(super) fn bits(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        match name {
            "shf" => return self.funnel(modifiers, operands),
            "prmt" => return self.permute(modifiers, operands),
            _ => {}
        }
        let kind = modifiers.last_type()?;
        let wide = kind.bits == 64;
        if !matches!(kind.bits, 32 | 64) || kind.float() {
            return modifiers.refuse_type(kind);
        }
        let plain = kind.class == Class::Bits;
        match name {
            "popc" if plain => {
                modifiers.finish()?;
                self.unary(Unary::PopulationCount, kind, 32, operands)
            }
            "clz" if plain => {
                modifiers.finish()?;
                self.unary(if wide { Unary::LeadingZeros64 } else { Unary::LeadingZeros32 }, kind, 32, operands)
            }
            "brev" if plain => {
                modifiers.finish()?;
                self.unary(if wide { Unary::Reverse64 } else { Unary::Reverse32 }, kind, kind.bits, operands)
            }
            "bfind" if !plain => {
                let operation = match (modifiers.take("shiftamt"), kind.signed(), wide) {
                    (false, true, false) => Unary::FindSigned32,
                    (false, true, true) => Unary::FindSigned64,
                    (false, false, false) => Unary::FindUnsigned32,
                    (false, false, true) => Unary::FindUnsigned64,
                    (true, true, false) => Unary::FindShiftSigned32,
                    (true, true, true) => Unary::FindShiftSigned64,
                    (true, false, false) => Unary::FindShiftUnsigned32,
                    (true, false, true) => Unary::FindShiftUnsigned64,
                };
                modifiers.finish()?;
                self.unary(operation, kind, 32, operands)
            }
            "bfe" if !plain => {
                modifiers.finish()?;
                let operation = match (kind.signed(), wide) {
                    (true, false) => Ternary::BitFieldSigned32,
                    (true, true) => Ternary::BitFieldSigned64,
                    (false, false) => Ternary::BitFieldUnsigned32,
                    (false, true) => Ternary::BitFieldUnsigned64,
                };
                let [d, a, b, c] = exactly(operands)?;
                let (a, b, c, d) =
                    (self.read(a, kind)?, self.read(b, U32)?, self.read(c, U32)?, self.write(d, kind.bits)?);
                self.emit(Instruction::Ternary { operation, d, a, b, c });
                Ok(())
            }
            "bfi" if plain => {
                modifiers.finish()?;
                let [d, a, b, position, length] = exactly(operands)?;
                let (a, b) = (self.read(a, kind)?, self.read(b, kind)?);
                let (position, length) = (self.read(position, U32)?, self.read(length, U32)?);
                let (low, high) = (self.temporary()?, self.temporary()?);
                let d = self.write(d, kind.bits)?;
                self.emit(Instruction::Extract { d: low, a: position, shift: 0, bits: 8 });
                self.emit(Instruction::Extract { d: high, a: length, shift: 0, bits: 8 });
                self.emit(Instruction::Pack { d: low, a: low, b: high, shift: 8 });
                let operation = if wide { Ternary::BitFieldInsert64 } else { Ternary::BitFieldInsert32 };
                self.emit(Instruction::Ternary { operation, d, a, b, c: low });
                Ok(())
            }
            _ => modifiers.refuse_type(kind),
        }
    }

    fn funnel(&mut self, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        let left = modifiers.choose(&[("l", true), ("r", false)])?;
        let clamp = modifiers.choose(&[("clamp", true), ("wrap", false)])?;
        if kind != B32 {
            return modifiers.refuse_type(kind);
        }
        modifiers.finish()?;
        let operation = match (left, clamp) {
            (true, false) => Ternary::FunnelLeftWrap,
            (true, true) => Ternary::FunnelLeftClamp,
            (false, false) => Ternary::FunnelRightWrap,
            (false, true) => Ternary::FunnelRightClamp,
        };
        let [d, a, b, c] = exactly(operands)?;
        let (a, b, c, d) = (self.read(a, kind)?, self.read(b, kind)?, self.read(c, U32)?, self.write(d, 32)?);
        self.emit(Instruction::Ternary { operation, d, a, b, c });
        Ok(())
    }

    /// The mode of `prmt` follows its type.
    fn permute(&mut self, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let operation = modifiers
            .take_one(&[
                ("f4e", Ternary::PermuteForward4),
                ("b4e", Ternary::PermuteBackward4),
                ("rc8", Ternary::PermuteReplicate8),
                ("ecl", Ternary::PermuteClampLeft),
                ("ecr", Ternary::PermuteClampRight),
                ("rc16", Ternary::PermuteReplicate16),
            ])
            .unwrap_or(Ternary::Permute);
        let kind = modifiers.last_type()?;
        if kind != B32 {
            return modifiers.refuse_type(kind);
        }
        modifiers.finish()?;
        self.ternary(operation, kind, operands)
    }
}
