//! `--optimizer` and what belongs to it: the same for all programs that train in batches.
use crate::arguments::{not_negative, positive};
use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use lacuna::optim::AdaGrad;
use lacuna_runtime::optimizer::Optimizer;

/// Where default rates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// MXNet's example of this model
    Mxnet,
}

/// Which optimizer, with what hyper-parameters.
#[derive(Clone, Debug, Default, Args)]
pub struct OptimizerArguments {
    /// Take optimizer and rates that are not given from a published example instead of those that learn best here
    #[arg(long, value_name = "NAME", help_heading = "Training")]
    pub preset: Option<Preset>,
    /// Optimizer [default: see below]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Optimizer::NAMES),
        help_heading = "Training")]
    pub optimizer: Option<String>,
    /// Step size [default: see below]
    #[arg(long, value_name = "RATE", value_parser = positive, help_heading = "Training")]
    pub learning_rate: Option<f64>,
    /// Pulls what occurs in a step towards zero [default: see below]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub weight_decay: Option<f64>,
    /// Another hyper-parameter of the optimizer, such as momentum=0.9, beta1=0.8 or clip_gradient=1; may be repeated
    /// [default: those of MXNet's operator]
    #[arg(long, value_name = "NAME=NUMBER", value_parser = hyper, help_heading = "Training")]
    pub hyper: Vec<(String, f64)>,
}

/// Learning rate and epsilon of AdaGrad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates(pub f64, pub f64);

fn hyper(text: &str) -> Result<(String, f64), String> {
    let (name, number) = text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=NUMBER"))?;
    match number.parse() {
        Ok(number) if f64::is_finite(number) => Ok((name.to_owned(), number)),
        _ => Err(format!("{number:?} is not a finite number")),
    }
}

impl OptimizerArguments {
    /// The optimizer that is asked for. `default` says which it is otherwise, `rates` the step sizes of others that
    /// have one by default.
    pub(crate) fn of(&self, default: Optimizer, rates: &[(&str, f64)]) -> Result<Optimizer> {
        let mut optimizer = match &self.optimizer {
            Some(name) if name != default.name() => {
                let known = rates.iter().find(|(known, _)| known == name).map(|(_, rate)| *rate);
                let rate = self
                    .learning_rate
                    .or(known)
                    .with_context(|| format!("--optimizer {name} needs a --learning-rate"))?;
                let mut other =
                    Optimizer::named(name, rate).with_context(|| format!("there is no optimizer {name}"))?;
                other.set("weight_decay", default.get("weight_decay").unwrap_or_default())?;
                other
            }
            _ => default,
        };
        for (name, number) in [("learning_rate", self.learning_rate), ("weight_decay", self.weight_decay)] {
            if let Some(number) = number {
                optimizer.set(name, number)?;
            }
        }
        for (name, number) in &self.hyper {
            optimizer.set(name, *number)?;
        }
        Ok(optimizer)
    }

    /// Whether the rates of MXNet's example are asked for.
    pub(crate) fn is_mxnet(&self) -> bool {
        self.preset == Some(Preset::Mxnet)
    }

    /// The optimizer that is used if none is asked for: AdaGrad with what learns best, or that of MXNet's example.
    pub(crate) fn default_of(&self, best: Rates, of_mxnet: Optimizer) -> Optimizer {
        if self.is_mxnet() { of_mxnet } else { Optimizer::AdaGrad(AdaGrad::new(best.0, best.1)) }
    }

    /// The optimizer in a report.
    pub(crate) fn text(&self, optimizer: &Optimizer) -> String {
        let mut text =
            format!("{}, learning rate {}", optimizer.name(), optimizer.get("learning_rate").unwrap_or_default());
        for (name, number) in &self.hyper {
            text += &format!(", {} {number}", name.replace('_', " "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `--hyper` does not set is that of MXNet's operator, which MXNet has told itself.
    #[test]
    fn hyper_parameters_that_are_left_out_are_those_of_mxnet() {
        let mut compared = 0;
        for line in include_str!("../../fixtures/defaults.txt").lines() {
            let words: Vec<_> = line.split(' ').collect();
            let ["kernel", kernel, name, number] = words[..] else { continue };
            if !Optimizer::NAMES.contains(&kernel) || name == "weight_decay" {
                continue;
            }
            let arguments = OptimizerArguments {
                optimizer: Some(kernel.to_owned()),
                learning_rate: Some(0.5),
                ..OptimizerArguments::default()
            };
            let default = Optimizer::AdaGrad(AdaGrad::new(0.25, 0.5));
            // The program's own default is another optimizer, whose hyper-parameters are no others' ones.
            let default = if kernel == "adagrad" { Optimizer::named("adam", 0.25).unwrap() } else { default };
            let expected = match (name, number) {
                ("clip_gradient", "-1") => None,
                ("clip_weights", "-1") => Some(f32::INFINITY),
                (_, number) => Some(number.parse().unwrap()),
            };
            let found = arguments.of(default, &[]).unwrap();
            assert_eq!(found.get(name).map(|found| found as f32), expected, "{kernel} {name}");
            compared += 1;
        }
        assert!(compared > 60, "{compared}");
    }
}
