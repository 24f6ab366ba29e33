import "./terminal.css";
import { type ReactNode, useId, useState } from "react";
import { AssistantMessageItem } from "../../src/components/message/AssistantMessageItem.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import type {
  AssistantMessageItemProps,
  ToolCallCardProps,
  UserMessageItemProps,
} from "../../src/components/settings/transcriptPartProps.ts";
import { useAgentRun } from "../../src/hooks/thread/useAgentRun.ts";

function UserLine({ message: { content } }: UserMessageItemProps): ReactNode {
  return (
    <div className="terminal-message">{typeof content === "string" ? content : "(a file)"}</div>
  );
}

/** Wraps the default answer with a custom line before it. */
function Answer(props: AssistantMessageItemProps): ReactNode {
  return (
    <div>
      <AssistantMessageItem {...props} />
    </div>
  );
}

const signs: Partial<Record<ToolCallCardProps["status"], string>> = {
  complete: "ok",
  failed: "failed",
};

function Call({ toolCall, status }: ToolCallCardProps): ReactNode {
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

/** Components that replace the defaults. */
export const terminal: Partial<ChatComponents> = {
  UserMessageItem: UserLine,
  AssistantMessageItem: Answer,
  ToolCallCard: Call,
  Composer: Prompt,
  MessageActions: () => null,
};
