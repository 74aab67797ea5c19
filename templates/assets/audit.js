// Reads a file of parts into the form that audits them, chosen or dropped. Without this script the list is pasted.

const form = document.getElementById("audit");
const chosen = document.getElementById("chosen");
const said = document.getElementById("chosen-said");
const list = form.elements.document;
// What the server takes, as it is sent: other characters than letters and digits need three bytes.
const MOST_BYTES = 1 << 20;

form.hidden = false;
chosen.closest("p").hidden = false;

async function read(file) {
  said.textContent = "";
  // As a form sends it, with line ends of two characters.
  const text = (await file.text()).replace(/\r?\n/g, "\r\n");
  const sent = new URLSearchParams({ document: text }).toString().length;
  if (sent > MOST_BYTES - 1024) {
    said.textContent = `${file.name} is too long for this page. The command reads it: muniment audit ${file.name}`;
    return;
  }
  list.value = text;
  form.elements.file.value = file.name;
  const work = document.getElementById(form.dataset.work);
  if (work) form.elements.target.value = work.value;
  form.requestSubmit();
}

chosen.addEventListener("change", () => chosen.files.length && read(chosen.files[0]));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) read(event.dataTransfer.files[0]);
});
// A list that is pasted has no name.
list.addEventListener("input", () => { form.elements.file.value = ""; });
