//! Optimizers that look at whole rows: the formula of each on a row of numbers, in the order in which it is to be
//! evaluated, for any [`Arithmetic`]. The gradient is `None` in a row that has none; how squares are summed, the caller
//! says. First the arrays with the elements of a row, then those of one number; a row has elements.
use super::{Arithmetic, Hyper, Tracked};

/// The sum of the squares of some numbers.
pub type Squares<'s, A> = &'s dyn Fn(&[A]) -> A;

/// A sum of squares in any order, rounded after each operation.
pub fn tracked_squares(numbers: &[Tracked]) -> Tracked {
    numbers.iter().fold(Tracked::exact(0.0), |sum, &x| sum + x * x)
}

impl<A: Arithmetic> Hyper<A> {
    /// `clip(rescale g)` of each element, and 0 without a gradient.
    fn prepared_row(&self, gradient: Option<&[A]>, length: usize) -> Vec<A> {
        (0..length).map(|i| self.prepared(gradient.map(|gradient| gradient[i]))).collect()
    }

    /// `clip(rescale g) + wd w`
    fn prepared_and_decayed(&self, gradient: Option<&[A]>, w: &[A]) -> Vec<A> {
        self.prepared_row(gradient, w.len()).iter().zip(w).map(|(&g, &w)| g + self.weight_decay * w).collect()
    }
}

fn mean_square<A: Arithmetic>(numbers: &[A], squares: Squares<A>) -> A {
    squares(numbers) / A::exact(numbers.len() as f32)
}

fn combined<A: Copy>(left: &[A], right: &[A], of: impl Fn(A, A) -> A) -> Vec<A> {
    left.iter().zip(right).map(|(&left, &right)| of(left, right)).collect()
}

/// `n = n + mean(g^2); w = (1 - lr wd) w - lr g / sqrt(n + epsilon)`
pub fn group_adagrad<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w]: [&[A]; 1],
    [n]: [A; 1],
    squares: Squares<A>,
) -> ([Vec<A>; 1], [A; 1]) {
    let g = h.prepared_row(g, w.len());
    let n = n + mean_square(&g, squares);
    let root = (n + h.own[0]).root();
    let decay = A::exact(1.0) - h.learning_rate * h.weight_decay;
    ([combined(w, &g, |w, g| decay * w - (h.learning_rate * g) / root)], [n])
}

/// `g = g + wd w; n = n + mean(g^2); w = w - lr / (sqrt(n) + epsilon) g`
pub fn row_adagrad<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w]: [&[A]; 1],
    [n]: [A; 1],
    squares: Squares<A>,
) -> ([Vec<A>; 1], [A; 1]) {
    let g = h.prepared_and_decayed(g, w);
    let n = n + mean_square(&g, squares);
    let rate = h.learning_rate / (n.root() + h.own[0]);
    ([combined(w, &g, |w, g| w - rate * g)], [n])
}

/// `g = g + wd w; n = rho n + (1 - rho) mean(g^2); w = w - lr / (sqrt(n) + epsilon) g`
pub fn row_rmsprop<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w]: [&[A]; 1],
    [n]: [A; 1],
    squares: Squares<A>,
) -> ([Vec<A>; 1], [A; 1]) {
    let g = h.prepared_and_decayed(g, w);
    let n = h.own[0] * n + (A::exact(1.0) - h.own[0]) * mean_square(&g, squares);
    let rate = h.learning_rate / (n.root() + h.own[1]);
    ([combined(w, &g, |w, g| w - rate * g)], [n])
}

/// The new means and the new mean of squares of a row, and what the means are divided by.
fn row_moments<A: Arithmetic>(h: &Hyper<A>, g: Option<&[A]>, m: &[A], v: A, squares: Squares<A>) -> (Vec<A>, A, A) {
    let (one, g) = (A::exact(1.0), h.prepared_row(g, m.len()));
    let v = h.own[1] * v + (one - h.own[1]) * mean_square(&g, squares);
    (combined(m, &g, |m, g| h.own[0] * m + (one - h.own[0]) * g), v, h.own[3] * ((v / h.own[4]).root() + h.own[2]))
}

