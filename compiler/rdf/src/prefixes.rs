/// Namespace prefixes in declaration order.
#[derive(Debug, Clone, Default)]
pub struct Prefixes(Vec<(String, String)>);

impl Prefixes {
    /// From `(name, namespace IRI)` pairs in declaration order.
    pub fn new<N: Into<String>, I: Into<String>>(pairs: impl IntoIterator<Item = (N, I)>) -> Self {
        Self(pairs.into_iter().map(|(name, iri)| (name.into(), iri.into())).collect())
    }

    /// The pairs in declaration order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, iri)| (name.as_str(), iri.as_str()))
    }

    /// The name and local part of an IRI; the longest namespace wins.
    #[must_use]
    pub fn split<'a>(&'a self, iri: &'a str) -> Option<(&'a str, &'a str)> {
        self.iter()
            .filter_map(|(name, namespace)| Some((name, namespace.len(), iri.strip_prefix(namespace)?)))
            .max_by_key(|(_, length, _)| *length)
            .map(|(name, _, local)| (name, local))
    }

    /// The compact name of an IRI (`odrl:Set`), or the IRI itself without a matching namespace.
    ///
    /// The result is for reading and for JSON-LD; Turtle has its own rules for local names.
    #[must_use]
    pub fn compact(&self, iri: &str) -> String {
        match self.split(iri) {
            Some((name, local)) => format!("{name}:{local}"),
            None => iri.to_owned(),
        }
    }

    /// The IRI of a compact name, if its prefix is known.
    #[must_use]
    pub fn expand(&self, compact: &str) -> Option<String> {
        let (name, local) = compact.split_once(':')?;
        let (_, namespace) = self.iter().find(|(known, _)| *known == name)?;
        Some(format!("{namespace}{local}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_namespace_wins() {
        let prefixes = Prefixes::new([("a", "http://x/"), ("b", "http://x/y#")]);
        assert_eq!(prefixes.compact("http://x/y#z"), "b:z");
        assert_eq!(prefixes.compact("http://x/q"), "a:q");
        assert_eq!(prefixes.compact("http://else/q"), "http://else/q");
        assert_eq!(prefixes.expand("b:z").as_deref(), Some("http://x/y#z"));
        assert_eq!(prefixes.expand("c:z"), None);
    }
}
