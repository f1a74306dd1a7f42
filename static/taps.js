// @ts-check
/* The second tap of an impatient finger, meant for what stood there before: within a finger's width of the last tap and
 * two seconds after it, on what came only by that or says something else since. It does nothing, on any page. Keyboards
 * are not meant, nor keys that are tapped one after the other. */

const FINGER = 40; // pixels
const SOON = 2000; // milliseconds
const CONTROLS = "a, button, input, label, select, summary";

/** What stood here at the last tap; and what was tapped, and said then. @type {WeakSet<Element>} */
let standing = new WeakSet();
/** @type {Element | undefined} */
let tapped;
let saying = "";

/** @param {MouseEvent} event */
function hearTap(event) {
  const control = /** @type {Element} */ (event.target).closest(CONTROLS);
  if (!control || !event.detail) return; // which a keyboard leaves at 0
  const { clientX, clientY } = event;
  const { x, y, at, page } = JSON.parse(sessionStorage.getItem("tap") ?? "{}");
  const isAgain = Math.hypot(clientX - x, clientY - y) <= FINGER && Math.abs(Date.now() - at) < SOON;
  const stood = page === performance.timeOrigin && standing.has(control);
  const isOther = !stood || (control === tapped && control.textContent !== saying);
  if (isAgain && isOther && !control.closest(".keypad, .bids")) {
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  standing = new WeakSet(document.querySelectorAll(CONTROLS));
  tapped = control;
  saying = control.textContent;
  const tap = { x: clientX, y: clientY, at: Date.now(), page: performance.timeOrigin };
  sessionStorage.setItem("tap", JSON.stringify(tap));
}

addEventListener(
  "click",
  (event) => {
    try {
      hearTap(event);
    } catch {
      // nothing can be kept here: every tap counts
    }
  },
  true,
);
