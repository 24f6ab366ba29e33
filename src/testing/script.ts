import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { sleep } from "../protocol/sleep.ts";

/** What the functions of a script are told beside the input. */
export interface ScriptContext {
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
}

/** Waits for that many milliseconds; ends early when the run is stopped. */
export interface ScriptDelay {
  readonly delayMs: number;
}

/**
 * Makes a step when the run gets there: from the input, after asking something else, or never, by
 * throwing. `undefined` is no step.
 */
export type ScriptFunction = (
  input: RunAgentInput,
  context: ScriptContext,
) => ScriptStep | undefined | Promise<ScriptStep | undefined>;

/**
 * One step of a run: an event; several events that arrive together, as they do in one network
 * chunk; a pause; or a function that makes one of these. An array with anything but events in it
 * is played item by item.
 */
export type ScriptStep = EventInput | ScriptDelay | ScriptFunction | readonly ScriptStep[];

/** What one run does: its steps in order, or a function of the input that makes them. */
export type Script = readonly ScriptStep[] | ScriptFunction;

/** Plays a script as the stream of one run. */
export async function* playScript(
  script: Script,
  input: RunAgentInput,
  context: ScriptContext,
): AsyncGenerator<EventInput | readonly EventInput[], void, undefined> {
  const steps = typeof script === "function" ? await script(input, context) : script;
  if (steps === undefined) return;
  if (!isList(steps)) return yield* playStep(steps, input, context);
  for (const step of steps) yield* playStep(step, input, context);
}

async function* playStep(
  step: ScriptStep,
  input: RunAgentInput,
  context: ScriptContext,
): AsyncGenerator<EventInput | readonly EventInput[], void, undefined> {
  context.signal.throwIfAborted();
  if (typeof step === "function") {
    const made = await step(input, context);
    if (made !== undefined) yield* playStep(made, input, context);
  } else if (isList(step)) {
    if (step.every(isEvent)) yield step;
    else for (const item of step) yield* playStep(item, input, context);
  } else if (isEvent(step)) {
    yield step;
  } else {
    await sleep(step.delayMs, context.signal);
  }
}

// Array.isArray does not narrow a readonly array.
function isList(step: ScriptStep): step is readonly ScriptStep[] {
  return Array.isArray(step);
}

function isEvent(step: ScriptStep): step is EventInput {
  return typeof step === "object" && "type" in step;
}
