/* Copying a link, where the browser allows it: only on pages that came over HTTPS. */
(() => {
  "use strict";

  for (const address of document.querySelectorAll(".address input")) {
    address.addEventListener("focus", () => address.select());
  }
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.closest(".link").querySelector("input").value);
      button.textContent = button.dataset.copied;
    });
  }
})();
