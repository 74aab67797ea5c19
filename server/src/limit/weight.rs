use std::num::NonZeroU32;

use http::Method;

/// An operation that counts for several requests of its account.
#[derive(Debug, PartialEq, Eq)]
pub struct Weighty {
    /// Its method.
    pub method: Method,
    /// Its path.
    pub path: &'static str,
    /// For how many requests it counts.
    pub weight: NonZeroU32,
}

/// spec:version-1#limits-per-account; everything else counts once (version 2 too, spec:version-2#limits).
pub static WEIGHTS: [Weighty; 3] = [
    Weighty { method: Method::POST, path: "/compatibilitycheck/", weight: at_least_one(5) },
    Weighty { method: Method::POST, path: "/licenselibrary/consistencycheck", weight: at_least_one(3) },
    Weighty { method: Method::POST, path: "/licenselibrary/translate", weight: at_least_one(10) },
];

/// For how many requests of its account a request counts.
#[must_use]
pub fn weight(method: &Method, path: &str) -> NonZeroU32 {
    let weighty = WEIGHTS.iter().find(|weighty| weighty.method == *method && weighty.path == path);
    weighty.map_or(NonZeroU32::MIN, |weighty| weighty.weight)
}

/// A number the compiler knows to be one.
pub(super) const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_and_translation_weigh_more_than_reading() {
        let weight = |method: &str, path| weight(&method.parse().unwrap(), path).get();
        assert_eq!(weight("POST", "/compatibilitycheck/"), 5);
        assert_eq!(weight("POST", "/licenselibrary/consistencycheck"), 3);
        assert_eq!(weight("POST", "/licenselibrary/translate"), 10);
        assert_eq!(weight("GET", "/licenselibrary/translate"), 1);
        assert_eq!(weight("GET", "/licenselibrary/translate/1234"), 1);
        assert_eq!(weight("POST", "/licenselibrary/composer"), 1);
        assert_eq!(weight("GET", "/v2/licenses/MIT"), 1);
    }
}
