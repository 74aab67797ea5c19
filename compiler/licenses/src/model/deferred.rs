use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A value that is worked out when it is first looked at, and never again.
///
/// What a library holds of a record that has not changed since the last build is mostly not looked at.
pub struct Deferred<T> {
    value: OnceLock<T>,
    make: Option<Box<dyn Fn() -> T + Send + Sync>>,
}

impl<T: Default> Deferred<T> {
    /// A value that `make` makes when it is wanted.
    pub fn later(make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        Self { value: OnceLock::new(), make: Some(Box::new(make)) }
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

/// Shows the value where there is one already, and makes none.
impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.get() {
            Some(value) => value.fmt(f),
            None => f.write_str("(deferred)"),
        }
    }
}
