//! A table that grows by a row at a time, for people and as JSON.
use super::text::{LOSS_DIGITS, significant};
use indicatif::HumanCount;

/// Digits of a time.
const TIME_DIGITS: i32 = 3;

/// A number or a word of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Nothing yet.
    None,
    Count(u64),
    /// A loss, or another measure.
    Number(f64),
    Seconds(f64),
    /// Of a second.
    Rate(f64),
    Word(String),
    Flag(bool),
    List(Vec<Cell>),
}

impl Cell {
    /// A measure, if there is one.
    pub fn number(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Number)
    }

    /// So many in so many seconds.
    pub fn rate(count: u64, seconds: f64) -> Self {
        Self::Rate(count as f64 / seconds.max(1e-9))
    }

    /// As people read it.
    pub fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Count(count) => HumanCount(*count).to_string(),
            Self::Number(value) => significant(*value, LOSS_DIGITS),
            Self::Seconds(value) => significant(*value, TIME_DIGITS),
            // As wide as the column.
            Self::Rate(value) if *value >= 1e7 => format!("{} M", significant(*value / 1e6, 4)),
            Self::Rate(value) => HumanCount(*value as u64).to_string(),
            Self::Word(word) => word.clone(),
            Self::Flag(flag) => flag.to_string(),
            Self::List(cells) => cells.iter().map(Self::text).collect::<Vec<_>>().join(" "),
        }
    }

    /// As a value of JSON, which has no number that is not finite.
    pub fn json(&self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(value) | Self::Seconds(value) | Self::Rate(value) if value.is_finite() => {
                serde_json::Value::from(*value).to_string()
            }
            Self::List(cells) => format!("[{}]", cells.iter().map(Self::json).collect::<Vec<_>>().join(",")),
            Self::Word(word) => serde_json::Value::from(&**word).to_string(),
            _ => "null".to_owned(),
        }
    }
}

/// A line of JSON: what it is about, and its members.
pub(crate) fn object<'a>(event: &str, members: impl IntoIterator<Item = (&'a str, &'a Cell)>) -> String {
    let mut line = format!("{{\"event\":\"{event}\"");
    for (key, cell) in members {
        line += &format!(",\"{key}\":{}", cell.json());
    }
    line + "}"
}

/// A column: its head, its key in JSON, and how wide it is.
#[derive(Clone, Debug)]
struct Column {
    head: String,
    key: &'static str,
    width: usize,
}

/// The columns of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns(Vec<Column>);

impl Columns {
    /// One more, which is wide enough for its head.
    pub fn with(mut self, head: impl Into<String>, key: &'static str, width: usize) -> Self {
        let head = head.into();
        let width = width.max(head.chars().count());
        self.0.push(Column { head, key, width });
        self
    }

    /// What counts passes, the loss of the training and then the measures of the test rows.
    pub fn of_epochs(loss: &str, key: &'static str) -> Self {
        Self::default().with("epoch", "epoch", 5).with(loss, key, 10)
    }

    /// Time, and rows or other units a second: the last columns of all programs.
    pub fn with_speed(self, unit: &str, key: &'static str) -> Self {
        self.with("seconds", "seconds", 8).with(format!("{unit}/s"), key, 9)
    }

    /// The head of the table.
    pub fn head(&self) -> String {
        self.0
            .iter()
            .map(|column| format!("{:>width$}", column.head, width = column.width))
            .collect::<Vec<_>>()
            .join("  ")
    }

    /// A row of it.
    pub fn row(&self, cells: &[Cell]) -> String {
        let cells =
            self.0.iter().zip(cells).map(|(column, cell)| format!("{:>width$}", cell.text(), width = column.width));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }

    /// The row as a line of JSON.
    pub fn json(&self, event: &str, cells: &[Cell]) -> String {
        object(event, self.0.iter().map(|column| column.key).zip(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_for_people_and_as_json() {
        let columns =
            Columns::of_epochs("log loss", "log_loss").with("auc", "test_auc", 8).with_speed("rows", "rows_per_second");
        let cells = [Cell::Count(1), Cell::Number(0.25), Cell::number(None), Cell::Seconds(0.5), Cell::rate(1500, 0.5)];
        assert_eq!(columns.head(), "epoch    log loss       auc   seconds     rows/s");
        assert_eq!(columns.row(&cells), "    1    0.250000               0.500      3,000");
        assert_eq!(
            columns.json("epoch", &cells),
            r#"{"event":"epoch","epoch":1,"log_loss":0.25,"test_auc":null,"seconds":0.5,"rows_per_second":3000.0}"#
        );
        let texts = [Cell::Seconds(0.000123456), Cell::Seconds(4.5e-5), Cell::Rate(9_999_999.0), Cell::Rate(1.2345e7)];
        assert_eq!(texts.map(|cell| cell.text()), ["0.000123", "4.50e-5", "9,999,999", "12.35 M"]);
        let line = object("fact", [("name", &Cell::Word("a \"b\"\n".to_owned())), ("x", &Cell::Number(f64::NAN))]);
        assert_eq!(line, r#"{"event":"fact","name":"a \"b\"\n","x":null}"#);
    }
}
