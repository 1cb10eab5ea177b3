//! Floating-point arithmetic. Only forms with one exact result are known; `.approx` and `.full` are refused, and so is
//! rounding other than to nearest.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use crate::operation::{Binary, Class, Ternary, Type, Unary};
use crate::parse::{Operand, Reason};
use crate::program::{Instruction, Slot};

/// What is done to operands and result.
#[derive(Clone, Copy)]
struct Finish {
    flush: bool,
    saturate: bool,
}

impl<'t> Builder<'t, '_> {
    pub(super) fn float(
        &mut self,
        name: &str,
        kind: Type,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if kind.class == Class::Brain || kind.bits == 16 {
            return Err("16-bit floats are supported in conversions only".to_owned());
        }
        let wide = kind.bits == 64;
        let nearest = modifiers.take("rn");
        let flush = modifiers.take("ftz");
        let saturate = modifiers.take("sat");
        let not_a_number = matches!(name, "min" | "max") && modifiers.take("NaN");
        let of_width = |single: Binary, double: Binary| if wide { double } else { single };
        let fused = if wide { Ternary::FusedF64 } else { Ternary::FusedF32 };
        if wide && (flush || saturate) {
            return Err("`.ftz` and `.sat` do not exist for f64".to_owned());
        }
        let rounding_allowed = matches!(name, "add" | "sub" | "mul" | "div" | "fma" | "mad");
        if nearest && !rounding_allowed {
            return Err(format!("`{name}` has no rounding"));
        }
        if !nearest && matches!(name, "div" | "fma" | "mad") {
            return Err(format!("`{name}` of floats is supported with `.rn` only"));
        }
        modifiers.finish()?;
        let finish = Finish { flush, saturate };
        match name {
            "add" => self.float_binary(of_width(Binary::AddF32, Binary::AddF64), kind, finish, operands),
            "sub" => self.float_binary(of_width(Binary::SubtractF32, Binary::SubtractF64), kind, finish, operands),
            "mul" => self.float_binary(of_width(Binary::MultiplyF32, Binary::MultiplyF64), kind, finish, operands),
            "div" if !saturate => {
                self.float_binary(of_width(Binary::DivideF32, Binary::DivideF64), kind, finish, operands)
            }
            "min" | "max" if !saturate => {
                let operation = match (name, not_a_number, wide) {
                    ("min", false, _) => of_width(Binary::MinimumF32, Binary::MinimumF64),
                    ("max", false, _) => of_width(Binary::MaximumF32, Binary::MaximumF64),
                    ("min", true, false) => Binary::MinimumNanF32,
                    ("max", true, false) => Binary::MaximumNanF32,
                    _ => return Err("`.NaN` does not exist for f64".to_owned()),
                };
                self.float_binary(operation, kind, finish, operands)
            }
            "fma" | "mad" => {
                let [d, a, b, c] = exactly(operands)?;
                let (a, b, c) = (
                    self.float_operand(a, kind, flush)?,
                    self.float_operand(b, kind, flush)?,
                    self.float_operand(c, kind, flush)?,
                );
                let d = self.write(d, kind.bits)?;
                self.emit(Instruction::Ternary { operation: fused, d, a, b, c });
                self.finish_float(d, finish);
                Ok(())
            }
            "neg" | "abs" if !saturate => {
                let operation = match (name, wide) {
                    ("neg", false) => Unary::NegateF32,
                    ("neg", true) => Unary::NegateF64,
                    (_, false) => Unary::AbsoluteF32,
                    (_, true) => Unary::AbsoluteF64,
                };
                self.float_unary(operation, kind, finish, operands)
            }
            _ if saturate => Err(format!("`.sat` is not supported with `{name}`")),
            _ => Err(format!("`{name}` is not supported for floats")),
        }
    }

    fn float_operand(&mut self, operand: &Operand<'t>, kind: Type, flush: bool) -> Result<Slot, Reason> {
        let a = self.read(operand, kind)?;
        if !flush {
            return Ok(a);
        }
        let d = self.temporary()?;
        self.emit(Instruction::Unary { operation: Unary::FlushF32, d, a });
        Ok(d)
    }

    fn finish_float(&mut self, d: Slot, finish: Finish) {
        if finish.saturate {
            self.emit(Instruction::Unary { operation: Unary::SaturateF32, d, a: d });
        }
        if finish.flush {
            self.emit(Instruction::Unary { operation: Unary::FlushF32, d, a: d });
        }
    }

    fn float_binary(
        &mut self,
        operation: Binary,
        kind: Type,
        finish: Finish,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let [d, a, b] = exactly(operands)?;
        let (a, b) = (self.float_operand(a, kind, finish.flush)?, self.float_operand(b, kind, finish.flush)?);
        let d = self.write(d, kind.bits)?;
        self.emit(Instruction::Binary { operation, d, a, b });
        self.finish_float(d, finish);
        Ok(())
    }

    fn float_unary(
        &mut self,
        operation: Unary,
        kind: Type,
        finish: Finish,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let [d, a] = exactly(operands)?;
        let a = self.float_operand(a, kind, finish.flush)?;
        let d = self.write(d, kind.bits)?;
        self.emit(Instruction::Unary { operation, d, a });
        self.finish_float(d, finish);
        Ok(())
    }

    pub(super) fn float_only(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        let wide = match (kind.class, kind.bits) {
            (Class::Float, 32) => false,
            (Class::Float, 64) => true,
            _ => return modifiers.refuse_type(kind),
        };
        match name {
            "sqrt" | "rcp" => {
                if !modifiers.take("rn") {
                    return Err(format!("`{name}` is supported with `.rn` only"));
                }
                let flush = !wide && modifiers.take("ftz");
                modifiers.finish()?;
                let operation = match (name, wide) {
                    ("sqrt", false) => Unary::SquareRootF32,
                    ("sqrt", true) => Unary::SquareRootF64,
                    (_, false) => Unary::ReciprocalF32,
                    (_, true) => Unary::ReciprocalF64,
                };
                self.float_unary(operation, kind, Finish { flush, saturate: false }, operands)
            }
            "copysign" => {
                modifiers.finish()?;
                self.binary(if wide { Binary::CopySignF64 } else { Binary::CopySignF32 }, kind, operands)
            }
            _ => {
                let (single, double) = modifiers.choose(&[
                    ("finite", (Unary::FiniteF32, Unary::FiniteF64)),
                    ("infinite", (Unary::InfiniteF32, Unary::InfiniteF64)),
                    ("number", (Unary::NumberF32, Unary::NumberF64)),
                    ("notanumber", (Unary::NotNumberF32, Unary::NotNumberF64)),
                    ("normal", (Unary::NormalF32, Unary::NormalF64)),
                    ("subnormal", (Unary::SubnormalF32, Unary::SubnormalF64)),
                ])?;
                modifiers.finish()?;
                self.unary(if wide { double } else { single }, kind, 1, operands)
            }
        }
    }
}
