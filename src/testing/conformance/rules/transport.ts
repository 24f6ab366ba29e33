import type { ObservedRun } from "../observedRun.ts";
import { docs, type Rule } from "../rule.ts";

const docsUrl = docs.architecture;

const STANDARD_MEDIA_TYPES = ["text/event-stream", "application/vnd.ag-ui.event+proto"];

/** Rules for requests and responses. */
export const transportRules: readonly Rule[] = [
  {
    name: "transport/accepts-valid-input",
    severity: "error",
    requirement: "A RunAgentInput of 1.0 is accepted, whatever its optional fields contain.",
    explanation:
      "tools, context and state may be empty, forwardedProps may have unknown values, and content may be parts. Ignore values that you cannot use, and report later failures with RUN_ERROR.",
    docsUrl: docs.agents,
    appliesTo: isOrdinary,
    findViolations: (run) => (isOrdinary(run) ? findRefusals(run) : []),
  },
  {
    name: "transport/accepts-minimal-input",
    severity: "warning",
    requirement: "An input with only threadId, runId and messages is accepted.",
    explanation: "A missing list of tools means the same as an empty one.",
    docsUrl: docs.agents,
    appliesTo: ({ purpose }) => purpose === "smallest",
    findViolations: (run) => (run.purpose === "smallest" ? findRefusals(run) : []),
  },
  {
    name: "transport/content-type",
    severity: "warning",
    requirement:
      "The response is text/event-stream, or the protocol's binary format if the request asked for it.",
    explanation: "Not every client reads other formats, such as NDJSON. Send Server-Sent Events.",
    docsUrl,
    isAboutRun: true,
    isSkippedInDialect: true,
    appliesTo: ({ response }) => response !== undefined && response.status < 300,
    findViolations: ({ response, frames }) =>
      response &&
      response.status < 300 &&
      frames.length > 0 &&
      !STANDARD_MEDIA_TYPES.includes(response.mediaType)
        ? [
            {
              index: 0,
              message: response.mediaType
                ? `The response is ${response.mediaType}.`
                : "The response has no content type.",
            },
          ]
        : [],
  },
  {
    name: "transport/stream-stays-open",
    severity: "error",
    requirement: "The stream can be read to its end.",
    explanation:
      "The stream broke, was not an event stream, or did not end in time. Report failures with RUN_ERROR, and close the stream after the terminal event. For a slow agent, increase the timeout.",
    docsUrl,
    appliesTo: (run) => refusalStatus(run) === false || run.error === undefined,
    findViolations: ({ error, frames }) =>
      error && error.code !== "http-status"
        ? [{ index: frames.length, message: error.message }]
        : [],
  },
  {
    name: "transport/run-can-be-stopped",
    severity: "warning",
    requirement: "A run ends when it is stopped.",
    explanation:
      "An agent object must listen to the signal that run() receives. Otherwise the model continues at your cost.",
    docsUrl: docs.agents,
    appliesTo: ({ endedBy }) => endedBy === "stop",
    findViolations: ({ ignoredStop, frames }) =>
      ignoredStop
        ? [
            {
              index: frames.length,
              message: "The stream was still open after the run was stopped.",
            },
          ]
        : [],
  },
];

function isOrdinary({ purpose }: ObservedRun): boolean {
  return purpose !== "smallest" && purpose !== "early";
}

/** Returns the HTTP status with which the server refused to run; false when it ran. */
function refusalStatus({ error }: ObservedRun) {
  return error?.code === "http-status" && error.context.status;
}

function findRefusals(run: ObservedRun) {
  const status = refusalStatus(run);
  if (!status) return [];
  const body = run.error?.context.body?.trim().slice(0, 400);
  return [{ index: 0, message: `HTTP ${status}${body ? `: ${body}` : " without a body."}` }];
}
