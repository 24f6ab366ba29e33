import "./terminal.css";
import { type ReactNode, useId, useState } from "react";
import { AssistantMessage } from "../../src/components/message/AssistantMessage.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import type {
  AssistantMessageProps,
  ToolCallProps,
  UserMessageProps,
} from "../../src/components/settings/transcriptProps.ts";
import { useAgentRun } from "../../src/hooks/thread/useAgentRun.ts";

function Said({ message: { content } }: UserMessageProps): ReactNode {
  return <div className="terminal-said">{typeof content === "string" ? content : "(a file)"}</div>;
}

/** What the kit draws, with a line of one's own before it. */
function Answer(props: AssistantMessageProps): ReactNode {
  return (
    <div>
      <AssistantMessage {...props} />
    </div>
  );
}

const signs: Partial<Record<ToolCallProps["status"], string>> = {
  complete: "ok",
  failed: "failed",
};

function Call({ toolCall, status }: ToolCallProps): ReactNode {
  const { name, arguments: args } = toolCall.function;
  return (
    <div className="terminal-call">
      $ {name} {args} … {signs[status] ?? status}
    </div>
  );
}

function Prompt(): ReactNode {
  const { send, stop, isRunning } = useAgentRun();
  const [text, setText] = useState("");
  const id = useId();
  return (
    <form
      className="terminal-prompt"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRunning) stop();
        else if (text.trim()) void send(text);
        setText("");
      }}
    >
      <label htmlFor={id}>guest@trip:~$</label>
      <input id={id} value={text} onChange={({ target }) => setText(target.value)} />
    </form>
  );
}

/** Parts that replace those of the kit. */
export const terminal: Partial<ChatComponents> = {
  UserMessage: Said,
  AssistantMessage: Answer,
  ToolCall: Call,
  Composer: Prompt,
  MessageActions: () => null,
};
