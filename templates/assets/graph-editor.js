// Adds and removes statements in place; without it the same buttons send the form, and the server answers with the rows.
const list = document.getElementById("statements");
const form = document.getElementById("editor");
const said = document.getElementById("statements-said");
const labels = new Map();
for (const option of document.querySelectorAll("#acts option")) labels.set(option.value, option.textContent);
const compact = new Map([...labels].map(([name, label]) => [label.toLowerCase(), name]));

function number(row, n) {
  row.id = `statement-${n}`;
  for (const field of row.querySelectorAll("input, select")) {
    const part = field.name.split("-")[0];
    field.name = field.id = `${part}-${n}`;
    const label = row.querySelector(`label[for^="${part}-"]`);
    label.htmlFor = field.id;
    label.textContent = label.textContent.replace(/\d+/, n);
    if (field.hasAttribute("aria-describedby")) field.setAttribute("aria-describedby", `fault-${n}`);
  }
  const button = row.querySelector("button");
  button.value = `remove-${n}`;
  button.setAttribute("aria-label", `Remove statement ${n}`);
  const fault = row.querySelector(".error");
  if (fault) fault.id = `fault-${n}`;
}

function settle(row) {
  row.querySelector(".error")?.remove();
  for (const field of row.querySelectorAll("[aria-describedby]")) {
    field.removeAttribute("aria-describedby");
    field.removeAttribute("aria-invalid");
  }
}

function add() {
  const row = list.lastElementChild.cloneNode(true);
  settle(row);
  for (const input of row.querySelectorAll("input")) input.value = "";
  for (const label of row.querySelectorAll(".act > span")) label.textContent = "";
  row.querySelector("select").selectedIndex = list.lastElementChild.querySelector("select").selectedIndex;
  list.append(row);
  number(row, list.children.length);
  row.querySelector("input").focus();
  said.textContent = `Row ${list.children.length} added.`;
}

function remove(row) {
  const place = [...list.children].indexOf(row);
  if (list.children.length === 1) add();
  row.remove();
  [...list.children].forEach((left, index) => number(left, index + 1));
  list.children[Math.min(place, list.children.length - 1)].querySelector("input").focus();
  said.textContent = `Statement ${place + 1} removed.`;
}

form.addEventListener("click", (event) => {
  const button = event.target.closest('button[name="do"]');
  if (!button || !(button.value === "add" || button.value.startsWith("remove-"))) return;
  event.preventDefault();
  if (button.value === "add") add();
  else remove(button.closest("li"));
});

// A label that was typed becomes the name it stands for, and the label is shown below.
list.addEventListener("change", (event) => {
  const input = event.target.closest(".act > input");
  if (!input) return;
  const typed = input.value.trim();
  input.value = compact.get(typed.toLowerCase()) ?? typed;
  input.nextElementSibling.textContent = labels.get(input.value) ?? "";
  settle(input.closest("li"));
});
