// Buttons that copy the text of the element they name; on a page that may not write to the clipboard they stay hidden.

async function copy(button, said) {
  const text = document.getElementById(button.dataset.copy).textContent;
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = "Copied";
  } catch {
    said.textContent = "Not copied: the browser did not allow it";
  }
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const said = document.createElement("span");
    said.className = "faint small";
    said.setAttribute("role", "status");
    button.after(said);
    button.addEventListener("click", () => copy(button, said));
    button.hidden = false;
  }
}
