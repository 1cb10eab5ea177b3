//! Parameters from texts, as in MXNet graphs.
use super::{Axis, InferError, Parameters, Stype, TakeMode};

impl Parameters {
    /// Sets the parameter of this name to what a text says, written as MXNet writes it: `True` or `1`, `-0.5`,
    /// `(0, 1)`, `csr`, `None`. A name that says nothing about storage types, such as `num_hidden`, is passed over.
    ///
    /// # Errors
    /// [`InferError::Parameter`] for a text that is no value of this parameter, which is then as it was.
    ///
    /// ```
    /// use lacuna::infer::{Axis, InferError, Parameters};
    /// let mut parameters = Parameters::default();
    /// parameters.set("axis", "(1,)")?;
    /// parameters.set("keepdims", "True")?;
    /// assert_eq!(parameters, Parameters { axis: Axis::One(1), keepdims: true, ..Parameters::default() });
    /// assert_eq!(parameters.set("axis", "rows"), Err(InferError::Parameter));
    /// # Ok::<(), InferError>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), InferError> {
        self.try_set(name, text.trim()).ok_or(InferError::Parameter)
    }

    fn try_set(&mut self, name: &str, text: &str) -> Option<()> {
        match name {
            "transpose_a" => self.transpose_a = flag(text)?,
            "transpose_b" => self.transpose_b = flag(text)?,
            "forward_stype" => self.forward_stype = stype(text)?,
            "stype" => self.stype = stype(text)?,
            "scalar" => self.scalar = text.parse().ok()?,
            "a_min" => self.a_min = text.parse().ok()?,
            "a_max" => self.a_max = text.parse().ok()?,
            "c" => self.c = text.parse().ok()?,
            "ord" => self.ord = text.parse().ok()?,
            "axis" => self.axis = axis(text)?,
            "keepdims" => self.keepdims = flag(text)?,
            "exclude" => self.exclude = flag(text)?,
            "mode" => self.mode = mode(text)?,
            // As MXNet: 1 along the first axis alone is none.
            "step" => self.has_step = items(text).count() > 1 || items(text).any(|step| step != "None" && step != "1"),
            "dim" => self.dim = text.parse().ok()?,
            "no_bias" => self.no_bias = flag(text)?,
            "sparse_grad" => self.sparse_grad = flag(text)?,
            _ => {}
        }
        Some(())
    }
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "True" | "true" | "1" => Some(true),
        "False" | "false" | "0" => Some(false),
        _ => None,
    }
}

fn stype(text: &str) -> Option<Option<Stype>> {
    if text == "None" { Some(None) } else { Stype::named(text).map(Some) }
}

fn mode(text: &str) -> Option<TakeMode> {
    match text {
        "clip" => Some(TakeMode::Clip),
        "wrap" => Some(TakeMode::Wrap),
        "raise" => Some(TakeMode::Raise),
        _ => None,
    }
}

/// What is in a list, or the one item that is none.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches(['(', '['])
        .trim_end_matches([')', ']'])
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

fn axis(text: &str) -> Option<Axis> {
    let mut axes = items(text).filter(|item| *item != "None");
    let Some(first) = axes.next() else { return Some(Axis::All) };
    let first = first.parse().ok()?;
    let (mut axis, mut rest) = (Axis::One(first), axes);
    rest.try_for_each(|other| {
        axis = Axis::Several;
        other.parse::<i64>().ok().map(drop)
    })?;
    Some(axis)
}
