use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A value that is computed on first access.
///
/// An incremental build does not access most values of unchanged records.
pub struct Deferred<T> {
    value: OnceLock<T>,
    make: Option<Box<dyn Fn() -> T + Send + Sync>>,
}

impl<T: Default> Deferred<T> {
    /// A value that `make` computes on first access.
    pub fn later(make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self { value: OnceLock::new(), make: Some(Box::new(make)) }
    }
}

impl<T: Default + Clone> Deferred<T> {
    /// The value, which is not kept if nothing accessed it before.
    #[must_use]
    pub fn transient(&self) -> Cow<'_, T> {
        match (self.value.get(), &self.make) {
            (None, Some(make)) => Cow::Owned(make()),
            _ => Cow::Borrowed(self),
        }
    }
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Self { value: value.into(), make: None }
    }
}

impl<T: Default> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.get_or_init(|| self.make.as_ref().map_or_else(T::default, |make| make()))
    }
}

/// Does not compute the value.
impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.get() {
            Some(value) => value.fmt(f),
            None => f.write_str("(deferred)"),
        }
    }
}
