use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Which database a URL means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// A file: `sqlite://var/muniment.db`, `sqlite:///srv/muniment.db`.
    Sqlite(PathBuf),
    /// A database of a PostgreSQL server: `postgres://user:password@host/database`, with whatever parameters
    /// `libpq` knows.
    Postgres {
        /// The URL as it was given; it may hold a password.
        url: String,
        /// The same, fit to be shown.
        shown: String,
    },
}

/// A string that names no database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDatabaseUrl {
    /// It starts like neither.
    #[error("a database address starts with sqlite:// or postgres://")]
    Scheme,
    /// There is no file.
    #[error("a database in memory is gone with its last connection; name a file after sqlite://")]
    NoFile,
    /// The rest of an `sqlite://` address is a path and nothing else.
    #[error("an sqlite:// address is a path; parameters after `?` are not understood")]
    Parameters,
    /// PostgreSQL's own rules.
    #[error("not a PostgreSQL address: {0}")]
    Postgres(String),
}

impl FromStr for DatabaseAddress {
    type Err = InvalidDatabaseUrl;

    fn from_str(url: &str) -> Result<Self, InvalidDatabaseUrl> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" | ":memory:" => Err(InvalidDatabaseUrl::NoFile),
                _ if path.contains('?') => Err(InvalidDatabaseUrl::Parameters),
                _ => Ok(Self::Sqlite(Path::new(path).to_owned())),
            };
        }
        if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
            return Err(InvalidDatabaseUrl::Scheme);
        }
        let options: PgConnectOptions =
            url.parse().map_err(|error: sqlx::Error| InvalidDatabaseUrl::Postgres(error.to_string()))?;
        let server = match options.get_socket() {
            Some(folder) => folder.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        // Without a database in the URL it is the one named like the user, who is not shown.
        let database = options.get_database().map(|name| format!("/{name}")).unwrap_or_default();
        Ok(Self::Postgres { url: url.to_owned(), shown: format!("postgres://{server}{database}") })
    }
}

impl fmt::Display for DatabaseAddress {
    /// Without user and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite://{}", path.display()),
            Self::Postgres { shown, .. } => f.write_str(shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_a_password() {
        for (url, shown) in [
            ("sqlite://var/muniment.db", "sqlite://var/muniment.db"),
            ("sqlite:///srv/a b%20c.db", "sqlite:///srv/a b%20c.db"),
            ("sqlite:muniment.db", "sqlite://muniment.db"),
            ("postgres://me:secret@db.example/muniment", "postgres://db.example:5432/muniment"),
            ("postgresql://me:secret@[::1]:5433/m?sslmode=require", "postgres://[::1]:5433/m"),
            ("postgres://me@localhost/m?host=%2Frun%2Fpg", "postgres:///run/pg/m"),
            ("postgres://me:secret@db.example", "postgres://db.example:5432"),
        ] {
            assert_eq!(url.parse::<DatabaseAddress>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_names_no_database_is_refused() {
        for (url, reason) in [
            ("mysql://host/m", InvalidDatabaseUrl::Scheme),
            ("", InvalidDatabaseUrl::Scheme),
            ("sqlite://", InvalidDatabaseUrl::NoFile),
            ("sqlite::memory:", InvalidDatabaseUrl::NoFile),
            ("sqlite://a.db?mode=ro", InvalidDatabaseUrl::Parameters),
        ] {
            assert_eq!(url.parse::<DatabaseAddress>(), Err(reason), "{url}");
        }
        let Err(reason) = "postgres://me:secret@host:port/m".parse::<DatabaseAddress>() else { panic!() };
        assert!(!reason.to_string().contains("secret"), "{reason}");
    }
}
