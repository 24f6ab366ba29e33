// A page in the look of AI Elements, whose components are copied from a registry: its Markdown renderer with its
// highlighter, and its conversation, tool, confirmation, suggestions and prompt as its documentation shows them.
import { HttpAgent } from "@ag-ui/client";
import { code } from "@streamdown/code";
import { Copy, CornerDownLeft, Globe, Mic, Plus, RefreshCcw, Square } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";
import "./ai-elements-tailwind.css";
import "streamdown/styles.css";
import "./page.css";
import "./composed.css";
import "./ai-elements.css";
import { Confirmation, Tool } from "./ai-elements-tool.jsx";
import { agentUrl, greeting, ready, root, subtitle, suggestions } from "./page.js";

const agent = new HttpAgent({ url: agentUrl });
const plugins = { code };

function useConversation() {
  const [state, setState] = useState({ messages: [], interrupts: [], isRunning: false, error: "" });
  useEffect(() => {
    const set = (change) => setState((last) => ({ ...last, ...change }));
    const { unsubscribe } = agent.subscribe({
      onMessagesChanged: () => set({ messages: [...agent.messages] }),
      onRunErrorEvent: ({ event }) => set({ error: event.message }),
      onRunFinishedEvent: ({ event }) => set({ interrupts: event.outcome?.interrupts ?? [] }),
    });
    ready(async (content) => {
      agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
      set({ isRunning: true });
      await agent.runAgent().catch(() => {});
      set({ isRunning: false });
    });
    return unsubscribe;
  }, []);
  return state;
}

/** Groups the messages of a run, as AI Elements shows the parts of one message. */
function turnsOf(messages) {
  const turns = [];
  for (const message of messages.filter(({ role }) => role !== "tool")) {
    const last = turns.at(-1);
    if (last?.role === message.role) last.messages.push(message);
    else turns.push({ id: message.id, role: message.role, messages: [message] });
  }
  return turns;
}

function Part({ message, results, interrupts, isRunning }) {
  const { content, toolCalls = [] } = message;
  return (
    <>
      {content && (
        <Streamdown className="aie-response" plugins={plugins} isAnimating={isRunning}>
          {content}
        </Streamdown>
      )}
      {toolCalls.map((call) => {
        const interrupt = interrupts.find(({ toolCallId }) => toolCallId === call.id);
        const state = interrupt ? "waiting" : results.has(call.id) ? "completed" : "running";
        return (
          <Fragment key={call.id}>
            <Tool call={call} state={state} />
            {interrupt && <Confirmation>{interrupt.message}</Confirmation>}
          </Fragment>
        );
      })}
    </>
  );
}

const Actions = () => (
  <div className="aie-actions">
    <button type="button">
      <RefreshCcw size={12} />
    </button>
    <button type="button">
      <Copy size={12} />
    </button>
  </div>
);

const Prompt = ({ isRunning }) => (
  <form className="aie-prompt">
    <textarea placeholder="What would you like to know?" />
    <div>
      <div>
        <button type="button">
          <Plus size={16} />
        </button>
        <button type="button">
          <Mic size={16} />
        </button>
        <button type="button">
          <Globe size={16} />
          Search
        </button>
      </div>
      <button type="button" className="aie-submit">
        {isRunning ? <Square size={16} /> : <CornerDownLeft size={16} />}
      </button>
    </div>
  </form>
);

function App() {
  const { messages, interrupts, isRunning, error } = useConversation();
  const results = new Set(messages.map(({ toolCallId }) => toolCallId));
  const shared = { results, interrupts, isRunning };
  const isComplete = !isRunning && !error && interrupts.length === 0;
  return (
    <div className="aie-page">
      {messages.length === 0 && (
        <div className="aie-empty">
          <h3>{greeting}</h3>
          <p>{subtitle}</p>
        </div>
      )}
      <div className="aie-conversation" hidden={messages.length === 0}>
        <div>
          {turnsOf(messages).map(({ id, role, messages: parts }) => (
            <div key={id} className={`aie-message aie-${role}`}>
              {parts.map((message) =>
                role === "user" ? (
                  <div key={message.id}>{message.content}</div>
                ) : (
                  <Part key={message.id} message={message} {...shared} />
                ),
              )}
              {role === "assistant" && isComplete && <Actions />}
            </div>
          ))}
          {error && <p>Error: {error}</p>}
        </div>
      </div>
      <div className="aie-bottom">
        {messages.length === 0 && (
          <div className="aie-suggestions">
            {suggestions.map((suggestion) => (
              <button type="button" key={suggestion} className="ui-button ui-outline">
                {suggestion}
              </button>
            ))}
          </div>
        )}
        <Prompt isRunning={isRunning} />
      </div>
    </div>
  );
}

createRoot(root).render(<App />);
