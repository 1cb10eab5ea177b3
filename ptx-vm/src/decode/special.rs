//! Special registers.

use crate::parse::Reason;
use crate::program::SpecialRegister;

/// `None` if the name is not that of a special register.
pub(crate) fn special_register(name: &str) -> Option<Result<SpecialRegister, Reason>> {
    let (base, axis) = match name.split_once('.') {
        Some((base, "x")) => (base, Some(0)),
        Some((base, "y")) => (base, Some(1)),
        Some((base, "z")) => (base, Some(2)),
        Some(_) => return None,
        None => (name, None),
    };
    Some(Ok(match (base, axis) {
        ("%tid", Some(axis)) => SpecialRegister::Thread(axis),
        ("%ntid", Some(axis)) => SpecialRegister::ThreadCount(axis),
        ("%ctaid", Some(axis)) => SpecialRegister::Block(axis),
        ("%nctaid", Some(axis)) => SpecialRegister::BlockCount(axis),
        ("%laneid", None) => SpecialRegister::Lane,
        ("%warpid", None) => SpecialRegister::Warp,
        ("%nwarpid", None) => SpecialRegister::WarpCount,
        ("%lanemask_eq", None) => SpecialRegister::LanesEqual,
        ("%lanemask_lt", None) => SpecialRegister::LanesBelow,
        ("%lanemask_le", None) => SpecialRegister::LanesUpTo,
        ("%lanemask_gt", None) => SpecialRegister::LanesAbove,
        ("%lanemask_ge", None) => SpecialRegister::LanesFrom,
        ("%dynamic_smem_size", None) => SpecialRegister::DynamicShared,
        ("%total_smem_size", None) => SpecialRegister::TotalShared,
        (
            "%clock" | "%clock_hi" | "%clock64" | "%globaltimer" | "%globaltimer_lo" | "%globaltimer_hi" | "%smid"
            | "%nsmid" | "%gridid",
            None,
        ) => {
            return Some(Err(format!("`{name}` has no value without hardware")));
        }
        _ => return None,
    }))
}
