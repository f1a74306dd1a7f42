/* What waits on this phone as QR codes: for a phone with network, whose camera opens the page that reads them in. */
(() => {
  "use strict";

  const { documentOf, kept, saveFile } = window.cegoKept;
  const home = location.pathname;
  const QUIET = 4; // as many modules of white as the standard wants around a code
  const SVG = "http://www.w3.org/2000/svg";
  const template = document.querySelector("#codes");
  const words = template.dataset;
  const drawing = () => import(words.library);

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /* Drawn dark on white whatever the page looks like: not every camera reads it the other way round. */
  function pictureOf(code, label) {
    const size = code.size + 2 * QUIET;
    let dark = "";
    for (let y = 0; y < code.size; y++) {
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark += `M${x} ${y}h1v1h-1z`;
    }
    const picture = document.createElementNS(SVG, "svg");
    const attributes = { viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" };
    for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
    picture.append(document.createElementNS(SVG, "path"));
    picture.firstChild.setAttribute("d", dark);
    return picture;
  }

  function show(dialog, addresses, { generate, correction }) {
    const find = (selector) => dialog.querySelector(selector);
    let at = 0;
    const draw = () => {
      const place = { i: at + 1, n: addresses.length };
      const code = generate(addresses[at], { minCorrectionLevel: correction.L });
      find(".code").replaceChildren(pictureOf(code, fill(words.label, place)));
      find(".code").dataset.address = addresses[at];
      find(".place").textContent = fill(words.place, place);
    };
    find(".turning").hidden = addresses.length < 2;
    for (const button of dialog.querySelectorAll("[data-turn]")) {
      button.addEventListener("click", () => {
        at = (at + Number(button.dataset.turn) + addresses.length) % addresses.length;
        draw();
      });
    }
    draw();
  }

  async function open() {
    const items = (await kept()).filter(({ sheet, written }) => sheet === home && !written);
    if (!items.length) return; // the server has it all by now
    const dialog = template.content.querySelector("dialog").cloneNode(true);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.querySelector("[data-file]").addEventListener("click", () => saveFile(home, items));
    document.body.append(dialog);
    dialog.showModal();
    try {
      const parts = await window.cegoParts.cut(documentOf(home, items));
      show(dialog, parts.map((part) => `${location.origin}${home}/unsent#${part}`), await drawing());
    } catch {
      dialog.querySelector(".problem").hidden = false;
    }
  }

  document.addEventListener("click", ({ target }) => target.closest("[data-codes]") && open());

  // Over plain HTTP no worker keeps the library for the time when it is asked for.
  if (!isSecureContext) setTimeout(() => drawing().catch(() => {}), 2000);
})();
