// A page in the look of AI Elements, whose components are copied from a registry: its Markdown renderer, streamdown,
// with a conversation, tool cards and a prompt field as its documentation shows them.
import { HttpAgent } from "@ag-ui/client";
import { CheckCircle, ChevronDown, CornerDownLeft, Loader, Plus, Wrench } from "lucide-react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";
import "streamdown/styles.css";
import "./page.css";
import "./composed.css";
import "./ai-elements.css";
import { agentUrl, ready, root, suggestions } from "./page.js";

const agent = new HttpAgent({ url: agentUrl });

function useConversation() {
  const [state, setState] = useState({ messages: [], isRunning: false, error: "" });
  useEffect(() => {
    const read = () => setState((last) => ({ ...last, messages: [...agent.messages] }));
    const { unsubscribe } = agent.subscribe({
      onMessagesChanged: read,
      onRunErrorEvent: ({ event }) => setState((last) => ({ ...last, error: event.message })),
    });
    ready(async (content) => {
      agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
      setState((last) => ({ ...last, isRunning: true }));
      await agent.runAgent().catch(() => {});
      setState((last) => ({ ...last, isRunning: false }));
    });
    return unsubscribe;
  }, []);
  return state;
}

const Tool = ({ name, isDone }) => (
  <div className="aie-tool">
    <Wrench size={16} />
    <b>{name}</b>
    <span className="aie-badge">
      {isDone ? <CheckCircle size={14} color="#16a34a" /> : <Loader size={14} />}
      {isDone ? "Completed" : "Running"}
    </span>
    <ChevronDown size={16} />
  </div>
);

function App() {
  const { messages, isRunning, error } = useConversation();
  const results = new Set(messages.map(({ toolCallId }) => toolCallId));
  return (
    <div className="aie-page">
      <div className="aie-conversation">
        {messages.map(({ id, role, content, toolCalls = [] }) =>
          role === "user" ? (
            <div key={id} className="aie-user">
              {content}
            </div>
          ) : (
            role === "assistant" && (
              <div key={id}>
                {content && <Streamdown>{content}</Streamdown>}
                {toolCalls.map((call) => (
                  <Tool key={call.id} name={call.function.name} isDone={results.has(call.id)} />
                ))}
              </div>
            )
          ),
        )}
        {isRunning && <Loader size={16} />}
        {error && <p>Error: {error}</p>}
      </div>
      {messages.length === 0 && (
        <div className="aie-suggestions">
          {suggestions.map((suggestion) => (
            <button type="button" key={suggestion}>
              {suggestion}
            </button>
          ))}
        </div>
      )}
      <form className="aie-prompt">
        <textarea placeholder="What would you like to know?" rows={2} />
        <div>
          <button type="button">
            <Plus size={16} />
          </button>
          <button type="button" className="aie-submit">
            <CornerDownLeft size={16} />
          </button>
        </div>
      </form>
    </div>
  );
}

createRoot(root).render(<App />);
