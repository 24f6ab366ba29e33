import { ERRORS_PAGE } from "../../protocol/developmentHint.ts";
import type { Issue, IssueCode } from "../../protocol/issue.ts";

/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Codes of which a hint was printed. */
const hintedCodes = new Set<IssueCode>();

/**
 * In development, prints the first issue of each kind that a server has caused. The hint names the event, the field,
 * how to correct the server, and the page of the protocol. Does nothing in production.
 */
export function hintAtIssue(issue: Issue): void {
  try {
    // Bundlers replace exactly this expression, so a production build drops the sentences.
    if (process.env.NODE_ENV !== "production") printIssueHint(issue);
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
}

function printIssueHint({ code, message, eventType = "" }: Issue): void {
  const remedy = remedies[code];
  if (remedy === undefined || hintedCodes.has(code)) return;
  hintedCodes.add(code);
  const page = pages.find(([pattern]) => pattern.test(eventType))?.[1] ?? "concepts/events";
  console.warn(
    `agui-kit: ${message} On the server: ${remedy} See https://docs.ag-ui.com/${page} and, for this issue, ` +
      `"${code}" in ${ERRORS_PAGE}. Further issues of this kind are in \`snapshot.issues\`; ` +
      "`npx agui-kit check URL` finds all of them.",
  );
}

/** Pages of the protocol by event type. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^(RUN|STEP)_/, "concepts/events#lifecycle-events"],
  [/^TEXT_/, "concepts/events#text-message-events"],
  [/^TOOL_/, "concepts/events#tool-call-events"],
  [/^(STATE|MESSAGES)_/, "concepts/events#state-management-events"],
  [/^ACTIVITY_/, "concepts/events#activity-events"],
  [/^REASONING_/, "concepts/reasoning"],
];

/** Sentences for the author of a server. Issues without one are not faults of a server. */
const remedies: { readonly [C in IssueCode]?: string } = {
  "malformed-frame": "send one JSON object per frame, and heartbeats as SSE comments (`: ping`).",
  "repaired-frame":
    "send each event as one JSON object in a frame of its own; in Server-Sent Events, a blank line ends a frame.",
  "repaired-type": "send the type as the protocol spells it, in capitals with underscores.",
  "unknown-event": "send a CUSTOM event for events of your own.",
  "malformed-event": "send all required fields of the event.",
  "malformed-field": "send the field with the type that the protocol defines.",
  "missing-field": "send the field with every event of this type.",
  "repaired-field": "send the field with the type that the protocol defines.",
  "renamed-field": "send the field under the protocol's name, in camelCase.",
  "misplaced-field":
    "send text in TEXT_MESSAGE_CONTENT, arguments in TOOL_CALL_ARGS, and a result in TOOL_CALL_RESULT.",
  "repeated-message": "give each message an id of its own.",
  "unknown-value": "send a kind that the protocol defines.",
  "too-deep": "send values of at most 512 levels.",
  "not-json": "send JSON values only: no BigInt, no functions, nothing that contains itself.",
  "null-field": "leave a field without a value out (in Python `exclude_none=True`).",
  "outside-run": "send the event between RUN_STARTED and RUN_FINISHED.",
  "run-already-started": "start each run once, and end it before the next one.",
  "already-open": "send the start event once, or use a new id.",
  "not-open": "send the start event before the content and the end.",
  "done-without-end": "send RUN_FINISHED before `[DONE]`.",
  "left-open": "send the end event before RUN_FINISHED.",
  "attribution-mismatch": "send the same `subagentRunId` with all events of a message or call.",
  "ambiguous-chunk": "send the id, and the name of a call, with the first chunk.",
  "chunk-mismatch": "send this field with the first chunk only.",
  "id-collision": "give each message and interrupt an id of its own.",
  "activity-refused": "give the activity an id of its own.",
  "missing-activity": "send an ACTIVITY_SNAPSHOT first.",
  "patch-failed": "send a patch for the current value, or a snapshot.",
  "orphaned-arguments": "send TOOL_CALL_START before the arguments.",
  "tool-renamed": "use a new call id for another tool.",
  "orphaned-encrypted-value": "send the value after its message or call has started.",
  "subagent-order": "start and end each sub-agent once, parents first.",
};
