/// The page of a list (spec:version-1#frozen-operations, `skip` and `limit` of operations 2 and 3).
///
/// Without parameters the list is whole. If one is present the list is paged, and the other has its default; so
/// `skip=0` changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Window {
    /// Every row: neither parameter was sent.
    #[default]
    Whole,
    /// A page.
    Page {
        /// Rows skipped.
        skip: usize,
        /// Maximum rows.
        limit: usize,
    },
}

impl Window {
    /// Declared default of `limit`.
    pub const DEFAULT_LIMIT: usize = 10;

    /// The window for the parameters as sent.
    #[must_use]
    pub fn new(skip: Option<usize>, limit: Option<usize>) -> Self {
        match (skip, limit) {
            (None, None) => Self::Whole,
            _ => Self::Page { skip: skip.unwrap_or(0), limit: limit.unwrap_or(Self::DEFAULT_LIMIT) },
        }
    }

    /// The rows inside the window.
    #[must_use]
    pub fn of<T>(self, rows: &[T]) -> &[T] {
        match self {
            Self::Whole => rows,
            Self::Page { skip, limit } => {
                let rest = rows.get(skip..).unwrap_or_default();
                rest.get(..limit).unwrap_or(rest)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn any_parameter_turns_paging_on() {
        let rows: Vec<usize> = (0..25).collect();
        assert_eq!(Window::new(None, None).of(&rows), rows);
        assert_eq!(Window::new(Some(0), None).of(&rows), &rows[..10]);
        assert_eq!(Window::new(None, Some(2)).of(&rows), [0, 1]);
        assert_eq!(Window::new(Some(1), Some(2)).of(&rows), [1, 2]);
        assert_eq!(Window::new(Some(24), Some(5)).of(&rows), [24]);
        assert!(Window::new(Some(25), Some(5)).of(&rows).is_empty());
        assert!(Window::new(Some(usize::MAX), Some(usize::MAX)).of(&rows).is_empty());
        assert!(Window::new(None, Some(0)).of(&rows).is_empty());
    }

    proptest! {
        #[test]
        fn pages_concatenate_to_the_whole(length in 0_usize..200, limit in 1_usize..50) {
            let rows: Vec<usize> = (0..length).collect();
            let pages = (0..).map(|page| Window::new(Some(page * limit), Some(limit)).of(&rows));
            let walked: Vec<usize> = pages.take_while(|page| !page.is_empty()).flatten().copied().collect();
            prop_assert_eq!(walked, rows);
        }
    }
}
