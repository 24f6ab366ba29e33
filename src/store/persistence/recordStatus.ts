import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadRecord } from "./threadStorage.ts";

/** Status that a record shows of a thread that is not loaded. */
type RecordStatus = Required<Pick<ThreadRecord, "isRunning" | "needsInput">>;

/** Returns the status of a thread for its record. */
export function recordStatus({ run, toolCalls }: Snapshot): RecordStatus {
  const isRunActive = isRunning(run);
  const hasWaitingCall = () => Object.values(toolCalls).some(({ status }) => status === "waiting");
  // A call that waits for a user during a run still waits when the run is interrupted.
  return {
    isRunning: isRunActive,
    needsInput: run.status === "waiting" || (isRunActive && hasWaitingCall()),
  };
}

const MAX_TITLE_LENGTH = 80;

/** Returns the title of a thread without a custom title: its first user message on one line. */
export function defaultTitle({ messages }: Snapshot): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  const { content } = first ?? {};
  const text = Array.isArray(content)
    ? content.map((part) => (part.type === "text" ? part.text : "")).join(" ")
    : content;
  if (typeof text !== "string") return undefined;
  const line = text.trim().replace(/\s+/g, " ");
  const characters = [...line];
  return characters.length > MAX_TITLE_LENGTH
    ? `${characters.slice(0, MAX_TITLE_LENGTH - 1).join("")}…`
    : line || undefined;
}
