import "./notebook.css";
import { type ReactNode, useId } from "react";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { useAgentRun } from "../../src/hooks/thread/useAgentRun.ts";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import { useToolCall } from "../../src/hooks/tools/useToolCall.ts";
import type { Message } from "../../src/protocol/events.ts";

/** Renders a conversation as a page from hooks: each question is a heading above its answer. */
export function Notebook(): ReactNode {
  const messages = useMessages();
  return (
    <article className="notebook">
      {messages.map((message) => (
        <Entry key={message.id} message={message} />
      ))}
      <Ask />
    </article>
  );
}

function Entry({ message }: { readonly message: Message }): ReactNode {
  if (message.role === "user" && typeof message.content === "string") {
    return <h2>{message.content}</h2>;
  }
  if (message.role !== "assistant") return null;
  return (
    <>
      {message.toolCalls?.map(({ id }) => (
        <Evidence key={id} id={id} />
      ))}
      {message.content && <Markdown text={message.content} />}
    </>
  );
}

function Evidence({ id }: { readonly id: string }): ReactNode {
  const call = useToolCall(id);
  if (!call) return null;
  const { name } = call.toolCall.function;
  return <aside>{call.status === "failed" ? `Could not ask ${name}` : `From ${name}`}</aside>;
}

function Ask(): ReactNode {
  const { send, stop, isRunning } = useAgentRun();
  const id = useId();
  return (
    <form
      action={(form) => {
        const question = form.get("question");
        if (typeof question === "string" && question.trim()) void send(question);
      }}
    >
      <label htmlFor={id}>What else would you like to know?</label>
      <textarea id={id} name="question" rows={2} />
      {isRunning ? (
        <button type="button" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="submit">Ask</button>
      )}
    </form>
  );
}
