#![doc = include_str!("../README.md")]

pub mod config;
pub mod edge;
pub mod ids;
pub mod layers;
pub mod startup;
