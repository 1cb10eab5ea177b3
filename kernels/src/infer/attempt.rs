//! The steps that all rules are made of: outputs get a storage type where they have none, and an attempt that does not
//! fit leaves those that it has assigned.
use super::{Call, Device, InferError, Mode, Stype};

/// The outputs of a call, while its rule tries one path after the other.
pub(super) struct Attempt<'c> {
    pub(super) call: &'c Call<'c>,
    pub(super) outputs: &'c mut [Option<Stype>],
}

/// What a rule says in the end; `None` asks for the next path.
pub(super) type Found = Option<Mode>;

impl Attempt<'_> {
    pub(super) fn inputs(&self) -> &[Stype] {
        self.call.inputs
    }

    /// True if there is an input, and all of them are stored so.
    pub(super) fn all(&self, stype: Stype) -> bool {
        !self.inputs().is_empty() && self.inputs().iter().all(|input| *input == stype)
    }

    pub(super) fn any(&self, stype: Stype) -> bool {
        self.inputs().contains(&stype)
    }

    /// Two inputs, one of this storage type, the other of that.
    pub(super) fn pair(&self, one: Stype, other: Stype) -> bool {
        matches!(*self.inputs(), [left, right] if (left, right) == (one, other) || (left, right) == (other, one))
    }

    /// Assigns a storage type to all outputs, or fails on one that has another.
    pub(super) fn assign(&mut self, stype: Stype, mode: Mode) -> Found {
        let outputs = self.outputs.len();
        self.assign_each(|_| stype, outputs, mode)
    }

    /// Assigns storage types by place.
    pub(super) fn assign_each(&mut self, stype: impl Fn(usize) -> Stype, outputs: usize, mode: Mode) -> Found {
        for (place, output) in self.outputs.iter_mut().enumerate().take(outputs) {
            let stype = stype(place);
            if *output.get_or_insert(stype) != stype {
                return None;
            }
        }
        Some(mode)
    }

    /// Outputs without a storage type become dense.
    pub(super) fn fallback(&mut self) -> Mode {
        self.outputs.iter_mut().for_each(|output| _ = output.get_or_insert(Stype::Dense));
        Mode::Fallback
    }

    /// All operands and results dense.
    pub(super) fn dense(&mut self) -> Found {
        if self.all(Stype::Dense) { self.assign(Stype::Dense, Mode::Dense) } else { None }
    }

    /// The path, if the condition holds.
    pub(super) fn when(&mut self, condition: bool, stype: Stype) -> Found {
        if condition { self.assign(stype, Mode::Sparse) } else { None }
    }

    /// As [`when`](Self::when), for a kernel that GPUs lack: there the outputs get the storage type all the same, by a
    /// cast of the dense result.
    pub(super) fn on_cpu(&mut self, condition: bool, stype: Stype) -> Found {
        let mode = if self.call.device == Device::Cpu { Mode::Sparse } else { Mode::Fallback };
        if condition { self.assign(stype, mode) } else { None }
    }
}

/// For operators that refuse what they do not know.
pub(super) fn or_refused(found: Found) -> Result<Mode, InferError> {
    found.ok_or(InferError::NotImplemented)
}
