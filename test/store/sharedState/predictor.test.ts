import { afterEach, describe, expect, test, vi } from "vitest";
import { createSnapshot, type EventInput, reduceEvents, type Snapshot } from "../../../src/core.ts";
import { createPredictor } from "../../../src/store/sharedState/predictor.ts";
import { IncrementalJsonParser } from "../../../src/store/tools/incrementalJsonParser.ts";
import { textDelta } from "../../support/runEvents.ts";

type Event = Parameters<typeof reduceEvents>[1][number];
type State = Readonly<Record<string, unknown>>;

const begin: EventInput[] = [
  { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
  {
    type: "CUSTOM",
    name: "PredictState",
    value: [{ state_key: "items", tool: "write", tool_argument: "items" }],
  },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
];
const args = (delta: string): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta });

afterEach(() => {
  vi.restoreAllMocks();
});

/** Adds predictions to a state, and counts how many pieces of arguments are parsed. */
function predicting(state: State) {
  const read = vi.spyOn(IncrementalJsonParser.prototype, "parsePiece");
  const parsed = () => read.mock.calls.filter(([piece]) => piece !== "").length;
  const predict = createPredictor() as (snapshot: Snapshot<State>) => Snapshot<State>;
  let snapshot = createSnapshot<State>({ threadId: "t1", state });
  const take = (...events: readonly EventInput[]) => {
    // The events of these tests have all required fields.
    snapshot = reduceEvents(snapshot, events as readonly Event[]);
    return predict(snapshot);
  };
  return { parsed, take };
}

describe("predictions", () => {
  test("are parsed once while their arguments stay the same", () => {
    const { parsed, take } = predicting({ items: [], title: "Soup" });
    take(...begin);
    const shown = take(args('{"items":[{"id":1}]}'));
    expect(shown.visibleState).toEqual({ items: [{ id: 1 }], title: "Soup" });
    const reads = parsed();
    let next = take(
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
    );
    for (const word of ["one ", "two ", "three"]) next = take(textDelta(word));
    expect(parsed()).toBe(reads);
    expect(next.visibleState).toBe(shown.visibleState);
    expect(next.predictedKeys).toBe(shown.predictedKeys);
    expect(next.messages.at(-1)?.content).toBe("one two three");
  });

  test("keep the identity of unchanged parts of state and prediction", () => {
    const state = { items: [{ id: 1 }], other: { n: 1 } };
    const { parsed, take } = predicting(state);
    take(...begin);
    const first = take(args('{"items":[{"id":1},{"id":2}]}')).visibleState;
    expect(first.other).toBe(state.other);
    expect((first.items as unknown[])[0]).toBe(state.items[0]);
    const reads = parsed();
    // Trailing white space changes the text but not its value.
    const second = take(args(" ")).visibleState;
    expect(parsed()).toBe(reads + 1);
    expect(second).toBe(first);
  });

  test("show a new state below them at once", () => {
    const { take } = predicting({ items: [], n: 1 });
    take(...begin, args('{"items":[1]}'));
    const patch: EventInput = {
      type: "STATE_DELTA",
      delta: [{ op: "replace", path: "/n", value: 2 }],
    };
    expect(take(patch, args(" ")).visibleState).toEqual({ items: [1], n: 2 });
  });

  test("follow a new mapping of the agent", () => {
    const { take } = predicting({});
    take(...begin, args('{"items":[1]}'));
    const other: EventInput = {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "list", tool: "write", tool_argument: "items" }],
    };
    expect(take(other)).toMatchObject({ visibleState: { list: [1] }, predictedKeys: ["list"] });
  });
});
