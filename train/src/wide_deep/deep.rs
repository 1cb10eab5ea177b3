//! Ids and continuous columns, from a text of a line for each row.
use crate::columns::for_each_row;
use crate::left_out::LeftOut;
use anyhow::{Context, Result, ensure};
use std::fmt::Write;
use std::path::Path;

/// The ids and continuous columns of some rows.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Deep {
    /// Of each id column.
    pub ids: Vec<Vec<i64>>,
    /// Row after row.
    pub continuous: Vec<f32>,
    /// Continuous columns.
    pub columns: usize,
    pub rows: usize,
}

/// What a text must have.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    /// Id columns.
    pub ids: usize,
    /// Where the ids of each of these end, if that is known.
    pub ends: Vec<usize>,
    /// Continuous columns, if that is known.
    pub columns: Option<usize>,
}

impl Deep {
    /// Reads lines of ids and then continuous columns.
    pub fn read(path: &Path, expected: &Expected, left_out: &mut LeftOut) -> Result<Self> {
        let mut deep = Self { ids: vec![Vec::new(); expected.ids], ..Self::default() };
        let mut count = expected.columns.map(|columns| columns.saturating_add(expected.ids));
        for_each_row(path, left_out, |row| {
            let (found, least) = (row.len(), expected.ids);
            ensure!(found >= least, "{}: {found} columns, fewer than the {least} of ids", row.line());
            let count = *count.get_or_insert(found);
            ensure!(found == count, "{}: {found} columns, not {count}", row.line());
            deep.columns = count.saturating_sub(expected.ids);
            for (place, field) in row.fields().enumerate() {
                let at = || row.place(place);
                let Some(ids) = deep.ids.get_mut(place) else {
                    let value = field.parse::<f32>().ok().filter(|value| value.is_finite());
                    deep.continuous.push(value.with_context(|| format!("{}: {field:?} is not a number", at()))?);
                    continue;
                };
                let id = field.parse::<i64>().ok().filter(|&id| id >= 0);
                let id = id.with_context(|| format!("{}: id {field:?} is not an integer, 0 or more", at()))?;
                if let Some(&end) = expected.ends.get(place) {
                    ensure!(
                        usize::try_from(id).is_ok_and(|id| id < end),
                        "{}: id {id} is out of range: table {place} has {end} rows",
                        at()
                    );
                }
                ids.push(id);
            }
            deep.rows += 1;
            Ok(())
        })?;
        ensure!(deep.rows > 0, "{}: no rows", path.display());
        ensure!(deep.columns + expected.ids > 0, "{}: no columns", path.display());
        Ok(deep)
    }

    /// The text that [`read`](Self::read) reads, with a head. Each number has the fewest digits that distinguish it
    /// from its neighbours.
    pub fn text(&self) -> String {
        let head = (0..self.ids.len())
            .map(|column| format!("id{column}"))
            .chain((0..self.columns).map(|column| format!("x{column}")));
        let mut text = head.collect::<Vec<_>>().join(",") + "\n";
        for row in 0..self.rows {
            let ids = self.ids.iter().filter_map(|ids| ids.get(row)).map(ToString::to_string);
            let values = self.continuous.iter().skip(row * self.columns).take(self.columns).map(ToString::to_string);
            // A text takes everything.
            let _ = writeln!(text, "{}", ids.chain(values).collect::<Vec<_>>().join(","));
        }
        text
    }

    /// One more than the largest id of each column.
    pub fn ends(&self) -> Vec<usize> {
        let end = |ids: &Vec<i64>| {
            ids.iter().max().and_then(|&id| usize::try_from(id).ok()).map_or(0, |id| id.saturating_add(1))
        };
        self.ids.iter().map(end).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn separators_heads_and_faults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep");
        let expected = Expected { ids: 2, ends: vec![10, 5], columns: Some(1) };
        let read = |text: &str, expected: &Expected| {
            fs::write(&path, text).unwrap();
            Deep::read(&path, expected, &mut LeftOut::default())
                .map_err(|error| error.to_string().split_once("deep").unwrap().1.to_owned())
        };
        let rows = Deep { ids: vec![vec![9, 0], vec![4, 3]], continuous: vec![-1.5, 2.0], columns: 1, rows: 2 };
        for text in [
            "job,town,age\n9,4,-1.5\n0,3,2\n",
            "9;4;-1.5\r\n\n0;3;2e0",
            "9\t4\t-1.5\n0\t3\t2\n",
            "\u{feff}9,4,-1.5\n0 , 3 , 2\n",
        ] {
            assert_eq!(read(text, &expected).as_ref(), Ok(&rows), "{text:?}");
        }
        assert_eq!((read(&rows.text(), &expected).as_ref(), rows.ends()), (Ok(&rows), vec![10, 5]));
        let open = Expected { ids: 0, ends: vec![], columns: None };
        assert_eq!(read("1,2\n3,4\n", &open).unwrap().continuous, [1.0, 2.0, 3.0, 4.0]);
        for (text, fault) in [
            ("", ": no rows"),
            ("a,b,c\n", ": no rows"),
            ("1,2,3\n1\n", ":2: 1 columns, fewer than the 2 of ids"),
            ("1,2,3\n1,2,3,4\n", ":2: 4 columns, not 3"),
            ("1,2,3\n1,x,3\n", ":2:3: id \"x\" is not an integer, 0 or more"),
            ("1,2,3\n 1.5,2,3\n", ":2:2: id \"1.5\" is not an integer, 0 or more"),
            ("1,-2,3\n", ":1:3: id \"-2\" is not an integer, 0 or more"),
            ("1,5,3\n", ":1:3: id 5 is out of range: table 1 has 5 rows"),
            ("1,2,\n", ":1:5: \"\" is not a number"),
            // A decimal comma is no separator beside another one.
            ("1;2;0,5\n", ":1:5: \"0,5\" is not a number"),
            ("1,2,inf\n", ":1:5: \"inf\" is not a number"),
        ] {
            assert_eq!(read(text, &expected), Err(fault.to_owned()), "{text:?}");
        }
    }
}
