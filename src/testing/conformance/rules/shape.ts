import { isRecord } from "../../../protocol/isRecord.ts";
import { isEventName, undescribedFields } from "../describedFields.ts";
import { guessName } from "../guessName.ts";
import type { ObservedFrame } from "../observedRun.ts";
import { always, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.events;

const isRetired = (type: string) => type.startsWith("THINKING_") || type === "META";

/** Whether a part of a message is in the form from before 1.0. */
function hasBinaryPart(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasBinaryPart);
  if (!isRecord(value)) return false;
  return value.type === "binary" || hasBinaryPart(value.content) || hasBinaryPart(value.messages);
}

function fieldsOf({ value }: ObservedFrame): string {
  return isRecord(value) ? Object.keys(value).join(", ") : "none";
}

/** Seconds are a thousand times smaller; as milliseconds they would be of the year 1973 at the latest. */
const isInSeconds = (timestamp: unknown) =>
  typeof timestamp === "number" && timestamp > 1e8 && timestamp < 1e11;

/** What an event looks like. */
export const shapeRules: readonly Rule[] = [
  {
    name: "shape/json-object",
    severity: "error",
    says: "Every frame is one JSON object.",
    explanation: "Write the event as JSON on one data: line, and nothing else into the stream.",
    page: pages.serialization,
    concerns: always,
    breaches: reported(["malformed-frame"]),
  },
  {
    name: "shape/event-name",
    severity: "warning",
    says: "The type of an event is one of the protocol's, spelled in capitals with underscores.",
    explanation:
      "Clients drop what they do not know, so what it says is lost. Use the protocol's name; what is the agent's own travels as CUSTOM with a name such as \"vendor.thing\".",
    page,
    concerns: always,
    breaches: ({ frames }) =>
      frames.flatMap(({ value, type, issues }, at) => {
        if (!issues.some(({ code }) => code === "unknown-event")) return [];
        if (type === "") {
          const keys = isRecord(value) ? Object.keys(value).slice(0, 6).join(", ") : "";
          return { at, what: `The event has no type; it has ${keys || "no fields"}.` };
        }
        const meant = guessName(type);
        const hint = meant ? `; is it ${meant}?` : ".";
        return { at, what: `"${type}" is no event of the protocol${hint}` };
      }),
  },
  {
    name: "shape/required-fields",
    severity: "error",
    says: "An event has all the fields that its type requires, in the right types.",
    explanation: "The event is lost without them, and the reference client gives up the run.",
    page,
    concerns: always,
    breaches: ({ frames }) =>
      frames.flatMap((frame, at) =>
        frame.issues
          .filter(({ code }) => code === "malformed-event")
          .map(({ message }) => ({ at, what: `${message} Its fields: ${fieldsOf(frame)}.` })),
      ),
  },
  {
    name: "shape/field-types",
    severity: "error",
    says: "Fields have the types that the protocol gives them.",
    explanation: "The field is ignored, or the reference client gives up the run.",
    page,
    concerns: always,
    breaches: reported(["malformed-field"]),
  },
  {
    name: "shape/no-nulls",
    severity: "error",
    says: "An optional field that has no value is left out, not null.",
    explanation: "The schema of 1.0 refuses null. Leave the field out when you write the JSON.",
    page,
    concerns: always,
    breaches: reported(["null-field"]),
  },
  {
    name: "shape/known-values",
    severity: "warning",
    says: "Roles, outcomes, parts and operations are of the kinds that the protocol has.",
    explanation: "What is of another kind is left out by clients.",
    page: pages.messages,
    concerns: always,
    breaches: reported(["unknown-value"]),
  },
  {
    name: "shape/known-fields",
    severity: "info",
    says: "Events have no fields that their types do not describe.",
    explanation:
      "Clients take them out. Put what is your own into metadata, or into a CUSTOM event.",
    page,
    concerns: always,
    breaches: ({ frames }) =>
      frames.flatMap((frame, at) => {
        // A draft's interrupt is told by a rule of its own.
        const extra = undescribedFields(frame.value).filter((key) => key !== "interrupt");
        const isLost = frame.issues.some(({ code }) => code === "malformed-event");
        return extra.length === 0 || isLost
          ? []
          : { at, what: `${frame.type} does not have ${extra.join(", ")}.` };
      }),
  },
  {
    name: "shape/retired",
    severity: "warning",
    says: "Nothing is in a form that the protocol has given up: THINKING_*, META, binary parts.",
    explanation:
      "REASONING_* has taken the place of THINKING_*, image, audio, video and document parts that of binary ones. Clients stop translating the old forms.",
    page,
    concerns: always,
    breaches: ({ frames }) =>
      frames.flatMap(({ type, value }, at) => {
        if (isRetired(type)) return { at, what: `${type} is not in 1.0.` };
        const isOld = type === "MESSAGES_SNAPSHOT" || type === "TOOL_CALL_RESULT";
        return isOld && hasBinaryPart(value) ? { at, what: "A part is of the type binary." } : [];
      }),
  },
  {
    name: "shape/first-chunk-complete",
    severity: "error",
    says: "The first chunk of a message or a call names it, and a call's tool; the others continue it.",
    explanation: "Nobody can tell what a chunk without an id belongs to when nothing is open.",
    page,
    concerns: shows("TEXT_MESSAGE_CHUNK", "TOOL_CALL_CHUNK", "REASONING_MESSAGE_CHUNK"),
    breaches: reported(["ambiguous-chunk"]),
  },
  {
    name: "shape/chunks-agree",
    severity: "error",
    says: "A chunk does not contradict the first of its message or call.",
    explanation:
      "Role, name and parentMessageId belong to the first chunk; leave them out after it.",
    page,
    concerns: shows("TEXT_MESSAGE_CHUNK", "TOOL_CALL_CHUNK", "REASONING_MESSAGE_CHUNK"),
    breaches: reported(["chunk-mismatch"]),
  },
  {
    name: "shape/timestamps-in-milliseconds",
    severity: "info",
    says: "timestamp is in milliseconds since 1970.",
    explanation:
      "The schema does not say so, but every SDK writes milliseconds, so seconds are misread.",
    page,
    concerns: ({ frames }) =>
      frames.some(({ value }) => isRecord(value) && typeof value.timestamp === "number"),
    breaches: ({ frames }) =>
      frames.flatMap(({ value, type }, at) =>
        isEventName(type) && isRecord(value) && isInSeconds(value.timestamp)
          ? { at, what: `${value.timestamp} looks like seconds.` }
          : [],
      ),
  },
  {
    name: "shape/dialect",
    severity: "info",
    says: "The stream has none of the signs of another system's way to spell AG-UI.",
    explanation:
      "Where the agent cannot be changed, a dialect of agui-kit/dialects translates what it says: httpAgent({ url, dialect }).",
    page,
    isAboutRun: true,
    isForPlain: true,
    concerns: always,
    breaches: ({ accent }) =>
      accent ? [{ at: accent.at, what: `It is in the accent of "${accent.dialect}".` }] : [],
  },
];
