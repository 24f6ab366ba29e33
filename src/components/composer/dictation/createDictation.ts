import { activeElementIn } from "../../ui/activeElement.ts";
import type { DictationAdapter } from "./adapter.ts";
import {
  mapOffsetThroughReplace,
  mapRangeThroughEdit,
  padWithSpaces,
  type Range,
} from "./interimRange.ts";

/** What went wrong, in words of the strings. */
export type DictationProblem = "notAllowed" | "noMicrophone" | "notSupported" | "network" | "other";

/** One time that a person speaks into a field. */
export interface DictationSession {
  /** Ends it; what was said before is still written. */
  readonly stop: () => void;
  /** Ends it, and writes nothing more. */
  readonly discard: () => void;
  /** Ends it when the text is another one, as when it was sent. */
  readonly endIfTextChanged: () => void;
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
  let interimRange: Range | undefined;
  /** The text as it should be, if nobody but the person and this has changed it. */
  let expectedText = field.value;
  let isComposing = false;
  let isWriting = false;
  let hasEnded = false;
  /** The person has changed what was being said: the rest of it is theirs. */
  let isInterimEdited = false;
  /** What could not be written while an input method was at work. */
  let deferredWrites: (() => void)[] = [];

  const finish = (problem?: DictationProblem) => {
    if (hasEnded) return;
    hasEnded = true;
    removeListeners();
    onEnd(problem);
  };
  const discard = () => {
    finish();
    controller.abort();
  };
  const endIfTextChanged = () => {
    if (!hasEnded && field.value !== expectedText) discard();
  };

  const write = (transcript: string, isFinal: boolean) => {
    endIfTextChanged();
    if (hasEnded) return;
    if (isComposing) {
      deferredWrites.push(() => write(transcript, isFinal));
      return;
    }
    if (isInterimEdited) {
      isInterimEdited = !isFinal;
      return;
    }
    const { value, selectionStart, selectionEnd } = field;
    const range = interimRange ?? { from: selectionEnd, to: selectionEnd };
    const text = padWithSpaces(value.slice(0, range.from), transcript, value.slice(range.to));
    isWriting = true;
    field.setRangeText(text, range.from, range.to, "end");
    if (activeElementIn(field) === field) {
      const mapOffset = (offset: number) => mapOffsetThroughReplace(offset, range, text.length);
      field.setSelectionRange(mapOffset(selectionStart), mapOffset(selectionEnd));
    }
    expectedText = field.value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    isWriting = false;
    interimRange = isFinal ? undefined : { from: range.from, to: range.from + text.length };
  };

  const handlers: Readonly<Record<string, (event: Event) => void>> = {
    input() {
      if (isWriting) return;
      const mapped = interimRange && mapRangeThroughEdit(interimRange, expectedText, field.value);
      isInterimEdited ||= interimRange !== undefined && mapped === undefined;
      interimRange = mapped;
      expectedText = field.value;
    },
    compositionstart() {
      isComposing = true;
    },
    compositionend() {
      isComposing = false;
      expectedText = field.value;
      const writes = deferredWrites;
      deferredWrites = [];
      for (const write_ of writes) write_();
    },
  };
  // Hidden, as in a popup that is closed: nobody would see that it listens.
  const resizeObserver = globalThis.ResizeObserver
    ? new ResizeObserver(() => {
        if (field.getClientRects().length === 0) discard();
      })
    : undefined;
  const removeListeners = () => {
    resizeObserver?.disconnect();
    for (const [type, handler] of Object.entries(handlers)) {
      field.removeEventListener(type, handler);
    }
  };
  for (const [type, handler] of Object.entries(handlers)) field.addEventListener(type, handler);
  resizeObserver?.observe(field);

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

  return { stop: () => controller.abort(), discard, endIfTextChanged };
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
