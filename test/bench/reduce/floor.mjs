/**
 * The lower bound, written by hand: a new immutable snapshot per event, which shares unchanged
 * parts with the previous one, and one call of a listener. Nothing is validated.
 */
export const floor = {
  name: "floor",
  run({ events, messages }) {
    let snapshot = { messages, state: {} };
    let notifiedCount = 0;
    const listener = (next) => {
      notifiedCount += next === snapshot ? 1 : 0;
    };
    for (const event of events) {
      snapshot = reduce(snapshot, event);
      listener(snapshot);
    }
    return { notifiedCount, value: read[events.kind](snapshot) };
  },
  prepare: ({ stream, messages }) => ({
    events: Object.assign([...stream.events], { kind: stream.kind }),
    messages,
  }),
};

const read = {
  text: ({ messages }) => messages.at(-1).content,
  reasoning: ({ messages }) => messages.at(-1).content,
  tool: ({ messages }) => messages.at(-1).toolCalls[0].function.arguments,
  activity: ({ messages }) => messages.at(-1).content,
  state: ({ state }) => state,
};

function reduce(snapshot, event) {
  switch (event.type) {
    case "TEXT_MESSAGE_START":
      return insert(snapshot, { id: event.messageId, role: "assistant", content: "" });
    case "REASONING_MESSAGE_START":
      return insert(snapshot, { id: event.messageId, role: "reasoning", content: "" });
    case "TEXT_MESSAGE_CONTENT":
    case "REASONING_MESSAGE_CONTENT":
      return change(snapshot, (message) => ({
        ...message,
        content: message.content + event.delta,
      }));
    case "TOOL_CALL_START": {
      const made = { name: event.toolCallName, arguments: "" };
      const toolCalls = [{ id: event.toolCallId, type: "function", function: made }];
      return insert(snapshot, { id: event.toolCallId, role: "assistant", toolCalls });
    }
    case "TOOL_CALL_ARGS":
      return change(snapshot, (message) => {
        const [call] = message.toolCalls;
        const made = { ...call.function, arguments: call.function.arguments + event.delta };
        return { ...message, toolCalls: [{ ...call, function: made }] };
      });
    case "ACTIVITY_SNAPSHOT":
      return insert(snapshot, { id: event.messageId, role: "activity", content: event.content });
    case "ACTIVITY_DELTA":
      return change(snapshot, (message) => ({
        ...message,
        content: patched(message.content, event.patch),
      }));
    case "STATE_SNAPSHOT":
      return { ...snapshot, state: event.snapshot };
    case "STATE_DELTA":
      return { ...snapshot, state: patched(snapshot.state, event.delta) };
    default:
      return snapshot;
  }
}

const insert = (snapshot, message) => ({
  ...snapshot,
  messages: [...snapshot.messages, message],
});

/** Replaces the last message, the only one that streams. */
function change(snapshot, edit) {
  const messages = snapshot.messages.slice();
  messages[messages.length - 1] = edit(messages[messages.length - 1]);
  return { ...snapshot, messages };
}

/** Applies the only kind of operation in this benchmark: a replacement at `/items/<at>/<field>`. */
function patched(document, [{ path, value }]) {
  const [, list, at, field] = path.split("/");
  const items = document[list].slice();
  items[at] = { ...items[at], [field]: value };
  return { ...document, [list]: items };
}
