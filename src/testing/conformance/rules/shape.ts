import type { EventName } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import type { NewIssue } from "../../../protocol/issue.ts";
import { eventChecks } from "../../../protocol/validation/eventChecks.ts";
import { guessEventType } from "../guessEventType.ts";
import type { ObservedFrame } from "../observedRun.ts";
import { createEventCondition, docs, hasFrames, type Rule, violationsByIssue } from "../rule.ts";

const docsUrl = docs.events;

/** Rules for the form of events. */
export const shapeRules: readonly Rule[] = [
  {
    name: "shape/json-object",
    severity: "error",
    requirement: "Every frame is one JSON object.",
    explanation: "Write each event as JSON on one data: line, and nothing else into the stream.",
    docsUrl: docs.serialization,
    appliesTo: hasFrames,
    findViolations: violationsByIssue(["malformed-frame", "repaired-frame"]),
  },
  {
    name: "shape/event-name",
    severity: "warning",
    requirement:
      "The type of an event is one of the protocol's, in capital letters with underscores.",
    explanation:
      "Clients drop unknown events, so their content is lost. Use the protocol's name, or CUSTOM with a name such as \"vendor.thing\" for the agent's own events.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: ({ frames }) =>
      frames.flatMap(({ value, type, issues }, index) => {
        const isKnown = ({ code }: NewIssue) =>
          code !== "unknown-event" && code !== "repaired-type";
        if (issues.every(isKnown)) return [];
        if (type === "") {
          const keys = isRecord(value) ? Object.keys(value).slice(0, 6).join(", ") : "";
          return { index, message: `The event has no type; it has ${keys || "no fields"}.` };
        }
        const guess = guessEventType(type);
        const hint = guess ? ` Did you mean ${guess}?` : "";
        return { index, message: `"${type}" is not an event of the protocol.${hint}` };
      }),
  },
  {
    name: "shape/required-fields",
    severity: "error",
    requirement: "An event has all fields that its type requires, with the right types.",
    explanation:
      "Otherwise clients guess the field or lose the event, and the reference client aborts the run.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: ({ frames }) =>
      frames.flatMap((frame, index) =>
        frame.issues.filter(lacksField).map(({ message }) => ({
          index,
          message: `${message} Its fields: ${fieldNames(frame)}.`,
        })),
      ),
  },
  {
    name: "shape/field-types",
    severity: "error",
    requirement: "Fields have the types, and belong to the events, that the protocol defines.",
    explanation: "Clients guess or ignore the field, and the reference client aborts the run.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: violationsByIssue(
      ["malformed-field", "misplaced-field", "repaired-field", "missing-field", "renamed-field"],
      (issue) => !lacksField(issue) && (issue.code !== "renamed-field" || isMisnamed(issue)),
    ),
  },
  {
    name: "shape/no-nulls",
    severity: "error",
    requirement: "An optional field without a value is omitted, not null.",
    explanation: "The schema of 1.0 rejects null. Omit the field when you write the JSON.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: violationsByIssue(["null-field"]),
  },
  {
    name: "shape/nesting",
    severity: "warning",
    requirement: "Values are nested in at most 512 levels.",
    explanation:
      "Clients recurse over values, and deeper ones overflow their stack. Send a flat list with references.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: violationsByIssue(["too-deep"]),
  },
  {
    name: "shape/known-values",
    severity: "warning",
    requirement: "Roles, outcomes, parts and operations are among those of the protocol.",
    explanation: "Clients drop unknown kinds.",
    docsUrl: docs.messages,
    appliesTo: hasFrames,
    findViolations: violationsByIssue(["unknown-value"]),
  },
  {
    name: "shape/known-fields",
    severity: "info",
    requirement: "Events have only fields that their types describe.",
    explanation: "Clients remove other fields. Put your own data into metadata or a CUSTOM event.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations({ frames }) {
      // The rule `shape/field-types` reports the fields of other events.
      const issues = frames.flatMap((frame) => frame.issues);
      const misplaced = new Set(
        issues.flatMap(({ code, subject }) => (code === "misplaced-field" ? subject : [])),
      );
      return frames.flatMap((frame, index) => {
        // The rule `interrupts/format` reports the draft's interrupt field.
        const extra = findUndescribedFields(frame.value).filter(
          (key) => key !== "interrupt" && !misplaced.has(key),
        );
        // A field under another name is undescribed too.
        const renamed = frame.issues.filter(
          (issue) => issue.code === "renamed-field" && !isMisnamed(issue),
        );
        if (frame.issues.some(lacksField)) return [];
        const messages = renamed.map(({ message }) => message);
        if (extra.length > 0) messages.push(`${frame.type} does not have ${extra.join(", ")}.`);
        return messages.map((message) => ({ index, message }));
      });
    },
  },
  {
    name: "shape/retired",
    severity: "warning",
    requirement: "No event has a form that the protocol removed: THINKING_*, META, binary parts.",
    explanation:
      "REASONING_* replaces THINKING_*; image, audio, video and document parts replace binary parts. Clients will stop translating the old forms.",
    docsUrl,
    appliesTo: hasFrames,
    findViolations: ({ frames }) =>
      frames.flatMap(({ type, value }, index) => {
        if (isRemovedType(type)) return { index, message: `${type} is not in 1.0.` };
        const hasParts = type === "MESSAGES_SNAPSHOT" || type === "TOOL_CALL_RESULT";
        return hasParts && hasBinaryPart(value)
          ? { index, message: "A part has the type binary." }
          : [];
      }),
  },
  {
    name: "shape/first-chunk-complete",
    severity: "error",
    requirement:
      "The first chunk has the id of its message or call, and the tool's name for a call; later chunks may omit them.",
    explanation: "A chunk without an id cannot be attributed when nothing is open.",
    docsUrl,
    appliesTo: createEventCondition(
      "TEXT_MESSAGE_CHUNK",
      "TOOL_CALL_CHUNK",
      "REASONING_MESSAGE_CHUNK",
    ),
    findViolations: violationsByIssue(["ambiguous-chunk"]),
  },
  {
    name: "shape/chunks-agree",
    severity: "error",
    requirement: "A chunk does not contradict the first chunk of its message or call.",
    explanation:
      "Role, name and parentMessageId belong to the first chunk. Omit them in later chunks.",
    docsUrl,
    appliesTo: createEventCondition(
      "TEXT_MESSAGE_CHUNK",
      "TOOL_CALL_CHUNK",
      "REASONING_MESSAGE_CHUNK",
    ),
    findViolations: violationsByIssue(["chunk-mismatch"]),
  },
  {
    name: "shape/timestamps-in-milliseconds",
    severity: "info",
    requirement: "timestamp is in milliseconds since 1970.",
    explanation:
      "The schema does not define the unit, but every SDK writes milliseconds, so seconds are misread.",
    docsUrl,
    appliesTo: ({ frames }) =>
      frames.some(({ value }) => isRecord(value) && typeof value.timestamp === "number"),
    findViolations: ({ frames }) =>
      frames.flatMap(({ value, type }, index) =>
        isEventName(type) && isRecord(value) && isInSeconds(value.timestamp)
          ? { index, message: `${value.timestamp} looks like seconds.` }
          : [],
      ),
  },
  {
    name: "shape/dialect",
    severity: "info",
    requirement: "The stream is plain AG-UI, not the dialect of another system.",
    explanation:
      "If the agent cannot be changed, a dialect of agui-kit/dialects translates its responses: httpAgent({ url, dialect }).",
    docsUrl,
    isAboutRun: true,
    isSkippedInDialect: true,
    appliesTo: hasFrames,
    findViolations: ({ detectedDialect }) =>
      detectedDialect
        ? [
            {
              index: detectedDialect.index,
              message: `The stream matches the dialect "${detectedDialect.name}".`,
            },
          ]
        : [],
  },
];

