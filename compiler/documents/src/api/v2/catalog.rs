use serde_json::{Value, json};

/// The API catalog (spec:version-2#api-catalog, RFC 9727): a link set anchored at `{base_url}/v2`.
#[must_use]
pub fn api_catalog(base_url: &str) -> Value {
    let link =
        |path: &str, media_type: &str| json!({"href": format!("{base_url}{path}"), "type": media_type});
    const OPENAPI: &str = "application/vnd.oai.openapi+json";
    json!({
        "linkset": [{
            "anchor": format!("{base_url}/v2"),
            "service-desc": [link("/v2/openapi.json", OPENAPI), link("/openapi.json", OPENAPI)],
            "service-doc": [link("/v2/docs", "text/html"), link("/docs", "text/html")],
            "service-meta": [link("/v2", "application/json")],
        }]
    })
}
