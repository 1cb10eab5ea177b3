//! The loss curve as SVG.
use anyhow::{Result, anyhow, ensure};
use indicatif::HumanCount;
use lacuna_runtime::atomic_file::write_atomically;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

pub(super) const SIZE: (u32, u32) = (800, 480);
pub(super) const LINE: RGBColor = RGBColor(31, 96, 160);
/// Of the test rows.
const TEST: RGBColor = RGBColor(200, 90, 20);
pub(super) const GRID: RGBColor = RGBColor(216, 220, 226);
pub(super) const FAINT_GRID: RGBColor = RGBColor(240, 242, 245);
pub(super) const INK: RGBColor = RGBColor(40, 44, 52);

/// The most decades of a logarithmic axis; lower losses are drawn at its end.
const DECADES: f64 = 16.0;

/// Above it, sums of axis ends could overflow.
const HIGHEST: f64 = 1e300;

/// Losses that differ by more than this factor are drawn on a logarithmic axis.
const LINEAR_RATIO: f64 = 30.0;

/// Longer curves are drawn without a mark at each point.
const MOST_MARKERS: usize = 60;

/// Size of a title.
pub(super) const TITLE: i32 = 20;

/// The width of a character in em, in a wide font.
const fn width(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' => 0.33,
        ' ' | 'f' | 'r' | 't' | '-' | '(' | ')' => 0.42,
        'm' | 'w' | 'A'..='Z' | '%' | '@' => 0.95,
        character if character.is_ascii() => 0.64,
        _ => 1.0,
    }
}

/// As much of a title as fits above a chart.
pub(super) fn fitted(title: &str) -> String {
    // An em is less than the size, which has room for what hangs below the line.
    let most = f64::from(SIZE.0 - 32) / (f64::from(TITLE) / 1.24);
    let fits = |title: &str, most: f64| {
        let mut sum = 0.0;
        let fits = |character: &char| {
            sum += width(*character);
            sum <= most
        };
        title.chars().take_while(fits).collect::<String>()
    };
    let whole = fits(title, most);
    if whole.len() == title.len() { whole } else { fits(title, most - 1.0) + "..." }
}

/// What the axes are called.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// What is counted.
    pub x: &'static str,
    /// The loss.
    pub y: &'static str,
    /// Whether what is counted doubles from point to point.
    pub doubles: bool,
}

impl Axes {
    /// Regression.
    pub const EPOCHS: Self = Self { x: "epoch", y: "mean squared error", doubles: false };
    /// A network of one output.
    pub const LOG_LOSS: Self = Self { x: "epoch", y: "mean log loss", doubles: false };
    /// A language model.
    pub const WORDS: Self = Self { x: "epoch", y: "mean loss of a word", doubles: false };
    /// Classification.
    pub const ROWS: Self = Self { x: "rows", y: "mean log loss up to here", doubles: true };
}

/// Losses, each with its epoch or row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Of the training.
    pub train: Vec<(u64, f64)>,
    /// Of the test rows; empty without.
    pub test: Vec<(u64, f64)>,
}

/// Draws losses into a file.
///
/// # Errors
/// If there is none, a loss is negative, not finite or above 1e300, or the file cannot be written.
pub fn plot_loss(path: &Path, title: &str, axes: Axes, curves: &Curves) -> Result<()> {
    Ok(write_atomically(path, loss_curve(title, axes, curves)?.as_bytes())?)
}