/** Returns true for a required field under another name. */
const isMisnamed = ({ code, severity }: NewIssue) =>
  code === "renamed-field" && severity === "violation";

/** Returns true when an event lacks a required field. A field inside of one has a path. */
const lacksField = (issue: NewIssue) =>
  issue.code === "malformed-event" ||
  ((issue.code === "missing-field" || isMisnamed(issue)) && /^\w+$/.test(issue.subject ?? ""));

const isRemovedType = (type: string) => type.startsWith("THINKING_") || type === "META";

/** Returns true when a message contains a binary part, which 1.0 replaced. */
function hasBinaryPart(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasBinaryPart);
  if (!isRecord(value)) return false;
  return value.type === "binary" || hasBinaryPart(value.content) || hasBinaryPart(value.messages);
}

function fieldNames({ value }: ObservedFrame): string {
  return isRecord(value) ? Object.keys(value).join(", ") : "none";
}

/** Returns true for numbers that would be a date before 1974 in milliseconds. */
const isInSeconds = (timestamp: unknown) =>
  typeof timestamp === "number" && timestamp > 1e8 && timestamp < 1e11;

/** Returns true for the name of an event type of the protocol. */
function isEventName(type: string): type is EventName {
  return Object.hasOwn(eventChecks, type);
}

/**
 * Returns the fields of a valid event that its type does not describe.
 *
 * The event checks are the only list of fields. They read the event through a proxy, and a field that no check reads
 * is not described.
 */
function findUndescribedFields(value: unknown): readonly string[] {
  if (!isRecord(value) || typeof value.type !== "string" || !isEventName(value.type)) return [];
  const readKeys = new Set<PropertyKey>(["type"]);
  const observed = new Proxy(value, {
    get(target, key) {
      readKeys.add(key);
      return Reflect.get(target, key);
    },
  });
  eventChecks[value.type](observed, []);
  return Object.keys(value).filter((key) => !readKeys.has(key));
}
