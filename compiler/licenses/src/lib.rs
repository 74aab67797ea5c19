//! Models of licenses, and all logic that needs only these models.
//!
//! | Module | Holds |
//! |---|---|
//! | [`model`] | identifiers, site, license, dependency graph, vocabulary, change log, review, release |
//! | [`training`] | whether a model may be trained on a work |
//! | [`text`] | the normal form of license texts, and quotations of them |
//! | [`reason`] | reasoning: facts, closures, default rules, conflicts, grades |
//! | [`find`] | keyword lists, facets, suggestions, SPDX expressions, comparison |
//! | [`prose`] | a license as text, in the words of the vocabulary |
//! | [`compose`] | composer documents and Turtle from users, read with all faults reported, and written as models |
//! | [`audit`] | inventories of components, choices between licenses, findings |
//! | [`choose`] | the licenses that come nearest to what a publisher wants |
//! | [`assist`] | prompts for a language model, and the checks of its answers |
//!
//! This crate uses no disk, no thread and no clock. It builds for `wasm32-unknown-unknown`. `muniment_library` loads the
//! library that the functions ask.
//!
//! # Examples
//!
//! May a part under one license go into a work under another, and what must be done then?
//!
//! ```
//! use muniment_library::load::load;
//! use muniment_licenses::reason::{Answer, Context, TermsIndex, obligations};
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
//! let library = load(data.as_ref()).library.unwrap();
//! let index = TermsIndex::new(&library);
//! let terms = |id: &str| index.get(&library.licenses[id].iri).unwrap();
//!
//! let found = index.contain(terms("GPL-2.0-only"), terms("MIT"), Context::default());
//! assert_eq!(found.answer, Answer::No);
//! assert_eq!(found.reasons[0].rule.word(), "kept");
//!
//! let found = index.contain(terms("MIT"), terms("Apache-2.0"), Context::default());
//! assert_eq!(found.answer, Answer::If);
//! let duties = obligations(&[found]);
//! assert!(duties.iter().any(|duty| duty.act == "http://creativecommons.org/ns#Notice"));
//! ```
//!
//! What does a license say, and in which words?
//!
//! ```
//! use muniment_library::load::load;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
//! let library = load(data.as_ref()).library.unwrap();
//! let isc = &library.licenses["IscLicense"].current.content;
//! assert_eq!(isc.title.value, "ISC License");
//! assert!(isc.permissions.iter().any(|rule| rule.action == "http://www.w3.org/ns/odrl/2/distribute"));
//! ```
//!
//! Which licenses can a work of these components have?
//!
//! ```
//! use muniment_library::load::load;
//! use muniment_licenses::audit::{
//!     Audit, AuditContext, AuditExceptions, Findings, Inventory, StatedExpressions,
//! };
//! use muniment_licenses::find::{Expressions, SpdxIndex};
//! use muniment_licenses::model::Day;
//! use muniment_licenses::reason::{Context, TermsIndex};
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
//! let library = load(data.as_ref()).library.unwrap();
//! let (spdx, index) = (SpdxIndex::new(&library), TermsIndex::new(&library));
//! let mut expressions = Expressions::new(&spdx);
//!
//! let list = b"busybox: GPL-2.0-only\nzstd: BSD-3-Clause OR GPL-2.0-only\n";
//! let inventory = Inventory::read(list, &expressions)?;
//! let (usage, preferred) = (Context::default(), Vec::new());
//! let context = AuditContext { library: &library, index: &index, target: None, usage, preferred };
//! let stated = StatedExpressions::new(&inventory, false, &mut expressions, &library);
//! let audit = Audit::new(&stated, context);
//! let exceptions = AuditExceptions::default();
//! let findings = Findings::new(&audit, &exceptions, None, Day::EPOCH, false);
//! assert!(findings.apart.is_empty());
//! assert!(findings.carriers.iter().any(|id| id.as_str() == "GPL-2.0-only"));
//! # Ok::<(), muniment_licenses::audit::InventoryFault>(())
//! ```

pub mod assist;
pub mod audit;
pub mod choose;
pub mod compose;
pub mod find;
pub mod model;
pub mod prose;
pub mod reason;
pub mod text;
pub mod training;
