use std::sync::LazyLock;

use super::Operation;
use super::row::{Method, Route};
use crate::api::paths::Paths;

macro_rules! operations {
    ($($name:ident = $file:ident::$row:ident),* $(,)?) => {
        /// Every operation of version 1 (spec:version-1#endpoints), and `/ns`, which the description leaves out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the rows describe their operations")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// In the order in which paths are looked up: one that spells a segment out goes before one that
            /// has a parameter there.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What is said of it.
            #[must_use]
            pub fn row(self) -> &'static row::Row {
                match self {
                    $(Self::$name => &$file::$row,)*
                }
            }
        }
    };
}

pub(super) use operations;

impl Operation {
    /// How it is called.
    #[must_use]
    pub fn route(self) -> &'static Route {
        &self.row().route
    }

    /// Whether it is one of the ten whose paths, parameters and answers never change (spec:version-1#frozen-operations).
    #[must_use]
    pub fn is_frozen(self) -> bool {
        self.row().is_frozen
    }

    /// Whether the description has it (spec:version-1#library-endpoints: not `/ns`).
    #[must_use]
    pub fn is_described(self) -> bool {
        !self.route().template.starts_with("/ns")
    }

    /// The path of its template with `values` in the places of its parameters.
    #[must_use]
    pub fn path(self, values: &[impl AsRef<str>]) -> String {
        let mut values = values.iter();
        let segments = self.route().template.split('/').map(|segment| match segment.starts_with('{') {
            true => values.next().map(AsRef::as_ref).unwrap_or_default(),
            false => segment,
        });
        segments.collect::<Vec<_>>().join("/")
    }

    /// The operations at a decoded path, one a method, with the values of its path parameters in their order.
    #[must_use]
    pub fn at_path(segments: &[String]) -> Option<(&'static [Self], Vec<&str>)> {
        static PATHS: LazyLock<Paths<Operation>> =
            LazyLock::new(|| Paths::new(Operation::ALL, |operation| operation.route().template));
        PATHS.at(segments)
    }

    /// The value of `Allow` for the operations at a path.
    #[must_use]
    pub fn allowed(operations: &[Self]) -> String {
        let methods = operations.iter().map(|operation| match operation.route().method {
            Method::Get => "GET, HEAD",
            Method::Post => "POST",
        });
        methods.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> Option<(&'static [Operation], Vec<String>)> {
        let segments: Vec<String> = path.split('/').skip(1).map(str::to_owned).collect();
        Operation::at_path(&segments)
            .map(|(operations, values)| (operations, values.into_iter().map(str::to_owned).collect()))
    }

    #[test]
    fn every_template_leads_to_its_operation() {
        for operation in Operation::ALL {
            let (found, _) = at(operation.route().template).unwrap();
            assert_eq!(found, [*operation], "{}", operation.route().template);
        }
        assert_eq!(Operation::ALL.iter().filter(|operation| operation.is_frozen()).count(), 10);
    }

    #[test]
    fn segments_that_are_spelled_out_go_before_parameters() {
        for (path, operation, values) in [
            ("/licenselibrary/list", Operation::ListLicenses, &[][..]),
            ("/licenselibrary/facetedsearch", Operation::SearchLicenses, &[]),
            ("/licenselibrary/MIT", Operation::GetLinkedLicense, &["MIT"]),
            ("/licenselibrary/license/versions", Operation::GetLicense, &["versions"]),
            ("/licenselibrary/MIT/versions", Operation::GetLinkedVersions, &["MIT"]),
            ("/dependencygraph/versions/2", Operation::GetDefaultGraphVersion, &["2"]),
            ("/dependencygraph/dg_eu/versions/2", Operation::GetGraphVersion, &["dg_eu", "2"]),
            ("/repolicensechecker/check/a/b", Operation::CheckRepository, &["a", "b"]),
            ("/ns/changelog", Operation::GetVocabularyChangeLog, &[]),
            ("/ns/promote", Operation::GetVocabularyTerm, &["promote"]),
        ] {
            let (operations, found) = at(path).unwrap();
            assert_eq!((operations, found), (&[operation][..], owned(values)), "{path}");
        }
        for nothing in ["/", "/licenselibrary", "/licenselibrary/", "/licenselibrary/license/", "/ns/a/b"] {
            assert_eq!(at(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn reasoning_and_translation_weigh_more_than_reading() {
        for operation in Operation::ALL {
            let weight = match operation {
                Operation::CheckCompatibility => 5,
                Operation::CheckConsistency => 3,
                Operation::TranslateLicense => 10,
                _ => 1,
            };
            assert_eq!(operation.row().weight, weight, "{}", operation.route());
        }
    }

    fn owned(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }
}
