//! Progress on standard error: a bar on a terminal, else one line for each phase.

use indicatif::{ProgressBar, ProgressStyle};
use muniment_tree::Progress;

use super::output;

pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg:10} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Starts a phase without countable parts.
    pub(super) fn phase(&self, step: &'static str) {
        self.begin(step, 0);
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, step: &'static str, parts: usize) {
        if self.0.is_hidden() {
            match parts {
                0 => output::tell(&format!("{step}\n")),
                parts => output::tell(&format!("{step}: {parts}\n")),
            }
        }
        self.0.set_message(step);
        self.0.set_length(parts as u64);
        self.0.set_position(0);
    }

    fn advance(&self) {
        self.0.inc(1);
    }
}
