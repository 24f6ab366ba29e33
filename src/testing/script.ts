import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { sleep } from "../protocol/scheduling.ts";

/** The second argument of a script function. */
export interface ScriptContext {
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
}

/** A pause, which ends early when the run is stopped. */
export interface ScriptDelay {
  /** Length of the pause in milliseconds. */
  readonly delayMs: number;
}

/**
 * Creates a step when the run reaches it, from the input or after asynchronous work. Throwing fails the run;
 * `undefined` adds no step.
 */
export type ScriptFunction = (
  input: RunAgentInput,
  context: ScriptContext,
) => ScriptStep | undefined | Promise<ScriptStep | undefined>;

/**
 * A step of a run: an event, a pause, or several events that arrive together as in one network chunk. A function
 * returns one of these. An array with anything but events is played item by item.
 */
export type ScriptStep = EventInput | ScriptDelay | ScriptFunction | readonly ScriptStep[];

/** The script of a run: its steps in order, or a function of the input that returns them. */
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
    const result = await step(input, context);
    if (result !== undefined) yield* playStep(result, input, context);
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
