use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A value that is computed on first access.
///
/// An incremental build does not access most values of unchanged records.
pub enum Deferred<T> {
    /// A value that is there.
    Present(T),
    /// A value that is made, and stored, on first access.
    Later(OnceLock<T>, Box<dyn Fn() -> T + Send + Sync>),
}

impl<T> Deferred<T> {
    /// A value that `make` computes on first access.
    pub fn later(make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self::Later(OnceLock::new(), Box::new(make))
    }

    fn present(&self) -> Option<&T> {
        match self {
            Self::Present(value) => Some(value),
            Self::Later(value, _) => value.get(),
        }
    }
}

impl<T: Clone> Deferred<T> {
    /// The value, which is not kept if nothing accessed it before.
    #[must_use]
    pub fn transient(&self) -> Cow<'_, T> {
        match self {
            Self::Later(value, make) if value.get().is_none() => Cow::Owned(make()),
            _ => Cow::Borrowed(self),
        }
    }
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Self::Present(value)
    }
}

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Present(value) => value,
            Self::Later(value, make) => value.get_or_init(make),
        }
    }
}

/// Does not compute the value.
impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.present() {
            Some(value) => value.fmt(f),
            None => f.write_str("(deferred)"),
        }
    }
}
