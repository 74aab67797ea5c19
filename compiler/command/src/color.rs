//! Colours on terminals.

use std::fmt::Display;
use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use clap::{Args, ColorChoice};

#[derive(Args)]
pub(super) struct Color {
    /// When to use colours (default: on a terminal, unless NO_COLOR is set)
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

/// Adds colours, or leaves text plain.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    is_on: bool,
}

impl Color {
    pub(super) fn paint(&self) -> Paint {
        let is_asked_for = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let is_on = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_asked_for() && std::io::stdout().is_terminal(),
        };
        Paint { is_on }
    }
}

impl Paint {
    pub(super) fn added(self, text: impl Display) -> String {
        self.styled(text, AnsiColor::Green.on_default())
    }

    pub(super) fn gone(self, text: impl Display) -> String {
        self.styled(text, AnsiColor::Red.on_default())
    }

    pub(super) fn other(self, text: impl Display) -> String {
        self.styled(text, AnsiColor::Yellow.on_default())
    }

    pub(super) fn heading(self, text: impl Display) -> String {
        self.styled(text, Style::new().bold())
    }

    /// A statement and its old value, with the differences coloured.
    pub(super) fn compared(self, before: &str, after: &str) -> (String, String) {
        let words = |text: &str| text.split_inclusive(' ').map(str::to_owned).collect::<Vec<_>>();
        let (old, new) = (words(before), words(after));
        let same = |pairs: &mut dyn Iterator<Item = (&String, &String)>| {
            pairs.take_while(|(a, b)| a.trim_end() == b.trim_end()).count()
        };
        let head = same(&mut old.iter().zip(&new));
        let most = old.len().min(new.len()) - head;
        let tail = same(&mut old.iter().rev().zip(new.iter().rev())).min(most);
        let marked = |words: &[String], paint: &dyn Fn(String) -> String| {
            let part = |from: usize, to: usize| words.get(from..to).unwrap_or_default().concat();
            let differing = part(head, words.len() - tail);
            let blank = if differing.ends_with(' ') { " " } else { "" };
            let painted = if differing.is_empty() {
                String::new()
            } else {
                paint(differing.trim_end().to_owned()) + blank
            };
            format!("{}{painted}{}", part(0, head), part(words.len() - tail, words.len()))
        };
        (marked(&old, &|text| self.gone(text)), marked(&new, &|text| self.added(text)))
    }

    fn styled(self, text: impl Display, style: Style) -> String {
        if self.is_on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}
