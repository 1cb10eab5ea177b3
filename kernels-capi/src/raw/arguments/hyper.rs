//! Hyper-parameters of optimizers.
use super::choice;
use crate::raw::memory::Memory;
use crate::raw::{Argument, Declared};
use crate::status::{MemoryFault, Refusal};
use crate::types::{Sgd, SgdMomentum, Update};
use lacuna::Value;

/// Hyper-parameters name no arrays.
impl<V: Value> Argument for Sgd<V> {
    type Declared = lacuna::optim::Sgd<V>;
    #[inline(always)]
    fn declare(self, _memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { learning_rate, weight_decay, rescale_gradient, clip_gradient, .. } = self;
        let standard = choice(self.update, Update::Standard as u32)? == Update::Standard as u32;
        Ok(lacuna::optim::Sgd {
            learning_rate,
            weight_decay,
            rescale_gradient,
            clip_gradient: (choice(self.clips, 1)? == 1).then_some(clip_gradient),
            update: if standard { lacuna::optim::Update::Standard } else { lacuna::optim::Update::Lazy },
        })
    }
}

impl<V: Value> Declared for lacuna::optim::Sgd<V> {
    type View<'a> = Self;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(self)
    }
}

impl<V: Value> Argument for SgdMomentum<V> {
    type Declared = lacuna::optim::SgdMomentum<V>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        Ok(lacuna::optim::SgdMomentum { sgd: self.sgd.declare(memory)?, momentum: self.momentum })
    }
}

impl<V: Value> Declared for lacuna::optim::SgdMomentum<V> {
    type View<'a> = Self;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(self)
    }
}
