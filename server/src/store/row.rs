//! States and values, as the database spells them: here and nowhere else. Whatever means nothing is an error that
//! names its column, never a default.

use std::str::FromStr;

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::error::StoreError;

/// A word that stands for no state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a word for this")]
pub struct UnknownWord(pub(super) String);

/// Writes an enum whose variants are words.
macro_rules! words {
    ($(#[$doc:meta])* $visible:vis $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visible enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// The word for it.
            #[must_use]
            $visible const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::store::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::store::row::UnknownWord(word.to_owned())),
                }
            }
        }
    };
}

pub(super) use words;

/// A text as it stands there.
pub(super) fn text(row: &AnyRow, column: &'static str) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

/// A text that means something.
pub(super) fn parsed<T: FromStr>(row: &AnyRow, column: &'static str) -> Result<T, StoreError> {
    optional(row, column)?.ok_or(StoreError::Unreadable { column })
}

/// A text that means something where it is not NULL.
pub(super) fn optional<T: FromStr>(row: &AnyRow, column: &'static str) -> Result<Option<T>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|_| StoreError::Unreadable { column })).transpose()
}

/// A number.
pub(super) fn number(row: &AnyRow, column: &'static str) -> Result<u32, StoreError> {
    optional_number(row, column)?.ok_or(StoreError::Unreadable { column })
}

/// A number where it is not NULL.
pub(super) fn optional_number(row: &AnyRow, column: &'static str) -> Result<Option<u32>, StoreError> {
    let number: Option<i64> = row.try_get(column)?;
    number.map(|number| u32::try_from(number).map_err(|_| StoreError::Unreadable { column })).transpose()
}

/// A point in time.
pub(super) fn time(row: &AnyRow, column: &'static str) -> Result<Timestamp, StoreError> {
    optional_time(row, column)?.ok_or(StoreError::Unreadable { column })
}

/// A point in time where it is not NULL.
pub(super) fn optional_time(row: &AnyRow, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
    let milliseconds: Option<i64> = row.try_get(column)?;
    milliseconds
        .map(|ms| Timestamp::from_millisecond(ms).map_err(|_| StoreError::Unreadable { column }))
        .transpose()
}

/// Refuses texts that cannot be kept as they are by both databases.
pub(super) fn storable<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<(), StoreError> {
    if texts.into_iter().any(|text| text.contains('\0')) { Err(StoreError::Nul) } else { Ok(()) }
}
