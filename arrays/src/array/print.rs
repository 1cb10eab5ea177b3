//! Arrays as MXNet prints them.
use super::number_text::NumberFormat;
use super::{Array, Element, with_values};
use lacuna::infer::Stype;
use std::fmt::{self, Display, Formatter};

/// Columns of a line.
const LINE: usize = 75;

/// An array of more elements is printed by its edges.
const WHOLE: usize = 1000;

/// Elements of each dimension at each edge.
const EDGE: usize = 3;

/// As MXNet prints it: a dense array by its elements, of which a large one shows the first and last three of each
/// dimension; a sparse one by its type and shape. An array on a device is copied to the host for it.
impl Display for Array {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let class = match self.stype() {
            Stype::Dense => "NDArray",
            Stype::Csr => "CSRNDArray",
            Stype::RowSparse => "RowSparseNDArray",
        };
        if self.stype() == Stype::Dense {
            f.write_str("\n")?;
            match self.here() {
                Ok(copy) => Text::of(&copy).write(f)?,
                Err(error) => write!(f, "{error}")?,
            }
        }
        let shape: Vec<_> = self.shape.iter().map(ToString::to_string).collect();
        write!(f, "\n<{class} {} @{}>", shape.join("x"), self.context())
    }
}

/// What is printed of a dense array.
struct Text<'a> {
    shape: &'a [usize],
    /// The elements that are printed, in order.
    words: std::vec::IntoIter<String>,
    summary: bool,
}

impl<'a> Text<'a> {
    fn of(array: &'a Array) -> Self {
        let summary = array.size() > WHOLE;
        let mut places = Vec::new();
        // A dimension of length 0 leaves nothing to print, however long the others are.
        if !array.shape().contains(&0) {
            shown_places(array.shape(), summary, 0, &mut places);
        }
        let words = with_values!(array.values(), |values| words(values, &places));
        Self { shape: array.shape(), words: words.into_iter(), summary }
    }

    fn write(mut self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.shape.contains(&0) {
            return f.write_str("[]");
        }
        let text = self.level(self.shape, 1, LINE);
        f.write_str(&text)
    }

    /// The elements of the remaining dimensions; lines after the first are indented.
    fn level(&mut self, shape: &[usize], indent: usize, width: usize) -> String {
        let Some((&length, inner)) = shape.split_first() else { return self.words.next().unwrap_or_default() };
        let hanging = " ".repeat(indent);
        let mut items: Vec<String> = Vec::new();
        for place in shown(length, self.summary) {
            items.push(match place {
                Some(_) => self.level(inner, indent + 1, width.saturating_sub(1)),
                None => "...".to_owned(),
            });
        }
        let mut text = String::new();
        if inner.is_empty() {
            // Words fill lines, from which the closing bracket is kept free.
            let (room, mut line) = (width.saturating_sub(1), hanging.clone());
            let count = items.len();
            for (number, item) in items.into_iter().enumerate() {
                if line.len() + item.len() > room && line.len() > indent {
                    text += line.trim_end();
                    text.push('\n');
                    line.clone_from(&hanging);
                }
                line += &item;
                if number + 1 < count {
                    line.push(' ');
                }
            }
            text += &line;
        } else {
            let separator = "\n".repeat(inner.len());
            text = items.iter().map(|item| format!("{hanging}{item}")).collect::<Vec<_>>().join(&separator);
        }
        format!("[{}]", text.get(indent..).unwrap_or_default())
    }
}

/// The places of one dimension that are printed; `None` stands for those left out.
fn shown(length: usize, summary: bool) -> Vec<Option<usize>> {
    if summary && length > 2 * EDGE {
        let (first, last) = ((0..EDGE).map(Some), (length - EDGE..length).map(Some));
        first.chain([None]).chain(last).collect()
    } else {
        (0..length).map(Some).collect()
    }
}

fn shown_places(shape: &[usize], summary: bool, offset: usize, places: &mut Vec<usize>) {
    let Some((&length, inner)) = shape.split_first() else {
        places.push(offset);
        return;
    };
    let stride: usize = inner.iter().product();
    for place in shown(length, summary).into_iter().flatten() {
        shown_places(inner, summary, offset + place * stride, places);
    }
}

fn words<V: Element>(values: &[V], places: &[usize]) -> Vec<String> {
    let shown: Vec<V> = places.iter().filter_map(|&place| values.get(place).copied()).collect();
    let words: Vec<String> = if V::DTYPE.is_float() {
        let numbers: Vec<f64> = shown.iter().map(|value| value.number()).collect();
        let format = NumberFormat::of(&numbers, V::DTYPE);
        numbers.into_iter().map(|number| format.text(number)).collect()
    } else {
        shown.iter().map(|value| format!("{value:?}")).collect()
    };
    let width = words.iter().map(String::len).max().unwrap_or(0);
    words.into_iter().map(|word| format!("{word:>width$}")).collect()
}
