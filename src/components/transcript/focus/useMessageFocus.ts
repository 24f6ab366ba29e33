import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { activeElementIn, isFocusLost } from "../../ui/focus.ts";
import { findRow, findStop, hasNextControl, sectionOf, stopOf, walkRows } from "./messageRows.ts";

/** Messages that had the focus last, by the viewport. */
const focusedStops = new WeakMap<HTMLElement, HTMLElement>();

/** Elements over the transcript, which have a Tab order of their own. */
const OVERLAY = "dialog, [popover]";

/** Height of the part of a message that must be in view, in CSS pixels: about a line. */
const VISIBLE_PX = 24;

/**
 * @internal Makes a transcript one stop of the Tab key: the last message in view. Arrow keys move between messages,
 * and the Tab key reaches the controls of the focused message only. No element changes its position in the Tab order, so
 * screen readers, pointers and scripts reach everything as before.
 *
 * @returns The key handler of the viewport.
 */
export function useMessageFocus(
  viewport: RefObject<HTMLElement | null>,
): (event: KeyboardEvent<HTMLElement>) => void {
  useEffect(() => {
    const view = viewport.current;
    if (!view) return;
    const { ownerDocument } = view;
    const handleTab = (event: globalThis.KeyboardEvent) => {
      const [from] = event.composedPath();
      if (!event.shiftKey || !isPlainKey(event, "Tab")) return;
      if (from instanceof Node && view.contains(from)) return;
      // The browser would focus the last control, and scroll to it.
      addEdge(view, 0).onfocus = () => focusStop(lastStopInView(view) ?? view);
    };
    ownerDocument.addEventListener("keydown", handleTab, true);
    return () => ownerDocument.removeEventListener("keydown", handleTab, true);
  }, [viewport]);
  // A removed element loses the focus without an event of React.
  useIsomorphicLayoutEffect(() => {
    const { current: view } = viewport;
    if (!view || !focusedStops.has(view) || focusedStops.get(view)?.isConnected) return;
    focusedStops.delete(view);
    if (isFocusLost()) view.focus({ preventScroll: true });
  });
  return handleKeyDown;
}

function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: view } = event;
  const content = view.firstElementChild;
  if (event.defaultPrevented || !content || !(target instanceof Element)) return;
  // React also bubbles the events of portals, such as dialogs, to this element.
  if (!view.contains(target) || view.contains(target.closest(OVERLAY))) return;
  if (!isPlainKey(event, key)) return;
  const isTab = key === "Tab";
  if (event.shiftKey && !isTab) return;
  const stop = isTab
    ? findTabStop(view, content, target, event.shiftKey)
    : findArrowStop(view, content, target, key);
  if (!stop) return;
  focusStop(stop);
  // The browser scrolls to the start and to the end.
  if (key === "Home" || key === "End") return;
  event.preventDefault();
  stop.scrollIntoView?.({ block: "nearest" });
}

/**
 * Returns the message to which the Tab key moves the focus. Otherwise the browser moves it: to another control of the
 * same message, or out of the transcript.
 */
function findTabStop(
  view: HTMLElement,
  content: Element,
  target: Element,
  isBackward: boolean,
): HTMLElement | undefined {
  const row = findRow(content, target);
  // The transcript itself has the focus, for example after a click on a message.
  if (!row)
    return isBackward ? undefined : (findClickedStop(view, content) ?? lastStopInView(view));
  const { stop, rows } = sectionOf(content, row);
  if (hasNextControl(rows, target, isBackward)) return undefined;
  if (isBackward && stop && stop !== target) return stop;
  // The browser continues from here.
  if (isBackward) view.focus({ preventScroll: true });
  else addEdge(view, -1).focus({ preventScroll: true });
  return undefined;
}

/** Returns the message that the user has clicked last, if it is still in view. */
function findClickedStop(view: HTMLElement, content: Element): HTMLElement | undefined {
  const text = view.ownerDocument.getSelection()?.anchorNode?.parentElement;
  const row = text && findRow(content, text);
  if (!text || !row || view.matches(":focus-visible")) return undefined;
  const { top, bottom } = text.getBoundingClientRect();
  const box = view.getBoundingClientRect();
  return bottom > box.top && top < box.bottom ? sectionOf(content, row).stop : undefined;
}

/** Returns the message to which another key moves the focus from a message. */
function findArrowStop(
  view: HTMLElement,
  content: Element,
  target: Element,
  key: string,
): HTMLElement | undefined {
  const row = findRow(content, target);
  if (!row || stopOf(row) !== target || target.matches("input, textarea, select")) return undefined;
  const { top, bottom } = view.getBoundingClientRect();
  const box = row.getBoundingClientRect();
  if (key === "Home") return findStop(walkRows(content), "firstChild");
  if (key === "End") return findStop(walkRows(content), "lastChild");
  // The browser scrolls through a message that is longer than the view.
  if (key === "ArrowDown" && box.bottom <= bottom + 1) {
    return findStop(walkRows(content, row), "nextSibling");
  }
  if (key === "ArrowUp" && box.top >= top - 1) {
    return findStop(walkRows(content, row), "previousSibling");
  }
  return undefined;
}

/** Returns the last message in view, so that the focus does not move the reading position. */
function lastStopInView(view: HTMLElement): HTMLElement | undefined {
  const content = view.firstElementChild;
  if (!content) return undefined;
  const end = view.getBoundingClientRect().bottom - VISIBLE_PX;
  const isBelow = (element: Element) => element.getBoundingClientRect().top > end;
  // Skips whole groups first: the browser has no layout of rows far from the view.
  let below: Element | undefined;
  for (let group = content.lastElementChild; group && isBelow(group); ) {
    below = group;
    group = group.previousElementSibling;
  }
  const walker = walkRows(content, below);
  let row = below ? walker.previousSibling() : walker.lastChild();
  for (; row; row = walker.previousSibling()) {
    const stop = stopOf(row);
    if (stop && !isBelow(stop)) return stop;
  }
  return undefined;
}

/** Focuses a message, which is not a stop of the Tab key by itself. */
function focusStop(stop: HTMLElement): void {
  if (stop.tabIndex < 0 && !stop.hasAttribute("tabindex")) {
    stop.tabIndex = -1;
    // Without the attribute, a click on a message focuses the transcript, whose arrow keys scroll.
    const restore = () => {
      // The window has lost the focus, not the message.
      if (activeElementIn(stop) === stop) return;
      stop.removeAttribute("tabindex");
      stop.removeEventListener("blur", restore);
    };
    stop.addEventListener("blur", restore);
  }
  stop.focus({ preventScroll: true });
  const view = stop.closest<HTMLElement>(".agk-message-list");
  if (view) focusedStops.set(view, stop);
}

/** Adds an element after the transcript until the browser has moved the focus. */
function addEdge(view: HTMLElement, tabIndex: number): HTMLElement {
  const edge = view.ownerDocument.createElement("span");
  edge.tabIndex = tabIndex;
  view.after(edge);
  setTimeout(() => edge.remove());
  return edge;
}

function isPlainKey(
  event: Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "key">,
  key: string,
) {
  return event.key === key && !event.altKey && !event.ctrlKey && !event.metaKey;
}
