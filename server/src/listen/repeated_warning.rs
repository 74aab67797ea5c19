use std::fmt::Display;
use std::time::Duration;

use tokio::time::Instant;

/// A warning in the log that is written at most once in ten seconds, however often there is a reason for it.
#[derive(Debug)]
pub(super) struct RepeatedWarning {
    message: &'static str,
    written: Option<Instant>,
    withheld: u64,
}

impl RepeatedWarning {
    const PERIOD: Duration = Duration::from_secs(10);

    pub(super) const fn new(message: &'static str) -> Self {
        Self { message, written: None, withheld: 0 }
    }

    /// Writes the warning, or counts it for the next one. Answers whether it is written.
    pub(super) fn make(&mut self, reason: &dyn Display) -> bool {
        let now = Instant::now();
        if self.written.is_some_and(|written| now < written + Self::PERIOD) {
            self.withheld += 1;
            return false;
        }
        self.written = Some(now);
        let withheld = std::mem::take(&mut self.withheld);
        tracing::warn!(%reason, withheld, "{}", self.message);
        true
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_warning_is_written_once_in_ten_seconds() {
        let mut repeated_warning = RepeatedWarning::new("a test complains");
        assert!(repeated_warning.make(&"first"));
        assert!(!repeated_warning.make(&"second"));
        assert_eq!(repeated_warning.withheld, 1);
        advance(RepeatedWarning::PERIOD).await;
        assert!(repeated_warning.make(&"third"));
        assert_eq!(repeated_warning.withheld, 0);
    }
}