/// The curves as SVG text.
pub fn loss_curve(title: &str, axes: Axes, curves: &Curves) -> Result<String> {
    let losses = || curves.train.iter().chain(&curves.test).map(|(_, loss)| *loss);
    ensure!(!curves.train.is_empty(), "there is nothing to plot");
    ensure!(losses().all(|loss| (0.0..=HIGHEST).contains(&loss)), "a loss is not finite, or too large to plot");
    let (lowest, highest) = (losses().fold(f64::INFINITY, f64::min), losses().fold(0.0, f64::max));
    let mut text = String::new();
    if lowest > 0.0 && highest / lowest > LINEAR_RATIO {
        // Whole decades, so that the axis begins and ends at a label.
        let (top, bottom) = (highest.log10().ceil(), lowest.log10().floor());
        // A little below the first label, which the axis would leave out if rounding put it outside.
        let bottom = 10_f64.powf(bottom.max(top - DECADES)) * (1.0 - 1e-9);
        let above = |losses: &[(u64, f64)]| losses.iter().map(|&(epoch, loss)| (epoch, loss.max(bottom))).collect();
        let curves = Curves { train: above(&curves.train), test: above(&curves.test) };
        draw(&mut text, title, axes, &curves, (bottom..10_f64.powf(top)).log_scale(), 10)?;
    } else {
        draw(&mut text, title, axes, curves, linear_range(lowest, highest), 1)?;
    }
    Ok(text)
}

/// An axis for losses that are not far apart: from 0, unless that would leave most of it empty.
fn linear_range(lowest: f64, highest: f64) -> Range<f64> {
    if highest == 0.0 {
        return 0.0..1.0;
    }
    let margin = 0.08 * (highest - lowest);
    if lowest > 0.5 * highest && margin > 1e-9 * highest {
        lowest - margin..highest + margin
    } else {
        0.0..highest * 1.08
    }
}

fn draw<Y>(text: &mut String, title: &str, axes: Axes, curves: &Curves, y: Y, light_lines: usize) -> Result<()>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let failed = |error: &dyn std::fmt::Display| anyhow!("the plot cannot be drawn: {error}");
    let places = || curves.train.iter().chain(&curves.test).map(|&(place, _)| place);
    // Where points double, the axis has a step for each doubling.
    let at = |place: u64| if axes.doubles { (place.max(1) as f64).log2() } else { place as f64 };
    let counted = |x: f64| if axes.doubles { x.exp2() } else { x };
    let (first, last) = (at(places().min().unwrap_or(0)), at(places().max().unwrap_or(0)));
    // One epoch alone stands in the middle.
    let x: Range<f64> = if first == last { first - 1.0..last + 1.0 } else { first..last };

    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(|error| failed(&error))?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .margin_right(32)
        .caption(fitted(title), ("sans-serif", TITLE).into_font().color(&INK))
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, y)
        .map_err(|error| failed(&error))?;
    chart
        .configure_mesh()
        .x_desc(axes.x)
        .y_desc(axes.y)
        .x_labels((last - first + 1.0).clamp(3.0, 11.0) as usize)
        .x_label_formatter(&|x| {
            if x.fract() == 0.0 { HumanCount(counted(*x) as u64).to_string() } else { String::new() }
        })
        .y_label_formatter(&|y| tick(*y))
        .x_max_light_lines(1)
        .y_max_light_lines(light_lines)
        .bold_line_style(GRID)
        .light_line_style(FAINT_GRID)
        .axis_style(INK)
        .axis_desc_style(("sans-serif", 15).into_font().color(&INK))
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .draw()
        .map_err(|error| failed(&error))?;
    for (name, losses, colour) in [("training", &curves.train, LINE), ("test", &curves.test, TEST)] {
        if losses.is_empty() {
            continue;
        }
        let points = || losses.iter().map(|&(place, loss)| (at(place), loss));
        let line = LineSeries::new(points(), colour.stroke_width(2));
        let drawn = chart.draw_series(line).map_err(|error| failed(&error))?;
        drawn.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        if losses.len() <= MOST_MARKERS {
            let markers = points().map(|point| Circle::new(point, 3, colour.filled()));
            chart.draw_series(markers).map_err(|error| failed(&error))?;
        }
    }
    if !curves.test.is_empty() {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(GRID)
            .label_font(("sans-serif", 13).into_font().color(&INK))
            .draw()
            .map_err(|error| failed(&error))?;
    }
    root.present().map_err(|error| failed(&error))
}

