import { activeElementIn } from "../../ui/activeElement.ts";
import type { DictationAdapter } from "./adapter.ts";
import { followEdit, followReplace, type Range, spaced } from "./interimRange.ts";

/** What went wrong, in words of the strings. */
export type DictationProblem = "notAllowed" | "noMicrophone" | "notSupported" | "network" | "other";

/** One time that a person speaks into a field. */
export interface DictationSession {
  /** Ends it; what was said before is still written. */
  readonly stop: () => void;
  /** Ends it, and writes nothing more. */
  readonly discard: () => void;
  /** Ends it when the text is another one, as when it was sent. */
  readonly check: () => void;
}

/** Listens, and writes what is said where the caret is. */
export function createDictation(
  field: HTMLTextAreaElement,
  adapter: DictationAdapter,
  onEnd: (problem?: DictationProblem) => void,
): DictationSession {
  const controller = new AbortController();
  const { signal } = controller;
  /** What is to be replaced by what is understood next. */
  let interim: Range | undefined;
  /** The text as it should be, if nobody but the person and this has changed it. */
  let known = field.value;
  let isComposing = false;
  let isWriting = false;
  let isOver = false;
  /** The person has changed what was being said: the rest of it is theirs. */
  let isTaken = false;
  /** What could not be written while an input method was at work. */
  let waiting: (() => void)[] = [];

  const finish = (problem?: DictationProblem) => {
    if (isOver) return;
    isOver = true;
    forget();
    onEnd(problem);
  };
  const discard = () => {
    finish();
    controller.abort();
  };
  const check = () => {
    if (!isOver && field.value !== known) discard();
  };

  const write = (said: string, isFinal: boolean) => {
    check();
    if (isOver) return;
    if (isComposing) {
      waiting.push(() => write(said, isFinal));
      return;
    }
    if (isTaken) {
      isTaken = !isFinal;
      return;
    }
    const { value, selectionStart, selectionEnd } = field;
    const range = interim ?? { from: selectionEnd, to: selectionEnd };
    const text = spaced(value.slice(0, range.from), said, value.slice(range.to));
    isWriting = true;
    field.setRangeText(text, range.from, range.to, "end");
    if (activeElementIn(field) === field) {
      const follow = (place: number) => followReplace(place, range, text.length);
      field.setSelectionRange(follow(selectionStart), follow(selectionEnd));
    }
    known = field.value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    isWriting = false;
    interim = isFinal ? undefined : { from: range.from, to: range.from + text.length };
  };

  const handlers: Readonly<Record<string, (event: Event) => void>> = {
    input() {
      if (isWriting) return;
      const moved = interim && followEdit(interim, known, field.value);
      isTaken ||= interim !== undefined && moved === undefined;
      interim = moved;
      known = field.value;
    },
    compositionstart() {
      isComposing = true;
    },
    compositionend() {
      isComposing = false;
      known = field.value;
      const late = waiting;
      waiting = [];
      for (const one of late) one();
    },
  };
  // Hidden, as in a popup that is closed: nobody would see that it listens.
  const watcher = globalThis.ResizeObserver
    ? new ResizeObserver(() => {
        if (field.getClientRects().length === 0) discard();
      })
    : undefined;
  const forget = () => {
    watcher?.disconnect();
    for (const [type, handler] of Object.entries(handlers)) {
      field.removeEventListener(type, handler);
    }
  };
  for (const [type, handler] of Object.entries(handlers)) field.addEventListener(type, handler);
  watcher?.observe(field);

  const listen = async () =>
    adapter.start({
      language: field.closest<HTMLElement>("[lang]")?.lang || undefined,
      signal,
      onInterim: (text) => write(text, false),
      onFinal: (text) => write(text, true),
    });
  listen().then(
    () => finish(),
    (error: unknown) => finish(signal.aborted ? undefined : problemOf(error)),
  );

  return { stop: () => controller.abort(), discard, check };
}

const PROBLEMS: Readonly<Record<string, DictationProblem>> = {
  NotAllowedError: "notAllowed",
  SecurityError: "notAllowed",
  NotFoundError: "noMicrophone",
  NotReadableError: "noMicrophone",
  NotSupportedError: "notSupported",
  NetworkError: "network",
};

/** A `DOMException` is no `Error` everywhere. */
function problemOf(error: unknown): DictationProblem {
  const name = (error as { readonly name?: unknown } | undefined)?.name;
  return PROBLEMS[String(name)] ?? "other";
}
