//! Functions of two numbers.

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionOfTwo {
    /// `x^y`
    Power,
    /// `sqrt(x^2 + y^2)`
    Hypot,
    /// What a division leaves, with the sign of `x`: exact.
    Remainder,
}

impl FunctionOfTwo {
    /// The function in f64, to a few units in the last place.
    pub fn wide(self, x: f64, y: f64) -> f64 {
        match self {
            Self::Power => x.powf(y),
            Self::Hypot => x.hypot(y),
            Self::Remainder => x % y,
        }
    }

    /// The f32 nearest to the exact value; of powers nearest to the f64 one, which differs in less than one of 10^8.
    pub fn exact(self, x: f32, y: f32) -> f32 {
        let (wide_x, wide_y) = (f64::from(x), f64::from(y));
        match self {
            Self::Hypot => length(wide_x, wide_y),
            Self::Power | Self::Remainder => self.wide(wide_x, wide_y) as f32,
        }
    }
}

/// Of numbers that were f32: the nearest f32, by its distance from the numbers between it and the next.
fn length(x: f64, y: f64) -> f32 {
    let near = x.hypot(y) as f32;
    if near == 0.0 || !near.next_up().is_finite() {
        return near;
    }
    let (larger, smaller) = if x.abs() > y.abs() { (x, y) } else { (y, x) };
    // All squares are exact, and so is the difference where they are near.
    let beyond = |next: f32| {
        let between = 0.5 * (f64::from(near) + f64::from(next));
        (larger * larger - between * between) + smaller * smaller
    };
    if beyond(near.next_up()) > 0.0 {
        near.next_up()
    } else if beyond(near.next_down()) < 0.0 {
        near.next_down()
    } else {
        near
    }
}