/// `lr |w| / |d|`, or lr where a norm is 0. Norms are not below it; `==` of tracked numbers would compare their errors,
/// too.
fn rate_by_norms<A: Arithmetic>(learning_rate: A, norm: A, of_direction: A) -> A {
    let none = norm <= A::exact(0.0) || of_direction <= A::exact(0.0);
    if none { learning_rate } else { (learning_rate * norm) / of_direction }
}

/// `v = beta2 v + (1 - beta2) mean(g^2); m = beta1 m + (1 - beta1) g; w = w - lr ((m / correction1) / (sqrt(v /
/// correction2) + epsilon) + wd w)`
pub fn row_adam<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w, m]: [&[A]; 2],
    [v]: [A; 1],
    squares: Squares<A>,
) -> ([Vec<A>; 2], [A; 1]) {
    let (m, v, divisor) = row_moments(h, g, m, v, squares);
    ([combined(w, &m, |w, m| w - h.learning_rate * (m / divisor + h.weight_decay * w)), m], [v])
}

/// `v` and `m` of [`row_adam`]; `d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd w; w = w - (lr |w| /
/// |d|) d`
pub fn row_lamb<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w, m]: [&[A]; 2],
    [v]: [A; 1],
    squares: Squares<A>,
) -> ([Vec<A>; 2], [A; 1]) {
    let (m, v, divisor) = row_moments(h, g, m, v, squares);
    let direction = combined(&m, w, |m, w| m / divisor + h.weight_decay * w);
    let rate = rate_by_norms(h.learning_rate, squares(w).root(), squares(&direction).root());
    ([combined(w, &direction, |w, d| w - rate * d), m], [v])
}

/// `d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd w` of the moments of Adam;
/// `w = w - (lr |w| / |d|) d`, with `|w|` between the bounds
pub fn lamb<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w, m, v]: [&[A]; 3],
    []: [A; 0],
    squares: Squares<A>,
) -> ([Vec<A>; 3], [A; 0]) {
    let (zero, one, g) = (A::exact(0.0), A::exact(1.0), h.prepared_row(g, w.len()));
    let m = combined(m, &g, |m, g| h.own[0] * m + (one - h.own[0]) * g);
    let v = combined(v, &g, |v, g| h.own[1] * v + (one - h.own[1]) * (g * g));
    let moved = combined(&m, &v, |m, v| (m / h.own[3]) / ((v / h.own[4]).root() + h.own[2]));
    let direction = combined(&moved, w, |moved, w| moved + h.weight_decay * w);
    let (norm, of_direction) = (squares(w).root(), squares(&direction).root());
    let raised = if h.own[5] >= zero && norm < h.own[5] { h.own[5].chosen_by(norm) } else { norm };
    let limited = if h.own[6] >= zero && raised > h.own[6] { h.own[6].chosen_by(raised) } else { raised };
    let rate = rate_by_norms(h.learning_rate, limited, of_direction);
    ([combined(w, &direction, |w, d| w - rate * d), m, v], [])
}

/// `s = lr eta |w| / (|g| + wd |w| + epsilon)`, or lr where a norm is 0; `m = mu m - s wd w - s g; w = w + m`
pub fn lars<A: Arithmetic>(
    h: &Hyper<A>,
    g: Option<&[A]>,
    [w, m]: [&[A]; 2],
    []: [A; 0],
    squares: Squares<A>,
) -> ([Vec<A>; 2], [A; 0]) {
    let (zero, g) = (A::exact(0.0), h.prepared_row(g, w.len()));
    let (of_weight, of_gradient) = (squares(w).root(), squares(&g).root());
    let ratio = (h.own[1] * of_weight) / ((of_gradient + h.weight_decay * of_weight) + h.own[2]);
    let rate = if of_weight > zero && of_gradient > zero { h.learning_rate * ratio } else { h.learning_rate };
    let m = combined(&combined(m, w, |m, w| h.own[0] * m - (rate * h.weight_decay) * w), &g, |m, g| m - rate * g);
    ([combined(w, &m, |w, m| w + m), m], [])
}
