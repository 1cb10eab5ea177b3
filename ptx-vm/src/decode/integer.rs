//! Arithmetic: integers here, floats passed on.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use crate::operation::{Binary, Class, Ternary, Type, Unary};
use crate::parse::{Operand, Reason};
use crate::program::{Instruction, Slot};

/// Which part of a product is kept.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Low,
    High,
    Wide,
}

const PARTS: [(&str, Part); 3] = [("lo", Part::Low), ("hi", Part::High), ("wide", Part::Wide)];

impl<'t> Builder<'t, '_> {
    pub(super) fn arithmetic(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if name == "dp4a" {
            return self.dot(modifiers, operands);
        }
        let kind = modifiers.last_type()?;
        if kind.float() {
            return self.float(name, kind, modifiers, operands);
        }
        match name {
            "add" | "sub" | "addc" | "subc" => self.add_subtract(name, kind, modifiers, operands),
            "mul" | "mad" | "madc" => self.multiply(name, kind, modifiers, operands),
            "mul24" | "mad24" => self.multiply24(name, kind, modifiers, operands),
            "div" | "rem" => {
                let operation = match (name, kind.class, kind.bits) {
                    ("div", Class::Signed, 16) => Binary::DivideSigned16,
                    ("div", Class::Signed, 32) => Binary::DivideSigned32,
                    ("div", Class::Signed, 64) => Binary::DivideSigned64,
                    ("div", Class::Unsigned, 16..) => Binary::DivideUnsigned,
                    ("rem", Class::Signed, 16) => Binary::RemainderSigned16,
                    ("rem", Class::Signed, 32) => Binary::RemainderSigned32,
                    ("rem", Class::Signed, 64) => Binary::RemainderSigned64,
                    ("rem", Class::Unsigned, 16..) => Binary::RemainderUnsigned,
                    _ => return modifiers.refuse_type(kind),
                };
                modifiers.finish()?;
                let [d, a, b] = exactly(operands)?;
                let (a, b, d) = (self.read(a, kind)?, self.read(b, kind)?, self.write(d, kind.bits)?);
                self.emit(Instruction::Divide { operation, d, a, b });
                Ok(())
            }
            "min" | "max" => {
                let operation = match (name, kind.class, kind.bits) {
                    ("min", Class::Signed, 16) => Binary::MinimumSigned16,
                    ("min", Class::Signed, 32) => Binary::MinimumSigned32,
                    ("min", Class::Signed, 64) => Binary::MinimumSigned64,
                    ("min", Class::Unsigned, 16..) => Binary::MinimumUnsigned,
                    ("max", Class::Signed, 16) => Binary::MaximumSigned16,
                    ("max", Class::Signed, 32) => Binary::MaximumSigned32,
                    ("max", Class::Signed, 64) => Binary::MaximumSigned64,
                    ("max", Class::Unsigned, 16..) => Binary::MaximumUnsigned,
                    _ => return modifiers.refuse_type(kind),
                };
                modifiers.finish()?;
                self.binary(operation, kind, operands)
            }
            "neg" | "abs" => {
                let operation = match (name, kind.class, kind.bits) {
                    ("neg", Class::Signed, 16) => Unary::Negate16,
                    ("neg", Class::Signed, 32) => Unary::Negate32,
                    ("neg", Class::Signed, 64) => Unary::Negate64,
                    ("abs", Class::Signed, 16) => Unary::Absolute16,
                    ("abs", Class::Signed, 32) => Unary::Absolute32,
                    ("abs", Class::Signed, 64) => Unary::Absolute64,
                    _ => return modifiers.refuse_type(kind),
                };
                modifiers.finish()?;
                self.unary(operation, kind, kind.bits, operands)
            }
            "sad" => {
                let operation = match (kind.class, kind.bits) {
                    (Class::Signed, 16) => Ternary::SumDifferencesSigned16,
                    (Class::Signed, 32) => Ternary::SumDifferencesSigned32,
                    (Class::Signed, 64) => Ternary::SumDifferencesSigned64,
                    (Class::Unsigned, 16) => Ternary::SumDifferencesUnsigned16,
                    (Class::Unsigned, 32) => Ternary::SumDifferencesUnsigned32,
                    (Class::Unsigned, 64) => Ternary::SumDifferencesUnsigned64,
                    _ => return modifiers.refuse_type(kind),
                };
                modifiers.finish()?;
                self.ternary(operation, kind, operands)
            }
            _ => Err(format!("`{name}` is not supported for integers")),
        }
    }

    /// `d = a operation b`, all of one type.
    pub(super) fn binary(&mut self, operation: Binary, kind: Type, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let [d, a, b] = exactly(operands)?;
        let (a, b, d) = (self.read(a, kind)?, self.read(b, kind)?, self.write(d, kind.bits)?);
        self.emit(Instruction::Binary { operation, d, a, b });
        Ok(())
    }

    pub(super) fn unary(
        &mut self,
        operation: Unary,
        kind: Type,
        result_bits: u8,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let [d, a] = exactly(operands)?;
        let (a, d) = (self.read(a, kind)?, self.write(d, result_bits)?);
        self.emit(Instruction::Unary { operation, d, a });
        Ok(())
    }

    pub(super) fn ternary(&mut self, operation: Ternary, kind: Type, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let [d, a, b, c] = exactly(operands)?;
        let (a, b, c) = (self.read(a, kind)?, self.read(b, kind)?, self.read(c, kind)?);
        let d = self.write(d, kind.bits)?;
        self.emit(Instruction::Ternary { operation, d, a, b, c });
        Ok(())
    }

    fn add_subtract(
        &mut self,
        name: &str,
        kind: Type,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let subtract = name.starts_with("sub");
        let take = name.ends_with('c');
        let set = modifiers.take("cc");
        if take || set {
            if !matches!(kind.bits, 32 | 64) || !kind.integer() {
                return modifiers.refuse_type(kind);
            }
            modifiers.finish()?;
            let [d, a, b] = exactly(operands)?;
            let (a, b, d) = (self.read(a, kind)?, self.read(b, kind)?, self.write(d, kind.bits)?);
            self.emit(Instruction::Carry { d, a, b, bits: kind.bits, subtract, take, set });
            return Ok(());
        }
        let saturate = modifiers.take("sat");
        let operation = match (subtract, saturate, kind.class, kind.bits) {
            (false, true, Class::Signed, 32) => Binary::AddSaturated,
            (true, true, Class::Signed, 32) => Binary::SubtractSaturated,
            (_, true, ..) => return Err("`.sat` is not supported for this type".to_owned()),
            (_, _, Class::Bits | Class::Predicate, _) => return modifiers.refuse_type(kind),
            (false, _, _, 16) => Binary::Add16,
            (false, _, _, 32) => Binary::Add32,
            (false, _, _, 64) => Binary::Add64,
            (true, _, _, 16) => Binary::Subtract16,
            (true, _, _, 32) => Binary::Subtract32,
            (true, _, _, 64) => Binary::Subtract64,
            _ => return modifiers.refuse_type(kind),
        };
        modifiers.finish()?;
        self.binary(operation, kind, operands)
    }

    fn multiply(
        &mut self,
        name: &str,
        kind: Type,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let part = modifiers.choose(&PARTS)?;
        let set = modifiers.take("cc");
        let take = name == "madc";
        let signed = kind.signed();
        if !kind.integer() || kind.bits < 16 {
            return modifiers.refuse_type(kind);
        }
        let product = match (part, signed, kind.bits) {
            (Part::Low, _, 16) => Binary::Multiply16,
            (Part::Low, _, 32) => Binary::Multiply32,
            (Part::Low, ..) => Binary::Multiply64,
            (Part::High, true, 16) => Binary::MultiplyHighSigned16,
            (Part::High, true, 32) => Binary::MultiplyHighSigned32,
            (Part::High, true, _) => Binary::MultiplyHighSigned64,
            (Part::High, false, 16) => Binary::MultiplyHighUnsigned16,
            (Part::High, false, 32) => Binary::MultiplyHighUnsigned32,
            (Part::High, false, _) => Binary::MultiplyHighUnsigned64,
            (Part::Wide, _, 64) => return modifiers.refuse_type(kind),
            (Part::Wide, true, 16) => Binary::MultiplyWideSigned16,
            (Part::Wide, true, _) => Binary::MultiplyWideSigned32,
            (Part::Wide, false, _) => Binary::MultiplyWideUnsigned,
        };
        modifiers.finish()?;
        let result = Type { class: kind.class, bits: if part == Part::Wide { kind.bits * 2 } else { kind.bits } };
        if name == "mul" {
            if set {
                return Err("`mul` has no `.cc`".to_owned());
            }
            let [d, a, b] = exactly(operands)?;
            let (a, b, d) = (self.read(a, kind)?, self.read(b, kind)?, self.write(d, result.bits)?);
            self.emit(Instruction::Binary { operation: product, d, a, b });
            return Ok(());
        }
        let [d, a, b, c] = exactly(operands)?;
        let (a, b, c) = (self.read(a, kind)?, self.read(b, kind)?, self.read(c, result)?);
        let d = self.write(d, result.bits)?;
        if set || take {
            if part == Part::Wide || kind.bits == 16 {
                return Err("`.cc` and `madc` are supported for `.lo` and `.hi` of 32 and 64 bits".to_owned());
            }
            let temporary = self.temporary()?;
            self.emit(Instruction::Binary { operation: product, d: temporary, a, b });
            self.emit(Instruction::Carry { d, a: temporary, b: c, bits: kind.bits, subtract: false, take, set });
            return Ok(());
        }
        let fused = match (part, signed, kind.bits) {
            (Part::Low, _, 16) => Some(Ternary::MultiplyAdd16),
            (Part::Low, _, 32) => Some(Ternary::MultiplyAdd32),
            (Part::Low, ..) => Some(Ternary::MultiplyAdd64),
            (Part::Wide, false, 32) => Some(Ternary::MultiplyAddWideUnsigned),
            (Part::Wide, true, 32) => Some(Ternary::MultiplyAddWideSigned32),
            _ => None,
        };
        match fused {
            Some(operation) => self.emit(Instruction::Ternary { operation, d, a, b, c }),
            None => self.product_and_sum(product, result.bits, [d, a, b, c])?,
        }
        Ok(())
    }

    fn product_and_sum(&mut self, product: Binary, bits: u8, [d, a, b, c]: [Slot; 4]) -> Result<(), Reason> {
        let temporary = self.temporary()?;
        let sum = match bits {
            16 => Binary::Add16,
            32 => Binary::Add32,
            _ => Binary::Add64,
        };
        self.emit(Instruction::Binary { operation: product, d: temporary, a, b });
        self.emit(Instruction::Binary { operation: sum, d, a: temporary, b: c });
        Ok(())
    }

    fn multiply24(
        &mut self,
        name: &str,
        kind: Type,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let high = modifiers.choose(&[("lo", false), ("hi", true)])?;
        let product = match (kind.class, kind.bits, high) {
            (Class::Signed, 32, false) => Binary::Multiply24Signed,
            (Class::Signed, 32, true) => Binary::Multiply24HighSigned,
            (Class::Unsigned, 32, false) => Binary::Multiply24Unsigned,
            (Class::Unsigned, 32, true) => Binary::Multiply24HighUnsigned,
            _ => return modifiers.refuse_type(kind),
        };
        modifiers.finish()?;
        if name == "mul24" {
            return self.binary(product, kind, operands);
        }
        let [d, a, b, c] = exactly(operands)?;
        let (a, b, c) = (self.read(a, kind)?, self.read(b, kind)?, self.read(c, kind)?);
        let d = self.write(d, 32)?;
        self.product_and_sum(product, 32, [d, a, b, c])
    }

    /// `dp4a.atype.btype`
    fn dot(&mut self, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let second = modifiers.last_type()?;
        let first = modifiers.last_type()?;
        let operation = match (first.class, second.class) {
            (Class::Signed, Class::Signed) => Ternary::Dot4Signed,
            (Class::Unsigned, Class::Unsigned) => Ternary::Dot4Unsigned,
            (Class::Signed, Class::Unsigned) => Ternary::Dot4SignedUnsigned,
            (Class::Unsigned, Class::Signed) => Ternary::Dot4UnsignedSigned,
            _ => return modifiers.refuse_type(first),
        };
        if first.bits != 32 || second.bits != 32 {
            return modifiers.refuse_type(first);
        }
        modifiers.finish()?;
        self.ternary(operation, Type { class: Class::Bits, bits: 32 }, operands)
    }
}
