//! What the lanes of a warp or the threads of a block do together.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use crate::operation::{Class, Type};
use crate::parse::{Operand, Reason};
use crate::program::{
    Barrier, BarrierReduction, Collective, CollectiveKind, Instruction, Reduction, SINK, ShuffleMode,
};

const B32: Type = Type { class: Class::Bits, bits: 32 };

const NOTHING: Collective =
    Collective { kind: CollectiveKind::Synchronize, d: SINK, predicate: SINK, a: SINK, b: SINK, c: SINK, mask: SINK };

impl<'t> Builder<'t, '_> {
    fn emit_collective(&mut self, collective: Collective) -> Result<(), Reason> {
        let index =
            u32::try_from(self.function.collectives.len()).map_err(|_| "the function is too long".to_owned())?;
        self.function.collectives.push(collective);
        self.emit(Instruction::Collective { collective: index });
        Ok(())
    }

    pub(super) fn collective(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if matches!(name, "shfl" | "vote" | "match" | "redux") && !modifiers.take("sync") {
            return Err(format!("`{name}` without `.sync` is not supported"));
        }
        match name {
            "activemask" => {
                let kind = modifiers.last_type()?;
                modifiers.finish()?;
                let [d] = exactly(operands)?;
                let d = self.write(d, kind.bits)?;
                self.emit_collective(Collective { kind: CollectiveKind::Active, d, ..NOTHING })
            }
            "elect" => {
                if !modifiers.take("sync") {
                    return Err("`elect` without `.sync` does not exist".to_owned());
                }
                modifiers.finish()?;
                let [d, mask] = exactly(operands)?;
                let (d, predicate) = self.write_pair(d, 32)?;
                let mask = self.read(mask, B32)?;
                self.emit_collective(Collective { kind: CollectiveKind::Elect, d, predicate, mask, ..NOTHING })
            }
            "shfl" => {
                let mode = modifiers.choose(&[
                    ("up", ShuffleMode::Up),
                    ("down", ShuffleMode::Down),
                    ("bfly", ShuffleMode::Butterfly),
                    ("idx", ShuffleMode::Index),
                ])?;
                if modifiers.last_type()? != B32 {
                    return Err("`shfl` moves b32".to_owned());
                }
                modifiers.finish()?;
                let [d, a, b, c, mask] = exactly(operands)?;
                let (a, b, c, mask) =
                    (self.read(a, B32)?, self.read(b, B32)?, self.read(c, B32)?, self.read(mask, B32)?);
                let (d, predicate) = self.write_pair(d, 32)?;
                self.emit_collective(Collective { kind: CollectiveKind::Shuffle(mode), d, predicate, a, b, c, mask })
            }
            "vote" => {
                let kind = modifiers.choose(&[
                    ("ballot", CollectiveKind::Ballot),
                    ("all", CollectiveKind::VoteAll),
                    ("any", CollectiveKind::VoteAny),
                    ("uni", CollectiveKind::VoteUniform),
                ])?;
                let result = modifiers.last_type()?;
                if result != (if kind == CollectiveKind::Ballot { B32 } else { Type::PREDICATE }) {
                    return modifiers.refuse_type(result);
                }
                modifiers.finish()?;
                let [d, a, mask] = exactly(operands)?;
                let (a, mask, d) = (self.read_predicate(a)?, self.read(mask, B32)?, self.write(d, result.bits)?);
                self.emit_collective(Collective { kind, d, a, mask, ..NOTHING })
            }
            "match" => {
                let kind = modifiers.choose(&[("any", CollectiveKind::MatchAny), ("all", CollectiveKind::MatchAll)])?;
                let operand = modifiers.last_type()?;
                if operand.class != Class::Bits || !matches!(operand.bits, 32 | 64) {
                    return modifiers.refuse_type(operand);
                }
                modifiers.finish()?;
                let [d, a, mask] = exactly(operands)?;
                let (a, mask) = (self.read(a, operand)?, self.read(mask, B32)?);
                let (d, predicate) =
                    if kind == CollectiveKind::MatchAll { self.write_pair(d, 32)? } else { (self.write(d, 32)?, SINK) };
                self.emit_collective(Collective { kind, d, predicate, a, mask, ..NOTHING })
            }
            _ => {
                let kind = modifiers.last_type()?;
                let (unsigned, signed, bits) = modifiers.choose(&[
                    ("add", (Some(Reduction::Add), Some(Reduction::Add), None)),
                    ("min", (Some(Reduction::MinimumUnsigned), Some(Reduction::MinimumSigned), None)),
                    ("max", (Some(Reduction::MaximumUnsigned), Some(Reduction::MaximumSigned), None)),
                    ("and", (None, None, Some(Reduction::And))),
                    ("or", (None, None, Some(Reduction::Or))),
                    ("xor", (None, None, Some(Reduction::Xor))),
                ])?;
                let reduction = match kind.class {
                    Class::Unsigned => unsigned,
                    Class::Signed => signed,
                    Class::Bits => bits,
                    _ => None,
                };
                let Some(reduction) = reduction.filter(|_| kind.bits == 32) else { return modifiers.refuse_type(kind) };
                modifiers.finish()?;
                let [d, a, mask] = exactly(operands)?;
                let (a, mask, d) = (self.read(a, kind)?, self.read(mask, B32)?, self.write(d, 32)?);
                self.emit_collective(Collective { kind: CollectiveKind::Reduce(reduction), d, a, mask, ..NOTHING })
            }
        }
    }

    /// `bar.sync`, `barrier.sync{.aligned}`, `bar.red`, `bar.arrive`, `bar.warp.sync`.
    pub(super) fn barrier(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if name == "bar" && modifiers.take("warp") {
            if !modifiers.take("sync") {
                return Err("`bar.warp` needs `.sync`".to_owned());
            }
            modifiers.finish()?;
            let [mask] = exactly(operands)?;
            let mask = self.read(mask, B32)?;
            return self.emit_collective(Collective { mask, ..NOTHING });
        }
        modifiers.take("cta");
        let aligned = modifiers.take("aligned") || name == "bar";
        let barrier = if modifiers.take("sync") {
            let (id, count) = match operands {
                [id] => (id, None),
                [id, count] => (id, Some(count)),
                _ => return Err("a barrier has one or two operands".to_owned()),
            };
            Barrier {
                id: self.read(id, B32)?,
                count: count.map(|count| self.read(count, B32)).transpose()?,
                aligned,
                arrive: false,
                reduction: None,
            }
        } else if modifiers.take("arrive") {
            let [id, count] = exactly(operands)?;
            Barrier {
                id: self.read(id, B32)?,
                count: Some(self.read(count, B32)?),
                aligned,
                arrive: true,
                reduction: None,
            }
        } else if modifiers.take("red") {
            let reduction = modifiers.choose(&[
                ("popc", BarrierReduction::Count),
                ("and", BarrierReduction::And),
                ("or", BarrierReduction::Or),
            ])?;
            let kind = modifiers.last_type()?;
            let bits = if reduction == BarrierReduction::Count { 32 } else { 1 };
            if kind.bits != bits {
                return modifiers.refuse_type(kind);
            }
            let (d, id, count, a) = match operands {
                [d, id, a] => (d, id, None, a),
                [d, id, count, a] => (d, id, Some(count), a),
                _ => return Err("a barrier with a reduction has three or four operands".to_owned()),
            };
            let a = self.read_predicate(a)?;
            Barrier {
                id: self.read(id, B32)?,
                count: count.map(|count| self.read(count, B32)).transpose()?,
                aligned,
                arrive: false,
                reduction: Some((reduction, self.write(d, bits)?, a)),
            }
        } else {
            return Err(format!("`{name}` of this form is not supported"));
        };
        modifiers.finish()?;
        let index = u32::try_from(self.function.barriers.len()).map_err(|_| "the function is too long".to_owned())?;
        self.function.barriers.push(barrier);
        self.emit(Instruction::Barrier { barrier: index });
        Ok(())
    }
}