/// A label of the loss axis.
fn tick(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e6).contains(&size) => format!("{value:.0e}"),
        // Without the noise of a sum of tick distances.
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn train(losses: &[(u64, f64)]) -> Curves {
        Curves { train: losses.to_vec(), test: Vec::new() }
    }

    #[test]
    fn curve_has_its_title_labels_and_points() {
        let curves = train(&[(1, 400.0), (2, 20.0), (3, 0.5)]);
        let svg = loss_curve("Loss <of> a run", Axes::EPOCHS, &curves).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for text in ["Loss &lt;of&gt; a run", "epoch", "mean squared error", "1000", "0.1"] {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(!svg.contains("training"), "one curve needs no legend");
    }

    #[test]
    fn the_test_curve_stands_beside_that_of_the_training() {
        let curves = Curves { train: vec![(1, 0.6), (2, 0.5)], test: vec![(1, 0.7), (2, 0.9)] };
        let svg = loss_curve("t", Axes::LOG_LOSS, &curves).unwrap();
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("training") && svg.contains("\ntest\n"), "{svg}");
    }

    #[test]
    fn a_long_title_is_cut() {
        let curves = train(&[(1, 0.6)]);
        let caption = |title: &str| {
            let svg = loss_curve(title, Axes::EPOCHS, &curves).unwrap();
            svg.split_once("font-size=\"16.").unwrap().1.split('\n').nth(1).unwrap().to_owned()
        };
        // 768 pixels, and 16.13 of them in an em.
        assert_eq!(caption(&"n".repeat(200)), "n".repeat(72) + "...");
        assert_eq!(caption(&"n".repeat(74)), "n".repeat(74));
        assert_eq!(caption(&"é".repeat(48)), "é".repeat(46) + "...");
        let name = "data of agaricus.train.libsvm: csr of float32, 6,513 x 127, density 0.173";
        assert_eq!(caption(name), name);
    }

    #[test]
    fn rows_that_double_are_as_far_apart() {
        let points: Vec<_> = (0..5).map(|power| (1 << power, 1.0 / f64::from(power + 1))).collect();
        let svg = loss_curve("t", Axes::ROWS, &train(&points)).unwrap();
        let places: Vec<f64> =
            svg.split("<circle cx=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect();
        let steps: Vec<f64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|step| (step - steps[0]).abs() <= 1.0), "{places:?}");
        assert!(svg.contains("\n16\n"), "{svg}");
    }

    #[test]
    fn axes_fit_the_losses() {
        assert_eq!(linear_range(0.0, 0.0), 0.0..1.0);
        assert_eq!(linear_range(0.1, 1.0), 0.0..1.08);
        assert_eq!(linear_range(1.0, 1.0), 0.0..1.08);
        let close = linear_range(0.9, 1.0);
        assert!(close.start > 0.89 && close.end < 1.01, "{close:?}");
    }

    #[test]
    fn any_finite_losses_can_be_drawn() {
        for loss in [0.0, 1e-310, 1e-9, 3.0, 1e9, 1e300] {
            for other in [loss, 0.0, loss * 0.999, loss * 0.5, loss * 1e-3, loss * 1e-20, 1e-300] {
                for losses in [&[(7, loss)][..], &[(1, loss), (2, other)], &[(1, loss), (2, other), (1000, loss)]] {
                    assert!(loss_curve("t", Axes::EPOCHS, &train(losses)).unwrap().contains("<circle"), "{losses:?}");
                }
            }
        }
        assert!(loss_curve("t", Axes::EPOCHS, &Curves::default()).is_err());
        for loss in [f64::NAN, f64::INFINITY, -1.0, 2e300] {
            assert!(loss_curve("t", Axes::EPOCHS, &train(&[(1, loss)])).is_err());
            let curves = Curves { train: vec![(1, 1.0)], test: vec![(1, loss)] };
            assert!(loss_curve("t", Axes::EPOCHS, &curves).is_err());
        }
    }
}
