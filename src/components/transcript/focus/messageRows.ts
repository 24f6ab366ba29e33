/** Elements that group rows, with the elements of a turn around its rows. Any other child of a group is a row. */
const GROUP = ".agk-rows, .agk-turn-rows, .agk-slot:not([tabindex])";

/** Elements of a turn, of the kit or of the application, that are outside of its rows. */
const IN_TURN = ".agk-rows :not(.agk-turn-rows *)";

/** Elements that may be stops of the Tab key. */
const CONTROL = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";

/** Elements with stops of the Tab key inside that the page cannot see. Custom elements are others. */
const OPAQUE = "audio, video, iframe";

/** A message or another row that takes the focus, with the rows that belong to it: its actions and states. */
interface MessageSection {
  /** The element that takes the focus. */
  readonly stop: HTMLElement | undefined;
  readonly rows: readonly Element[];
}

function isGroup(element: Element): boolean {
  return (
    element.matches(GROUP) ||
    (element.matches(IN_TURN) && element.querySelector(".agk-turn-rows") !== null)
  );
}

/** Creates a walker whose siblings are the rows of a transcript, whatever groups them. */
export function walkRows(content: Element, current: Node = content): TreeWalker {
  const walker = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && isGroup(node) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT,
  );
  walker.currentNode = current;
  return walker;
}

/** Returns the row that contains an element, if the content does. */
export function findRow(content: Element, element: Element): Element | undefined {
  let row: Element | undefined;
  if (!content.contains(element)) return row;
  for (let at: Element | null = element; at && at !== content; at = at.parentElement) {
    if (!isGroup(at)) row = at;
  }
  return row;
}

/**
 * Returns the element of a row that takes the focus: a message itself, and the first control of a status or a
 * disclosure. The footer of a message takes none.
 */
export function stopOf(row: Node): HTMLElement | undefined {
  if (!(row instanceof HTMLElement) || row.matches(".agk-message-footer") || !isRendered(row)) {
    return undefined;
  }
  const isMessage = row.matches("[data-message-id], .agk-interrupt, .agk-turn-rows :not(details)");
  return isMessage ? row : controlsIn(row)[0];
}

/** Returns the first element from a step on that takes the focus. */
export function findStop(
  walker: TreeWalker,
  step: "firstChild" | "lastChild" | "nextSibling" | "previousSibling",
): HTMLElement | undefined {
  const next = step === "firstChild" || step === "nextSibling" ? "nextSibling" : "previousSibling";
  for (let row = walker[step](); row; row = walker[next]()) {
    const stop = stopOf(row);
    if (stop) return stop;
  }
  return undefined;
}

/** Returns the message that a row belongs to. */
export function sectionOf(content: Element, row: Element): MessageSection {
  const rows: Element[] = [];
  const walker = walkRows(content, row);
  while (!stopOf(walker.currentNode) && walker.previousSibling());
  const stop = stopOf(walker.currentNode);
  do {
    // The walker shows elements only.
    rows.push(walker.currentNode as Element);
  } while (walker.nextSibling() && !stopOf(walker.currentNode));
  return { stop, rows };
}

/** True when the Tab key moves from an element to another control in the same rows. */
export function hasNextControl(
  rows: readonly Element[],
  element: Element,
  isBackward: boolean,
): boolean {
  if (isOpaque(element)) return true;
  const side = isBackward ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  return rows
    .flatMap(controlsIn)
    .some((control) => (element.compareDocumentPosition(control) & side) !== 0);
}

/** Returns the controls in an element that the Tab key reaches, the element included. */
function controlsIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll("*")].filter(isControl);
}

/** True for a control that the Tab key reaches. A link in a drawing is not an `HTMLElement`, but takes the focus as well. */
function isControl(element: Element): element is HTMLElement {
  return (
    (isOpaque(element) ||
      (element.matches(CONTROL) && "tabIndex" in element && Number(element.tabIndex) >= 0)) &&
    !element.matches(":disabled, [inert] *") &&
    isRendered(element)
  );
}

function isOpaque(element: Element): boolean {
  return element.matches(OPAQUE) || element.localName.includes("-");
}

/** True for an element with a box. Without layout, as in jsdom, all elements count. */
function isRendered(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
