/// Receives the progress of a build.
pub trait Progress: Sync {
    /// A step with a number of parts begins.
    fn begin(&self, step: &'static str, parts: usize);
    /// One part is done.
    fn advance(&self);
}

/// Ignores progress.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _step: &'static str, _parts: usize) {}
    fn advance(&self) {}
}
