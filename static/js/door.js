/* The field at the door: arrow keys and Enter choose from the list under it, and it gets the focus back. Everything
   also works without this: then the list comes after Enter, and its buttons are pressed. */
(() => {
  "use strict";

  const form = document.getElementById("entry");
  const field = document.getElementById("who");
  if (!form || !field) return;
  let marked = -1;
  let waiting = false;
  let sent = null;

  const list = () => document.getElementById("suggestions");
  const options = () => [...list().querySelectorAll(".option")];
  const fresh = () => list().dataset.for === field.value;

  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", "suggestions");

  function mark(index) {
    marked = index;
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = options()[index];
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    if (option) option.scrollIntoView({ block: "nearest" });
  }

  /* The list came anew: its roles, and what Enter takes. */
  function dress() {
    const all = options();
    const box = list().querySelector("ul");
    if (box) box.setAttribute("role", "listbox");
    for (const option of all) {
      option.setAttribute("role", "option");
      option.tabIndex = -1;
      option.parentElement.setAttribute("role", "none");
    }
    field.setAttribute("aria-controls", box ? "options" : "suggestions");
    field.setAttribute("aria-expanded", String(all.length > 0));
    mark(all.findIndex((option) => "proposed" in option.dataset));
  }

  function empty() {
    list().replaceChildren();
    list().dataset.for = "";
    dress();
  }

  function take() {
    waiting = false;
    const option = options()[marked];
    if (option) option.click();
    else form.requestSubmit();
  }

  field.addEventListener("keydown", (event) => {
    const all = options();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && all.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark(marked < 0 && step < 0 ? all.length - 1 : (marked + step + all.length) % all.length);
    } else if (event.key === "Escape") {
      field.value = "";
      empty();
    }
  });

  /* Enter anywhere in the form takes what is marked; a list that is still on its way is waited for. */
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.closest("button, a") || event.isComposing) return;
    event.preventDefault();
    if (field.value.trim().length > 1 && !fresh()) waiting = true;
    else take();
  });

  document.addEventListener("htmx:afterSettle", () => {
    dressIfNew();
    if (document.activeElement === document.body) field.focus();
  });

  let dressed = null;
  function dressIfNew() {
    if (dressed === list()) return;
    dressed = list();
    dress();
    if (waiting && fresh()) take();
  }

  document.addEventListener("htmx:sendError", () => {
    if (waiting) take();
  });

  form.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === form) sent = field.value;
  });

  /* Registered: the field is ready for the next one, unless somebody is typing there already. */
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== form || !event.detail.successful || event.detail.xhr.status !== 200) return;
    if (field.value === sent) field.value = "";
    for (const box of form.querySelectorAll("[data-once]")) box.checked = false;
    field.focus();
  });

  /* Whoever begins to type anywhere on the page means the field. */
  document.addEventListener("keydown", (event) => {
    const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && !event.target.closest("input, textarea, select")) field.focus();
  });

  dressIfNew();
})();
