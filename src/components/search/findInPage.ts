/** Key event of React or of the DOM. */
type Key = Pick<
  globalThis.KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>;

/** True on Apple systems, where the Control key has other meanings in a text field. */
function usesCommandKey(): boolean {
  return /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
}

/** @internal True for a letter with Ctrl, or with Cmd on Apple systems. A keyboard of another script is read by position. */
export function isCommandKey(
  { key, code, ctrlKey, metaKey, altKey }: Key,
  letter: string,
): boolean {
  const isLetter = /^[a-z]$/i.test(key)
    ? key.toLowerCase() === letter
    : code === `Key${letter.toUpperCase()}`;
  const hasCommand = usesCommandKey() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isLetter && hasCommand && !altKey;
}

/** @internal Returns the direction in which a key walks through the matches anywhere in the chat; 0 for other keys. */
export function walkDirection(event: Key): -1 | 0 | 1 {
  const isPlainF3 = event.key === "F3" && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlainF3 && !isCommandKey(event, "g")) return 0;
  return event.shiftKey ? -1 : 1;
}

/** @internal Matches the button that shows the collapsed calls of a message. */
export const COLLAPSED_CALLS = ".agk-tool-row > [aria-expanded='false']";

/** @internal Matches the first child of a disclosure whose content is not in the document. */
export const CLOSED = "details:not([open]) > summary:only-child";

/**
 * @internal True when the browser's own search would miss a part of the conversation: rows that are not rendered, closed
 * cards, and lists of which a part is shown.
 */
export function hasUnrenderedParts(chat: Element): boolean {
  return (
    chat.querySelector(
      `.agk-message-list :is(.agk-window-edge, .agk-more, ${COLLAPSED_CALLS}, ${CLOSED})`,
    ) !== null
  );
}
