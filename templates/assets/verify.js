// Computes the content hash of a version anew: the SHA-256 of its N-Triples, which are its canonical text.

import { fetchForm } from "./form.js";

const states = {
  equal: (digits, name) => `Verified in your browser: ${name} is unchanged. The SHA-256 of its N-Triples is the value shown, ${digits.slice(0, 12)}….`,
  different: (digits, name) => `The N-Triples of ${name} do not hash to the value shown. They hash to sha256:${digits}.`,
};

/** What is at an address, which ends in `ID/versions/NUMBER` where it is public. */
function name(address) {
  const [, id, number] = /([^/]+)\/versions\/(\d+)$/.exec(address) ?? [];
  return id ? `version ${number} of ${decodeURIComponent(id)}` : "the record";
}

async function digest(address) {
  if (!globalThis.crypto?.subtle) {
    throw new Error("this page was not loaded over https, and browsers hash on such pages only");
  }
  const answer = await fetchForm(address, "nt");
  const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function verify(button, outcome) {
  button.disabled = true;
  outcome.dataset.state = "";
  outcome.textContent = "Fetching the N-Triples…";
  try {
    const digits = await digest(button.dataset.verify);
    const state = digits === button.dataset.digits ? "equal" : "different";
    outcome.dataset.state = state;
    outcome.textContent = states[state](digits, name(button.dataset.verify));
  } catch (error) {
    outcome.dataset.state = "unchecked";
    outcome.textContent = `Could not be checked: ${error.message}. The command below does the same.`;
  } finally {
    button.disabled = false;
  }
}

for (const button of document.querySelectorAll("button[data-verify]")) {
  const outcome = document.getElementById(button.getAttribute("aria-describedby"));
  button.addEventListener("click", () => verify(button, outcome));
  button.hidden = false;
}
