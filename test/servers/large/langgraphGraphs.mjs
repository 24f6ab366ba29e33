import { AIMessage } from "@langchain/core/messages";
import { END, interrupt, MessagesZodState, START, StateGraph } from "@langchain/langgraph";

const lastText = (messages) =>
  String(messages.findLast((m) => m.getType() === "human")?.content ?? "");

/** Asks before it answers a text that begins with "delete", and echoes every other text. */
async function answer({ messages }) {
  const text = lastText(messages);
  if (!/^delete/i.test(text)) return { messages: [new AIMessage(`You said: ${text}`)] };
  const decision = interrupt({ question: `May I ${text}?` });
  return { messages: [new AIMessage(decision?.approved === true ? "Deleted." : "Kept.")] };
}

/** The schema is Zod's: without one, the platform derives it from the sources for ten seconds or longer. */
export const graph = new StateGraph(MessagesZodState)
  .addNode("answer", answer)
  .addEdge(START, "answer")
  .addEdge("answer", END)
  .compile();
