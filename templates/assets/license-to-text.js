// Copies the text of a license, and saves it as a file; without this script there is the text itself to select.
const text = document.getElementById("license-text");
const done = document.querySelector("[data-done]");
const copy = document.querySelector("[data-copy]");
const save = document.querySelector("[data-save]");

const written = () => `${text.innerText.trim()}\n`;

copy.hidden = !navigator.clipboard;
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(written());
    done.textContent = "Copied.";
  } catch {
    done.textContent = "Your browser does not let this page copy; select the text instead.";
  }
});

// Where the server has a plain text to be saved, that one is better set.
if (!document.querySelector("[data-plain]")) {
  save.hidden = false;
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([written()], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${text.dataset.file}.txt`;
    link.click();
    URL.revokeObjectURL(address);
    done.textContent = "Saved.";
  });
}
