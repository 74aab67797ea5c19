// Answers the question of the first page in place. Without this script, and where no server answers, the form leads to
// the page of the answer.

const form = document.getElementById("ask");
const place = document.getElementById("home-answer");
const progress = document.getElementById("progress");

async function ask() {
  const fields = new URLSearchParams(new FormData(form));
  const headers = { "HX-Request": "true", Accept: "text/html; fragment" };
  const response = await fetch(form.dataset.check, { method: "POST", headers, body: fields });
  const fragment = new DOMParser().parseFromString(await response.text(), "text/html");
  const result = fragment.getElementById("result");
  if (!response.ok || !result) return false;
  const heading = document.createElement("h2");
  heading.id = "answer-heading";
  heading.append(...result.querySelector("h1").childNodes);
  result.querySelector("h1").replaceWith(heading);
  const whole = document.createElement("a");
  whole.href = result.dataset.address;
  whole.textContent = "The whole answer: why, and what you must do";
  const further = document.createElement("p");
  further.append(whole);
  const still = fragment.querySelector("[aria-labelledby=still-heading]");
  still?.querySelector("h2").remove();
  const why = fragment.querySelector("[aria-labelledby=reasons-heading] blockquote");
  const parts = [result.querySelector(".answer"), why, still, further].filter(Boolean);
  place.replaceChildren(...parts.map((part) => document.adoptNode(part)));
  return true;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  progress.textContent = "Checking …";
  const isAnswered = await ask().catch(() => false);
  progress.textContent = isAnswered ? document.getElementById("answer-heading").textContent.trim() : "";
  if (!isAnswered) form.submit();
});
form.addEventListener("change", (event) => {
  if (event.target.matches("select") && form.checkValidity()) form.requestSubmit();
});
