import type { ObservedRun } from "../observedRun.ts";
import { pages, type Rule } from "../rule.ts";

const page = pages.architecture;

const READ_BY_ALL = ["text/event-stream", "application/vnd.ag-ui.event+proto"];

/** The status with which a server refused to run. */
const refusal = ({ error }: ObservedRun) => error?.code === "http-status" && error.context.status;

function refused(run: ObservedRun) {
  const status = refusal(run);
  if (!status) return [];
  const body = run.error?.context.body?.trim().slice(0, 400);
  return [{ at: 0, what: `HTTP ${status}${body ? `: ${body}` : ", and nothing else."}` }];
}

const isOrdinary = ({ purpose }: ObservedRun) => purpose !== "smallest" && purpose !== "early";

/** How the stream gets here. */
export const transportRules: readonly Rule[] = [
  {
    name: "transport/takes-a-legal-input",
    severity: "error",
    says: "A RunAgentInput of 1.0 is taken, whatever its optional fields say.",
    explanation:
      "tools, context and state may be empty, forwardedProps may have what the agent does not know, content may be parts. Ignore what is of no use; tell with RUN_ERROR of what fails behind a right request.",
    page: pages.agents,
    concerns: isOrdinary,
    breaches: (run) => (isOrdinary(run) ? refused(run) : []),
  },
  {
    name: "transport/takes-the-smallest-input",
    severity: "warning",
    says: "threadId, runId and messages are all that an input has to have.",
    explanation: "An absent list of tools means the same as an empty one.",
    page: pages.agents,
    concerns: ({ purpose }) => purpose === "smallest",
    breaches: (run) => (run.purpose === "smallest" ? refused(run) : []),
  },
  {
    name: "transport/content-type",
    severity: "warning",
    says: "The answer is text/event-stream, or the protocol's binary format where it was asked for.",
    explanation:
      "Other formats, NDJSON for instance, are not read by every client. Send Server-Sent Events.",
    page,
    isAboutRun: true,
    isForPlain: true,
    concerns: ({ exchange }) => exchange !== undefined && exchange.status < 300,
    breaches: ({ exchange, frames }) =>
      exchange &&
      exchange.status < 300 &&
      frames.length > 0 &&
      !READ_BY_ALL.includes(exchange.mediaType)
        ? [{ at: 0, what: `The answer is ${exchange.mediaType || "of no content type"}.` }]
        : [],
  },
  {
    name: "transport/stream-holds",
    severity: "error",
    says: "The stream can be read to its end.",
    explanation:
      "It broke, was no event stream, or went on for too long. Report what fails with RUN_ERROR, and end the stream behind the end of the run; a slow agent takes a larger timeout.",
    page,
    concerns: (run) => refusal(run) === false || run.error === undefined,
    breaches: ({ error, frames }) =>
      error && error.code !== "http-status" ? [{ at: frames.length, what: error.message }] : [],
  },
  {
    name: "transport/stops",
    severity: "warning",
    says: "A run that is stopped ends.",
    explanation:
      "An agent in the page has to listen to the signal that run() is given; the model goes on at somebody's cost otherwise.",
    page: pages.agents,
    concerns: ({ endedBy }) => endedBy === "stop",
    breaches: ({ ignoredStop, frames }) =>
      ignoredStop
        ? [{ at: frames.length, what: "The stream was still open after the run was stopped." }]
        : [],
  },
];
