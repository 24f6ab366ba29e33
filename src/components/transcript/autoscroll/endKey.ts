/** What has a use of its own for the key: what one writes or chooses in, plays, or has been given a part to play. */
const OTHERS =
  "input:not([type=radio],[type=checkbox]),textarea,select,audio,video,[contenteditable],[role]";

/** @internal Whether a key that is pressed in a transcript leads to its end. */
export function isScrollToEndKey(event: KeyboardEvent, viewport: Element): boolean {
  const { key, metaKey, altKey, shiftKey, target } = event;
  const isKey = key === "End" || (key === "ArrowDown" && metaKey);
  if (!isKey || altKey || shiftKey || !(target instanceof Element)) return false;
  if (target === viewport) return true;
  return !target.matches(OTHERS) && !isInBox(target, viewport);
}

/** Whether it is in a box that scrolls by itself, which goes to its own end. */
function isInBox(target: Element, viewport: Element): boolean {
  for (let box: Element | null = target; box && box !== viewport; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight) return true;
  }
  return false;
}
