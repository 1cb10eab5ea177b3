//! Where random numbers come from.
use crate::raw::{Argument, Memory, Plain, Refused};
use crate::types::Stream;
use lacuna::random;

impl Argument for Stream {
    type Declared = Plain<random::Stream>;
    #[inline(always)]
    fn declare(self, _memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        let Self { seed, stream, first } = self;
        Ok(Plain(random::Stream { seed, stream, first }))
    }
}
