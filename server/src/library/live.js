// Loads the page again when the server goes on to another tree than the one the page is of.
const { tree } = document.currentScript.dataset;
new EventSource("/_live").addEventListener("tree", (event) => {
  if (event.data !== tree) location.reload();
});
