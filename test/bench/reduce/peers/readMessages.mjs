/** Readers of the streamed value from AG-UI messages and state. */
export const readMessages = {
  text: ({ messages }) => messages.at(-1).content,
  reasoning: ({ messages }) => messages.findLast(({ role }) => role === "reasoning").content,
  tool: ({ messages }) =>
    messages.findLast(({ toolCalls }) => toolCalls).toolCalls[0].function.arguments,
  activity: ({ messages }) => messages.findLast(({ role }) => role === "activity").content,
  state: ({ state }) => state,
};
