//! Numbers and labelled texts.
use console::Term;

/// Digits of a shown loss.
pub const LOSS_DIGITS: i32 = 6;

/// Columns of the label of a fact.
const LABEL: usize = 10;

/// Columns of a line that does not go to a terminal.
const WIDTH: usize = 80;

/// Columns of a line on a terminal: a wider one would be hard to read.
const WIDEST: usize = 120;

/// Columns that a text may take: those of the terminal that the output is.
fn width() -> usize {
    let terminal = Term::stdout();
    if terminal.is_term() { usize::from(terminal.size().1).clamp(LABEL + 30, WIDEST) } else { WIDTH }
}

/// Words behind a label, broken where a line would become too long.
pub(super) fn labelled(label: &str, text: &str) -> String {
    broken(label, text, width())
}

fn broken(label: &str, text: &str, width: usize) -> String {
    let mut shown = format!("{label:<LABEL$}");
    let mut column = LABEL;
    for (place, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > width {
            shown += &format!("\n{:LABEL$}", "");
            column = LABEL;
        } else if place > 0 {
            shown.push(' ');
            column += 1;
        }
        shown += word;
        column += length;
    }
    shown
}

/// A number with so many significant digits.
pub fn significant(value: f64, digits: i32) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e9).contains(&size) => {
            let decimals = digits - 1 - size.log10().floor() as i32;
            format!("{value:.*}", usize::try_from(decimals).unwrap_or(0))
        }
        _ => format!("{value:.*e}", usize::try_from(digits - 1).unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits() {
        let shown = [0.0, 0.36123456, 1.0, 12345.678, 123456789.0, 1.5e-7, 2.5e12].map(|value| significant(value, 6));
        assert_eq!(shown, ["0", "0.361235", "1.00000", "12345.7", "123456789", "1.50000e-7", "2.50000e12"]);
        assert_eq!(significant(0.01, 3), "0.0100");
    }

    #[test]
    fn words_are_broken_at_the_width() {
        assert_eq!(broken("data", "one two three", 17), "data      one two\n          three");
        assert_eq!(
            broken("data", "a-word-longer-than-the-width b", 12),
            "data      a-word-longer-than-the-width\n          b"
        );
    }
}
