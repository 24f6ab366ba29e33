import { fingerprint } from "../../protocol/eventFingerprint.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { EventFields } from "./matchHistoryPage.ts";

/** What begins or goes on with a message, a thought or a call, or ends the run. */
const STREAMED = /^((TEXT_MESSAGE|REASONING|TOOL_CALL)_.*|RUN_FINISHED|RUN_ERROR)$/;

/** What is told again as it was told. */
const WHOLE = /^(STATE|ACTIVITY|STEP)_/;

const OPENING = /_(START|CHUNK)$/;

/**
 * Whether what comes right behind the start of a run shows that the run goes on, and is not told again: most
 * servers that say it at a position ignore that, but some go on behind it.
 *
 * @param known - What the run has said first, where that is known.
 * @returns `false` in doubt: then the run is rebuilt, which is shown when it says more.
 */
export function isContinuation(value: unknown, known: readonly Event[] | undefined): boolean {
  if (!known) return false;
  const [first] = known;
  // Nothing that could be told again.
  if (!first) return true;
  if (!isRecord(value)) return false;
  const type = String(value.type);
  if (WHOLE.test(type)) return fingerprint(value) !== fingerprint(first);
  if (!STREAMED.test(type)) return false;
  if (stemOf(value) !== stemOf(first)) return true;
  const { delta = "" } = value;
  const text = known.map((event) => (isPartOf(event, first) ? fieldsOf(event).delta : "")).join("");
  // Servers cut their streams anew.
  return !String(delta).startsWith(text) && !text.startsWith(String(delta));
}

function isPartOf(event: Event, start: Event): boolean {
  return /_(CONTENT|ARGS)$/.test(event.type) && idOf(event) === idOf(start);
}

/** What is begun; a span of reasoning may have the id of what is thought in it. */
function stemOf(event: object): string {
  return `${String(fieldsOf(event).type).replace(OPENING, "")} ${idOf(event)}`;
}

function idOf(event: object): unknown {
  const { toolCallId, messageId } = fieldsOf(event);
  return toolCallId ?? messageId;
}

const fieldsOf = (event: object): EventFields => ({ ...event });
