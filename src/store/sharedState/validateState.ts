import { createIssue } from "../../protocol/issue.ts";
import { notValidated, stateMismatch } from "../../protocol/issueCodes.ts";
import { describeProblems } from "../../protocol/jsonSchema.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { getAt, toPointer } from "../../reducer/json/jsonPointer.ts";
import { isBlankState } from "../../reducer/rebase/rebaseEdits.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import {
  isLoadFailure,
  isStandard,
  prefetchValidator,
  validateValue,
} from "../jsonSchema/validate.ts";
import type { ValueSchema } from "../jsonSchema/valueSchema.ts";
import { addLoggedIssue } from "../thread/addLoggedIssue.ts";
import { createPublishScheduler, type PublishScheduler } from "../thread/publishScheduler.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

interface StateValidation {
  readonly schema: ValueSchema;
  /** JSON Pointer of the part to validate. */
  readonly pointer?: string | undefined;
}

/** A validation that is due, shared by all that have the same schema and pointer. */
interface DueValidation {
  readonly schema: ValueSchema;
  readonly pointer: string;
  /** Type of the event with the state. */
  readonly type: string;
  /** The part of the state to validate. */
  readonly value: unknown;
}

interface Validations {
  /** Due validations by schema and pointer. */
  readonly due: Map<string, DueValidation>;
  /** Values that were validated last, by the same keys. */
  readonly lastValues: Map<string, unknown>;
  readonly frames: PublishScheduler;
  /** Number of frames to wait before the next validation, and how many of them are left. */
  interval: number;
  framesLeft: number;
}

const validationsByThread = new WeakMap<object, Validations>();

/** Maximum number of frames to wait, about one second. */
const MAX_INTERVAL = 64;

/** Validates the states that the agent sends from now on; see `Thread.validateState`. */
export function validateState(internals: ThreadInternals, validation: StateValidation): () => void {
  checkArgument("schema", validation.schema);
  if (!isStandard(validation.schema)) prefetchValidator();
  return internals.listeners.addListeners({
    onEvent({ type }, { state }) {
      if (type.startsWith("STATE_")) scheduleValidation(internals, validation, { type, state });
    },
  });
}

/**
 * Schedules the validation of a state that the agent has sent. A long list takes as long as several
 * frames. Validation runs after one frame, then two, then four during a run, and at its end.
 */
function scheduleValidation(
  internals: ThreadInternals,
  { schema, pointer = "" }: StateValidation,
  { type, state }: { readonly type: string; readonly state: unknown },
): void {
  const value = getAt(state, pointer);
  // A part that does not exist yet, and a state that is still empty, are not validated.
  if (value === undefined || isBlankState(state)) return;
  const { due, frames } = validationsOf(internals);
  due.set(`${schemaKeyOf(schema)} ${pointer}`, { schema, pointer, type, value });
  frames.schedulePublish();
}

/** Reads nothing: the scheduler is used for its frames only. */
const readNothing = () => {};

function validationsOf(internals: ThreadInternals): Validations {
  const existing = validationsByThread.get(internals.features);
  if (existing) return existing;
  const validations: Validations = {
    due: new Map(),
    lastValues: new Map(),
    interval: 1,
    framesLeft: 1,
    frames: createPublishScheduler(readNothing, () => {
      validations.framesLeft -= 1;
      if (validations.framesLeft > 0) return validations.frames.schedulePublish();
      validations.interval = Math.min(validations.interval * 2, MAX_INTERVAL);
      validations.framesLeft = validations.interval;
      validateDue(internals, validations);
    }),
  };
  internals.listeners.addListeners({
    onRunEnd() {
      // Validates the last state of the run at once.
      validations.framesLeft = 1;
      if (validations.due.size > 0) validations.frames.publishNow();
      validations.interval = 1;
      validations.framesLeft = 1;
    },
  });
  validationsByThread.set(internals.features, validations);
  return validations;
}

function validateDue(internals: ThreadInternals, { due, lastValues }: Validations): void {
  for (const [key, validation] of internals.isDisposed() ? [] : due) {
    if (Object.is(validation.value, lastValues.get(key))) continue;
    lastValues.set(key, validation.value);
    reportMismatch(internals, validation).catch((error: unknown) => {
      if (!isLoadFailure(error)) reportUncaught(error);
      else addLoggedIssue(internals, notValidated, validation.pointer || "state");
    });
  }
  due.clear();
}

/** Validates a state, and reports an issue when it does not match the schema. */
async function reportMismatch(
  internals: ThreadInternals,
  { schema, pointer, type, value }: DueValidation,
): Promise<void> {
  const { listeners, getBaseSnapshot, commit } = internals;
  const { problems } = await validateValue(schema, value, (kind) =>
    addLoggedIssue(internals, kind, pointer || "state"),
  );
  if (!problems) return;
  // Issues are counted per location.
  const [first] = problems;
  const location = pointer + toPointer((first?.path ?? []).map(String));
  const issue = createIssue(stateMismatch, type, location || "state");
  const message = `${issue.message} ${describeProblems(problems)}.`;
  commit(addIssues(getBaseSnapshot(), [{ ...issue, message }]), "frame");
  const { subject } = issue;
  const recorded = getBaseSnapshot().issues.find(
    (other) => other.code === issue.code && other.eventType === type && other.subject === subject,
  );
  if (recorded) listeners.notify("onIssue", recorded);
}

const schemaKeys = new WeakMap<object, string>();
let schemaCount = 0;

/** Returns a key that is equal for schemas with equal content, where that can be compared. */
function schemaKeyOf(schema: ValueSchema): string {
  const existing = schemaKeys.get(schema);
  if (existing !== undefined) return existing;
  // A schema of a library is identified by its object, and an inline JSON Schema by its content.
  // The latter is a new object in every render.
  const key = isStandard(schema) ? `#${++schemaCount}` : JSON.stringify(schema);
  schemaKeys.set(schema, key);
  return key;
}
