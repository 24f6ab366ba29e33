/**
 * What a model provider would refuse in a history: each call needs its result before anything else
 * is said, and each result its call.
 *
 * @param messages - OpenAI chat messages. The calls of one turn may be in several assistant messages
 * in a row, because that is how the endpoint reads the items of OpenAI's Responses API.
 * @returns Such as `["delete_file without result"]`; empty when the history is valid.
 */
export function historyFaults(messages) {
  const faults = [];
  const open = new Map();
  for (const [index, { role, tool_calls = [], tool_call_id }] of messages.entries()) {
    if (role === "tool") {
      if (!open.delete(tool_call_id)) faults.push("result without call");
      continue;
    }
    if (role !== "assistant" || messages[index - 1]?.role !== "assistant") {
      for (const name of open.values()) faults.push(`${name} without result`);
      open.clear();
    }
    for (const { id, function: called } of tool_calls) open.set(id, called.name);
  }
  return faults;
}
