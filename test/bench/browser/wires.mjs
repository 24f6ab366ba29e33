// @ts-check

/**
 * Encoding of an answer as server-sent events in a format that subjects read.
 *
 * @typedef {{ threadId?: string; runId?: string }} RunRequest Body of a request; only AG-UI has both ids.
 *
 * @typedef {object} Wire
 * @property {Record<string, string>} headers
 * @property {(input: { tokens: readonly string[]; id: string; request: RunRequest }) => Frames} text
 *
 * @typedef {object} Frames
 * @property {string} head - Frames before the first token.
 * @property {string[]} frames - Frames of the tokens, one each.
 * @property {string} tail - Frames after the last token.
 */

/** @param {unknown} value */
const sse = (value) => `data: ${JSON.stringify(value)}\n\n`;

const eventStream = { "content-type": "text/event-stream", "cache-control": "no-store" };

/** @type {Wire} */
export const agui = {
  headers: eventStream,
  text({ tokens, id, request }) {
    const { threadId = "thread", runId = id } = request;
    const messageId = `message-${id}`;
    return {
      head:
        sse({ type: "RUN_STARTED", threadId, runId }) +
        sse({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }),
      frames: tokens.map((delta) => sse({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
      tail:
        sse({ type: "TEXT_MESSAGE_END", messageId }) +
        sse({ type: "RUN_FINISHED", threadId, runId }),
    };
  },
};

/** The stream of the AI SDK's `useChat`. @type {Wire} */
export const aiSdk = {
  headers: { ...eventStream, "x-vercel-ai-ui-message-stream": "v1" },
  text({ tokens, id }) {
    return {
      head:
        sse({ type: "start", messageId: `message-${id}` }) +
        sse({ type: "start-step" }) +
        sse({ type: "text-start", id }),
      frames: tokens.map((delta) => sse({ type: "text-delta", id, delta })),
      tail:
        sse({ type: "text-end", id }) +
        sse({ type: "finish-step" }) +
        sse({ type: "finish" }) +
        "data: [DONE]\n\n",
    };
  },
};

/**
 * Returns tool calls whose arguments arrive interleaved, and a closing text.
 *
 * @param {{ calls: number; deltas: number; id: string; request: RunRequest }} input
 * @returns {Frames}
 */
export function toolCalls({ calls, deltas, id, request }) {
  const { threadId, runId } = request;
  const ids = Array.from({ length: calls }, (_, n) => `call-${id}-${n}`);
  const parentMessageId = `message-${id}`;
  const all = (/** @type {(toolCallId: string) => unknown} */ event) =>
    ids.map((toolCallId) => sse(event(toolCallId))).join("");
  const args = (/** @type {string} */ delta) =>
    all((toolCallId) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta }));
  return {
    head:
      sse({ type: "RUN_STARTED", threadId, runId }) +
      all((toolCallId) => ({
        type: "TOOL_CALL_START",
        toolCallId,
        toolCallName: "write_rows",
        parentMessageId,
      })) +
      args('{"rows":["'),
    frames: Array.from({ length: deltas - 2 }, (_, n) => args(n % 8 === 7 ? '","' : `cell ${n} `)),
    tail:
      args('"]}') +
      all((toolCallId) => ({ type: "TOOL_CALL_END", toolCallId })) +
      sse({ type: "TEXT_MESSAGE_CHUNK", messageId: `end-${id}`, delta: "LastCalls" }) +
      sse({ type: "RUN_FINISHED", threadId, runId }),
  };
}
