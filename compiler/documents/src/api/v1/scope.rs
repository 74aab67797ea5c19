//! What the owner of a token lets a program do with it.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// One of the things that a token may be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Read what belongs to the account or is shared with it. Every token may.
    Read,
    /// Compose, publish and withdraw licenses.
    Compose,
    /// Make and publish dependency graphs.
    Graphs,
    /// Use the allowance of the assistants: translation and narration.
    Assistants,
}

impl Scope {
    /// Every scope, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Read, Self::Compose, Self::Graphs, Self::Assistants];

    /// Its name in forms, commands and the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Compose => "compose",
            Self::Graphs => "graphs",
            Self::Assistants => "assistants",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no scope; there are read, compose, graphs and assistants")]
pub struct UnknownScope(String);

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|scope| scope.name() == word).ok_or_else(|| UnknownScope(word.to_owned()))
    }
}

/// The scopes of a token; [`Scope::Read`] is always one of them. Written with a space between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scopes(BTreeSet<Scope>);

impl Scopes {
    /// Those of a token that may do whatever its account may.
    #[must_use]
    pub fn all() -> Self {
        Scope::ALL.into_iter().collect()
    }

    /// Whether a scope is one of them.
    #[must_use]
    pub fn has(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().chain([Scope::Read]).collect())
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.name()).collect();
        f.write_str(&names.join(" "))
    }
}

impl FromStr for Scopes {
    type Err = UnknownScope;

    fn from_str(words: &str) -> Result<Self, Self::Err> {
        words.split_whitespace().map(str::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_are_written_and_reading_is_always_one() {
        for words in ["read", "read compose", "read compose graphs assistants"] {
            assert_eq!(words.parse::<Scopes>().map(|scopes| scopes.to_string()), Ok(words.to_owned()));
        }
        assert_eq!("graphs".parse::<Scopes>().map(|scopes| scopes.to_string()), Ok("read graphs".to_owned()));
        assert_eq!("read all".parse::<Scopes>(), Err(UnknownScope("all".to_owned())));
        assert_eq!(Scopes::all().to_string(), "read compose graphs assistants");
    }
}
