//! A progress bar on a terminal, nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use muniment::emit::Progress;

pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Draws to standard error, and only when that is a terminal.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg:10} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, step: &'static str, parts: usize) {
        self.0.set_message(step);
        self.0.set_length(parts as u64);
        self.0.set_position(0);
    }

    fn advance(&self) {
        self.0.inc(1);
    }
}
