/** Tokens of five characters, so that the number of deltas determines the length of a text. */
const TOKENS = ["The ", "agent", " writ", "es a ", "few w", "ords ", "more.", "\n"];

const tokens = (count) => Array.from({ length: count }, (_, i) => TOKENS[i % TOKENS.length]);

/** Returns the JSON text of a list in pieces. */
function jsonPieces(count) {
  const pieces = Array.from({ length: count }, (_, i) => `"${(i % 90) + 10}",`);
  pieces[0] = `{"items":[${pieces[0]}`;
  pieces[count - 1] = `${pieces[count - 1].slice(0, -1)}]}`;
  return pieces;
}

const plan = (size) => Array.from({ length: size }, (_, i) => ({ title: `Step ${i}`, done: 0 }));

/** Returns one patch per delta, and the list of plain items that results. */
function patches(count, size) {
  const list = plan(size);
  const deltas = Array.from({ length: count }, (_, i) => {
    // Spreads the patches over the list instead of applying them in order.
    const at = (i * 7919) % size;
    list[at] = { ...list[at], done: i };
    return [{ op: "replace", path: `/items/${at}/done`, value: i }];
  });
  return { first: { items: plan(size) }, deltas, last: { items: list } };
}

/**
 * Streams to reduce: the events of one run without its start and its end, and the expected result,
 * which is read as `kind` defines.
 *
 * @typedef {{ kind: string; events: object[]; expected: unknown }} Stream
 * @type {Record<string, { label: string; target: string; deltas: number; stream(count: number): Stream }>}
 */
export const works = {
  text: {
    label: "text delta",
    deltas: 16_000,
    stream(count) {
      const parts = tokens(count);
      const messageId = "m1";
      return {
        kind: "text",
        expected: parts.join(""),
        events: [
          { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
          ...parts.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
          { type: "TEXT_MESSAGE_END", messageId },
        ],
      };
    },
  },
  tool: {
    label: "tool-argument delta",
    deltas: 16_000,
    stream(count) {
      const parts = jsonPieces(count);
      const toolCallId = "c1";
      return {
        kind: "tool",
        expected: parts.join(""),
        events: [
          { type: "TOOL_CALL_START", toolCallId, toolCallName: "list" },
          ...parts.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
          { type: "TOOL_CALL_END", toolCallId },
        ],
      };
    },
  },
  reasoning: {
    label: "reasoning delta",
    deltas: 16_000,
    stream(count) {
      const parts = tokens(count);
      const messageId = "r1";
      return {
        kind: "reasoning",
        expected: parts.join(""),
        events: [
          { type: "REASONING_START", messageId },
          { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
          ...parts.map((delta) => ({ type: "REASONING_MESSAGE_CONTENT", messageId, delta })),
          { type: "REASONING_MESSAGE_END", messageId },
          { type: "REASONING_END", messageId },
        ],
      };
    },
  },
  activity: {
    label: "ACTIVITY_DELTA, a list of 20 steps",
    deltas: 16_000,
    stream(count) {
      const { first, deltas, last } = patches(count, 20);
      const about = { messageId: "a1", activityType: "PLAN" };
      return {
        kind: "activity",
        expected: last,
        events: [
          { type: "ACTIVITY_SNAPSHOT", ...about, content: first, replace: true },
          ...deltas.map((patch) => ({ type: "ACTIVITY_DELTA", ...about, patch })),
        ],
      };
    },
  },
  state: {
    label: "STATE_DELTA on a 10,000-item state",
    deltas: 2_000,
    stream(count) {
      const { first, deltas, last } = patches(count, 10_000);
      return {
        kind: "state",
        expected: last,
        events: [
          { type: "STATE_SNAPSHOT", snapshot: first },
          ...deltas.map((delta) => ({ type: "STATE_DELTA", delta })),
        ],
      };
    },
  },
};

/** Returns a conversation that exists before the run. */
export function history(count) {
  return Array.from({ length: count }, (_, i) => ({
    id: `before${i}`,
    role: i % 2 ? "assistant" : "user",
    content: `What was said before, as message ${i}.`,
  }));
}
