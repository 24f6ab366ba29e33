/**
 * Returns the errors for which a model provider would reject a history: each call needs its result
 * before the next message, and each result its call.
 *
 * @param messages - OpenAI chat messages. The calls of one turn may be in several consecutive
 *   assistant messages, because the endpoint reads items of OpenAI's Responses API so.
 * @returns For example `["delete_file without result"]`; empty when the history is valid.
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
