//! `--color`.
use clap::{ColorChoice, ValueEnum};
use std::ffi::OsString;

/// When texts are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// What a command line asks for, before it is parsed, so that errors of the parser are coloured the same way.
    #[must_use]
    pub fn asked(arguments: impl IntoIterator<Item = OsString>) -> Self {
        let mut arguments = arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned());
        let mut asked = None;
        while let Some(argument) = arguments.next() {
            match argument.strip_prefix("--color") {
                Some("") => asked = arguments.next(),
                Some(rest) => asked = rest.strip_prefix('=').map(str::to_owned).or(asked),
                None if argument == "--" => break,
                None => {}
            }
        }
        asked.and_then(|asked| <Self as ValueEnum>::from_str(&asked, false).ok()).unwrap_or_default()
    }

    /// From now on tables and bars are coloured so.
    pub fn apply(self) {
        let is_on = match self {
            Self::Auto => return,
            Self::Always => true,
            Self::Never => false,
        };
        console::set_colors_enabled(is_on);
        console::set_colors_enabled_stderr(is_on);
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_asked_for_counts() {
        let asked = |line: &str| Color::asked(line.split(' ').map(OsString::from));
        assert_eq!(asked("lacuna verify"), Color::Auto);
        assert_eq!(asked("lacuna --color=never verify"), Color::Never);
        assert_eq!(asked("lacuna verify --color always"), Color::Always);
        assert_eq!(asked("lacuna --color never verify --color=always"), Color::Always);
        assert_eq!(asked("lacuna verify -- --color=always"), Color::Auto);
        assert_eq!(asked("lacuna --color=blue"), Color::Auto);
    }
}
