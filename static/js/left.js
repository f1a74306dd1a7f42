/* What waits on this phone, said on the start page: a sheet that cannot be opened any more does not say it itself. */
(() => {
  "use strict";

  const { kept, saveFile } = window.cegoKept;
  const place = document.querySelector("#left");

  function row(sheet, items) {
    const line = place.querySelector("template").content.firstElementChild.cloneNode(true);
    line.querySelector("a").href = sheet;
    line.querySelector("b").textContent = items.length;
    line.querySelector("button").addEventListener("click", () => saveFile(sheet, items));
    return line;
  }

  kept().then(
    (kept) => {
      const items = kept.filter(({ written }) => !written);
      const sheets = new Map();
      for (const item of items) sheets.set(item.sheet, [...(sheets.get(item.sheet) ?? []), item]);
      for (const [sheet, waiting] of sheets) place.append(row(sheet, waiting));
      place.hidden = !items.length;
    },
    () => {}, // nothing can be kept here, so nothing waits
  );
})();
