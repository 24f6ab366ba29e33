import { activeElementIn } from "../../ui/focus.ts";
import type { DictationAdapter } from "./dictationAdapter.ts";
import {
  mapOffsetThroughReplace,
  mapRangeThroughEdit,
  padWithSpaces,
  type TextRange,
} from "./mapTextRange.ts";

/** Reason why dictation failed; the name of its string. */
export type DictationProblem = "notAllowed" | "noMicrophone" | "notSupported" | "network" | "other";

/** A dictation into a field. */
export interface DictationSession {
  /** Ends dictation. Text recognized before is still inserted. */
  readonly stop: () => void;
  /** Ends dictation and ignores further text. */
  readonly discard: () => void;
  /** Ends dictation when the text of the field was changed from outside, for example by sending. */
  readonly endIfTextChanged: () => void;
}

/** Starts dictation, which inserts text at the caret of the field. */
export function createDictation(
  field: HTMLTextAreaElement,
  adapter: DictationAdapter,
  onEnd: (problem?: DictationProblem) => void,
): DictationSession {
  const controller = new AbortController();
  const { signal } = controller;
  /** Interim text, which the next result replaces. */
  let interimRange: TextRange | undefined;
  /** Text that the field has unless something other than the user and this dictation changed it. */
  let expectedText = field.value;
  let isComposing = false;
  let isWriting = false;
  let hasEnded = false;
  /** True when the user edited the interim text, so that further results for the phrase are ignored. */
  let isInterimEdited = false;
  /** Writes that wait for the end of an IME composition. */
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
      for (const write of writes) write();
    },
  };
  // A hidden field, for example in a closed popup, ends dictation, because the user could not see that it
  // listens.
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

/**
 * Returns the problem for an error. Not `instanceof Error`, because a `DOMException` is not one in some
 * environments.
 */
function problemOf(error: unknown): DictationProblem {
  const { name }: { readonly name?: unknown } = Object(error);
  return PROBLEMS[String(name)] ?? "other";
}
