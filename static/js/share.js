/* Copying a link or the evening's text, where the browser allows it: only on pages that came over HTTPS. */
(() => {
  "use strict";

  for (const address of document.querySelectorAll(".address input, .message")) {
    address.addEventListener("focus", () => address.select());
  }
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.closest(".link").querySelector(".address input, .message").value);
      button.textContent = button.dataset.copied;
    });
  }
})();
