//! Row lengths as SVG.
use super::rows::RowLengths;
use crate::plot::{FAINT_GRID, GRID, INK, LINE, SIZE, TITLE, fitted};
use anyhow::{Result, anyhow, ensure};
use indicatif::HumanCount;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// More bins than this are called by where they begin.
const MOST_RANGES: usize = 11;

/// The chart as SVG text.
///
/// # Errors
/// If there are no rows.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_train::{RowLengths, row_length_chart};
/// let a = Array::csr(Some([2, 9]), vec![0, 1, 4], vec![5, 0, 1, 2], vec![1.0_f32; 4])?;
/// assert!(row_length_chart("two rows", &RowLengths::of(&a))?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_length_chart(title: &str, lengths: &RowLengths) -> Result<String> {
    ensure!(lengths.rows > 0, "there are no rows to draw");
    let mut text = String::new();
    draw(&mut text, title, lengths).map_err(|error| anyhow!("the chart cannot be drawn: {error}"))?;
    Ok(text)
}

fn draw(text: &mut String, title: &str, lengths: &RowLengths) -> Result<(), Box<dyn std::error::Error>> {
    let last = lengths.bins.len().saturating_sub(1);
    let first = lengths.used().next().map_or(0, |(bin, _)| bin.min(last));
    // One bin alone would have no width: it stands between its neighbours.
    let (first, last) = if first == last { (first.saturating_sub(1), last + 1) } else { (first, last) };
    let bins = last - first + 1;
    let most = lengths.used().map(|(_, rows)| rows).max().unwrap_or(0) as f64;
    let label = |bin: usize| {
        if bins <= MOST_RANGES || bin < 2 { RowLengths::label(bin) } else { format!("2^{}", bin - 1) }
    };
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .margin_right(32)
        .caption(fitted(title), ("sans-serif", TITLE).into_font().color(&INK))
        .x_label_area_size(44)
        .y_label_area_size(88)
        .build_cartesian_2d((first..last).into_segmented(), 0.0..most * 1.08)?;
    let axis = if bins <= MOST_RANGES { "entries of a row" } else { "entries of a row, from 2^k to below 2^(k+1)" };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc(axis)
        .y_desc("rows")
        .x_labels(bins + 1)
        .x_label_formatter(&|bin| match bin {
            SegmentValue::CenterOf(bin) => label(*bin),
            _ => String::new(),
        })
        .y_label_formatter(&|rows| {
            if rows.fract() == 0.0 { HumanCount(*rows as u64).to_string() } else { String::new() }
        })
        .y_max_light_lines(1)
        .bold_line_style(GRID)
        .light_line_style(FAINT_GRID)
        .axis_style(INK)
        .axis_desc_style(("sans-serif", 15).into_font().color(&INK))
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .draw()?;
    let bars = lengths.used().filter(|(_, rows)| *rows > 0);
    chart.draw_series(bars.clone().map(|(bin, rows)| {
        let mut bar = Rectangle::new(
            [(SegmentValue::Exact(bin), 0.0), (SegmentValue::Exact(bin + 1), rows as f64)],
            LINE.filled(),
        );
        bar.set_margin(0, 0, 4, 4);
        bar
    }))?;
    let size = match bins {
        0..=11 => 13,
        12..=20 => 11,
        _ => 8,
    };
    let above = TextStyle::from(("sans-serif", size).into_font()).color(&INK).pos(Pos::new(HPos::Center, VPos::Bottom));
    chart.draw_series(bars.map(|(bin, rows)| {
        let count = HumanCount(rows).to_string();
        EmptyElement::at((SegmentValue::CenterOf(bin), rows as f64)) + Text::new(count, (0, -3), above.clone())
    }))?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_for_each_bin_with_rows() {
        let lengths = RowLengths { rows: 1_003, shortest: 0, longest: 5, total: 9, bins: vec![1_000, 0, 1, 2] };
        let svg = row_length_chart("Rows <of> a", &lengths).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for text in ["Rows &lt;of&gt; a", "entries of a row", "rows", "1,000", "2-3", "4-7"] {
            assert!(svg.contains(text), "{text}");
        }
        let bars = svg.matches(&format!("fill=\"#{:02X}{:02X}{:02X}\"", LINE.0, LINE.1, LINE.2)).count();
        assert_eq!(bars, 3, "{svg}");
    }

    #[test]
    fn a_bin_alone_has_a_bar_between_its_neighbours() {
        for (bin, labels) in [(5, ["8-15", "16-31", "32-63"]), (1, ["0", "1", "2-3"])] {
            let bins = [vec![0; bin], vec![7]].concat();
            let lengths = RowLengths { rows: 7, shortest: 0, longest: 0, total: 0, bins };
            let svg = row_length_chart("t", &lengths).unwrap();
            let fill = format!("fill=\"#{:02X}{:02X}{:02X}\"", LINE.0, LINE.1, LINE.2);
            let bars: Vec<_> = svg.split("<rect ").filter(|rect| rect.contains(&fill)).collect();
            let [bar] = bars[..] else { panic!("{svg}") };
            let width = bar.split_once("width=\"").unwrap().1.split('"').next().unwrap();
            assert!(width.parse::<u32>().unwrap() > 100, "{bar}");
            assert!(labels.iter().all(|label| svg.contains(&format!("\n{label}\n"))), "{svg}");
        }
    }

    #[test]
    fn any_rows_can_be_drawn() {
        for bins in [vec![1], vec![u64::MAX], vec![0, 7], vec![3; 12], vec![u64::MAX / 65; 65]] {
            let rows = bins.iter().sum();
            let lengths = RowLengths { rows, shortest: 0, longest: 0, total: 0, bins };
            assert!(row_length_chart(&"é".repeat(100), &lengths).unwrap().contains("<rect"));
        }
        assert!(row_length_chart("t", &RowLengths::default()).is_err());
    }
}
