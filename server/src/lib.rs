#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod api;
pub mod app;
pub mod auth;
pub mod clock;
pub mod library;
pub mod limit;
pub mod listen;
pub mod routes;
pub mod run;
pub mod settings;
pub mod site;
pub mod store;
pub mod upstream;
pub mod wire;
