import { type KeyboardEvent, useEffect, useRef } from "react";
import type { ThreadSummary } from "../../hooks/threads/useThreads.ts";
import { isFocusLost } from "../ui/focus.ts";

/** Returns the buttons that open threads, without those in a closed archive. */
function visibleOpenButtons(nav: Element | null | undefined): HTMLElement[] {
  const all = nav?.querySelectorAll<HTMLElement>(".agk-thread-open") ?? [];
  return [...all].filter(isVisible);
}

const isVisible = (element: Element) => !element.closest("details:not([open])");

/** @internal Moves the focus to another thread on an arrow key, Home or End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  // The browser uses these combinations.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof Element) || !target.matches(".agk-thread-open, .agk-thread-more")) return;
  const all = visibleOpenButtons(event.currentTarget.closest("nav"));
  const index = all.findIndex((button) => button.closest("li") === target.closest("li"));
  const targets = new Map([
    ["ArrowUp", Math.max(0, index - 1)],
    ["ArrowDown", Math.min(all.length - 1, index + 1)],
    ["Home", 0],
    ["End", all.length - 1],
  ]);
  const to = targets.get(key);
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}

/** @internal Moves the focus to a neighbor of a removed thread, or else to the button that creates one. */
export function useFocusNext(threads: readonly ThreadSummary[]) {
  const list = useRef<HTMLElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  const pendingFocus = useRef<{ readonly nextId: string | undefined }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks the focus after each change of the list
  useEffect(() => {
    const { current } = pendingFocus;
    pendingFocus.current = undefined;
    // The focus is elsewhere already.
    if (!current || !isFocusLost()) return;
    const next = visibleOpenButtons(list.current).find(
      (button) => threadIdOf(button) === current.nextId,
    );
    (next ?? create.current)?.focus();
  }, [threads]);

  return {
    list,
    create,
    focusNextAfter(id: string) {
      // By rows, because a row in confirmation mode has no button that opens the thread.
      const rows = list.current?.querySelectorAll(".agk-thread") ?? [];
      const ids = [...rows].filter(isVisible).map(threadIdOf);
      const index = ids.indexOf(id);
      pendingFocus.current = { nextId: ids[index + 1] ?? ids[index - 1] };
    },
  };
}

const threadIdOf = (button: Element) => button.closest("li")?.getAttribute("data-id") ?? undefined;
