/// Someone who watches a build.
pub trait Progress: Sync {
    /// A step of so many parts begins.
    fn begin(&self, step: &'static str, parts: usize);
    /// One part is done.
    fn advance(&self);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _step: &'static str, _parts: usize) {}
    fn advance(&self) {}
}
