// The services that a deployment asks over HTTP, as far as the journeys here need them: a model provider that speaks
// chat completions, and a package-metadata service.

import { createServer } from "node:http";

async function listen(answer) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

async function read(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

function send(response, document, status = 200) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(document));
}

/**
 * A model that finds a permission and a prohibition in whatever it reads, each with a sentence of the text, and puts
 * licenses into a sentence. While `held` is a promise, it answers nothing before that is kept.
 */
export async function provider() {
  const double = { held: undefined };
  const finds = {
    title: "The Sample License",
    language: "en",
    metadata: { targets: ["dataset"] },
    statements: [
      { kind: "permission", term: "odrl:distribute", attached_to: "", evidence: "You may copy and distribute the work.", confidence: 0.9, note: "" },
      { kind: "prohibition", term: "odrl:sell", attached_to: "", evidence: "You must not sell the work.", confidence: 0.8, note: "" },
    ],
    unmodelled: [],
    warnings: [],
  };
  const { url, stop } = await listen(async (request, response) => {
    const asked = JSON.parse(await read(request));
    await double.held;
    const schema = asked.response_format?.json_schema?.name ?? "";
    const told = {
      title: "In plain words",
      preamble: "",
      sections: [{ heading: "What you may do", text: "You may do with the work what its license says.", statements: [] }],
      closing: "",
    };
    const content = schema.endsWith("review") ? { notes: [] } : schema === "license_part" ? finds : told;
    const message = { role: "assistant", content: JSON.stringify(content) };
    send(response, {
      model: "double",
      choices: [{ index: 0, finish_reason: "stop", message }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
  const flags = ["--provider-url", `${url}/v1`, "--provider-key", "key", "--provider-model", "double"];
  return Object.assign(double, { url, stop, flags });
}

/** A service that knows the repository `owner/mixed`, whose parts state licenses that do not go together. */
export async function packages() {
  const { url, stop } = await listen((request, response) => {
    if (!request.url.startsWith("/api/github/owner/mixed/dependencies")) return send(response, { error: "Not found" }, 404);
    const part = (name, ...licenses) => ({ name, platform: "Cargo", requirements: "^1", normalized_licenses: licenses });
    send(response, {
      full_name: "owner/mixed",
      language: "Rust",
      dependencies: [part("serde", "MIT", "Apache-2.0"), part("readline", "GPL-3.0-only"), part("pictures", "CC-BY-NC-4.0"), part("own", "Custom-1.0")],
    });
  });
  return { url, stop, flags: ["--packages-url", `${url}/api`, "--packages-key", "key"] };
}
