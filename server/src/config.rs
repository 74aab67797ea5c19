//! Flags and environment, validated once.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use muniment::api::v2::Deployment;
use muniment::emit::Settings;

use crate::cross_origin::Origin;
use crate::peer::TrustedProxies;

/// Serves a compiled license library, and builds it first where that is needed.
#[derive(Debug, Clone, Parser)]
#[command(name = "muniment-server", version, max_term_width = 100)]
#[command(after_help = "Every flag is also an environment variable, as shown. \
    The server is ready when GET /healthz answers.")]
pub struct Config {
    /// Address to listen on
    #[arg(long, env = "MUNIMENT_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Folder of the library's sources
    #[arg(long, env = "MUNIMENT_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// Folder of the built tree
    #[arg(long, env = "MUNIMENT_SITE", default_value = "site-out", value_name = "DIR")]
    pub site: PathBuf,
    /// Where the API answers, as clients reach it; http:// and the listening address when not given
    #[arg(long, env = "MUNIMENT_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
    /// Build the tree when it is missing or older than its inputs; off: refuse to start with such a tree
    #[arg(long, env = "MUNIMENT_BUILD", value_enum, default_value = "on", value_name = "on|off")]
    pub build: Switch,
    /// Seconds a check of licenses may take
    #[arg(long, env = "MUNIMENT_REASONER_SECONDS", default_value = "60", value_name = "SECONDS")]
    pub reasoner_seconds: u64,
    /// Limits of requests per client address
    #[arg(long, env = "MUNIMENT_LIMITS", value_enum, default_value = "on", value_name = "on|off")]
    pub limits: Switch,
    /// Reverse proxies whose X-Forwarded-For is believed: how many stand in a row, or their networks divided by
    /// commas
    #[arg(long, env = "MUNIMENT_TRUSTED_PROXIES", default_value = "0", value_name = "HOPS|NETWORKS")]
    pub trusted_proxies: TrustedProxies,
    /// Origins whose scripts may send more than anonymous reads, divided by commas
    #[arg(long, env = "MUNIMENT_ALLOWED_ORIGINS", value_name = "ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<Origin>,
    /// Origins of sites that may frame the pages under /web/, divided by commas
    #[arg(long, env = "MUNIMENT_FRAME_ANCESTORS", value_name = "ORIGINS", value_delimiter = ',')]
    pub frame_ancestors: Vec<String>,
    /// Text of a banner for every page, in place of the library's own
    #[arg(long, env = "MUNIMENT_NOTICE", value_name = "TEXT")]
    pub notice: Option<String>,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

impl Config {
    /// What the discovery document says of this deployment.
    #[must_use]
    pub fn deployment(&self) -> Deployment {
        let none = Deployment::without_server(env!("CARGO_PKG_VERSION"));
        Deployment { notice: self.notice.clone(), ..none }
    }

    /// What the tree depends on beside the data.
    #[must_use]
    pub fn tree_settings(&self) -> Settings {
        let base_url = match &self.base_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.listen),
        };
        Settings { base_url, frame_ancestors: self.frame_ancestors.clone() }
    }
}
