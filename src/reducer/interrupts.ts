import type { EventOf, EventType, Interrupt } from "../protocol/events.ts";
import { SPELLING_KEY } from "../protocol/legacy/draftInterrupt.ts";
import type { Draft } from "./draft.ts";
import type { OpenInterrupt } from "./snapshot.ts";

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? // A plain object, as JSON makes them.
      (value as Record<string, unknown>)
    : undefined;
}

/** Gives an interrupt without an id one that the same stream always gives it. */
function mintId(draft: Draft, position: number): string {
  return `${draft.now.run.runId ?? draft.now.threadId}:interrupt-${position + 1}`;
}

/** Reads an interrupt as RUN_FINISHED carries it; a draft one remembers its spelling. */
function readInterrupt(draft: Draft, interrupt: Interrupt, position: number): OpenInterrupt {
  const id = interrupt.id === "" ? mintId(draft, position) : interrupt.id;
  if (record(interrupt.metadata?.[SPELLING_KEY])?.spelling !== "draft") {
    return id === interrupt.id ? interrupt : { ...interrupt, id };
  }
  const { [SPELLING_KEY]: _, ...metadata } = interrupt.metadata ?? {};
  return { ...interrupt, id, metadata, spelling: "draft" };
}

function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const { message, question, prompt } = record(value) ?? {};
  return [message, question, prompt].find((text): text is string => typeof text === "string");
}

function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Holds an interrupt that LangGraph announces with CUSTOM `on_interrupt`, its value JSON in a
 * string or a bare string. It counts at the end of the run, and only if RUN_FINISHED names none.
 */
export function holdLangGraphInterrupt(draft: Draft, event: EventOf<EventType.CUSTOM>): void {
  const { heldInterrupts } = draft.ledger;
  const payload = parseJson(event.value);
  const message = readText(payload);
  const { id } = record(event.rawEvent) ?? {};
  const held: OpenInterrupt = {
    id: typeof id === "string" && id !== "" ? id : mintId(draft, heldInterrupts.length),
    reason: "langgraph:interrupt",
    ...(message !== undefined && { message }),
    metadata: { payload },
    spelling: "command",
  };
  draft.setLedger({ heldInterrupts: [...heldInterrupts, held] });
}

/** The interrupts open after a run that ended with these. */
export function openInterrupts(
  draft: Draft,
  announced: readonly Interrupt[] | undefined,
): readonly OpenInterrupt[] {
  if (!announced) return draft.ledger.heldInterrupts;
  return announced.map((interrupt, position) => readInterrupt(draft, interrupt, position));
}
