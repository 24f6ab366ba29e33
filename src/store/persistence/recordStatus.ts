import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadRecord } from "./threadStorage.ts";

/** What a record says of where a thread stands. */
export type RecordStatus = Required<Pick<ThreadRecord, "isRunning" | "needsInput">>;

/** Where a thread stands: for those who do not load it. */
export function recordStatus({ run, toolCalls }: Snapshot): RecordStatus {
  const runs = isRunning(run);
  const isAsked = () => Object.values(toolCalls).some(({ status }) => status === "waiting");
  // A call that waits for a person while the run goes on still waits when that was cut off.
  return { isRunning: runs, needsInput: run.status === "waiting" || (runs && isAsked()) };
}

/** What a thread is called until somebody names it: what the person has said first, on one line. */
export function defaultTitle({ messages }: Snapshot): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  const { content } = first ?? {};
  const text = Array.isArray(content)
    ? content.map((part) => (part.type === "text" ? part.text : "")).join(" ")
    : content;
  if (typeof text !== "string") return undefined;
  const line = text.trim().replace(/\s+/g, " ");
  const letters = [...line];
  return letters.length > 80 ? `${letters.slice(0, 79).join("")}…` : line || undefined;
}
