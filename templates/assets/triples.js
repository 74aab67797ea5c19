// Fetches the triples of a record when somebody opens the place for them.

import { fetchForm } from "./form.js";

for (const place of document.querySelectorAll("details[data-triples]")) {
  place.addEventListener("toggle", async () => {
    const shown = place.querySelector("pre");
    if (!place.open || !shown.hidden) return;
    const said = place.querySelector("[role=status]");
    said.textContent = "Fetching the triples…";
    try {
      const answer = await fetchForm(place.dataset.triples, "ttl");
      shown.firstElementChild.textContent = await answer.text();
      shown.hidden = false;
      said.textContent = "";
    } catch (error) {
      said.textContent = `The triples could not be fetched: ${error.message}.`;
    }
  });
}
