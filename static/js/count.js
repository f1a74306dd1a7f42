/* The counting help: steppers for the cards of a side, what they make, and a tap that takes it into the hand. Values,
 * what is taken off a pile and how many cards are missing are looked up in "counting-table". */
(() => {
  "use strict";

  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const help = find("#count .counting");
  const form = help.closest("form");
  const table = JSON.parse(find("#counting-table").textContent);
  const how = find("[data-pile]", help).textContent;
  let uuid = form.elements.uuid.value;

  const tile = () => find(".tile[data-active] input", form);
  const byDeclarer = () => !tile() && find("[name=points_of]:checked", form).value === "declarer";

  function pile() {
    const typed = ({ value, dataset }) => Math.min(Number(value) || 0, Number(dataset.most));
    const tapped = (input) => (input.type === "checkbox" ? Number(input.checked) : typed(input));
    const numbers = all("input", help).map((input) => [input.name, tapped(input)]);
    const cards = numbers.reduce((sum, [, number]) => sum + number, 0);
    const values = numbers.reduce((sum, [kind, number]) => sum + number * table.kinds[kind], 0);
    const bonus = byDeclarer() ? table.bonus : 0;
    const missing = table.missing[Number(byDeclarer())][cards];
    return { cards, points: values - table.off[cards] + bonus, missing };
  }

  function draw() {
    const { cards, points, missing } = pile();
    const other = tile() ? "" : ` : ${table.total - points}`;
    const lying = fill(help.dataset.pile, { cards, how, rest: cards % table.group });
    find("[data-pile]", help).textContent = cards ? lying : how;
    const trouble = missing > 0 ? help.dataset.missing : help.dataset.over;
    find("[data-missing]", help).textContent = cards && missing ? fill(trouble, { cards: Math.abs(missing) }) : "";
    // Red only once it can be right: a few cards are always missing while they are tapped in.
    find("[data-missing]", help).toggleAttribute("data-trouble", missing < table.trick);
    const take = find("[data-take]", help);
    take.disabled = !cards;
    take.textContent = cards ? fill(help.dataset.points, { points: `${points}${other}` }) : "–";
    for (const button of all("[data-step]", help)) {
      const input = find("input", button.parentElement);
      const after = Number(input.value) + Number(button.dataset.step);
      button.disabled = after < 0 || after > Number(input.dataset.most);
    }
  }

  function step(button) {
    const input = find("input", button.parentElement);
    input.value = Number(input.value) + Number(button.dataset.step) || "";
    draw();
  }

  /* Into the hand: as if it had been typed. */
  function take() {
    const input = tile() ?? form.elements.points;
    input.value = pile().points;
    delete form.dataset.counting;
    empty();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function empty() {
    for (const input of all(".ones input", help)) input.checked = false;
    for (const input of all(".several input", help)) input.value = "";
    draw();
  }

  help.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button && "step" in button.dataset) step(button);
    if (button && "take" in button.dataset) take();
  });
  help.addEventListener("change", draw);
  form.addEventListener("change", draw);
  form.addEventListener("focusin", draw);
  help.parentElement.addEventListener("again", () => {
    if (uuid !== form.elements.uuid.value) empty();
    uuid = form.elements.uuid.value;
    draw();
  });
  for (const input of all(".several input", help)) input.inputMode = "none";
  form.dataset.counting = "";
  draw();
})();
