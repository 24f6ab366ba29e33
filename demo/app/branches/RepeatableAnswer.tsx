import { AssistantMessage, type AssistantMessageProps, useAgentRun, useThread } from "agui-kit";
import type { ReactNode } from "react";
import { focusComposer } from "../focusComposer.ts";

/** An answer as the chat shows it, and a way to have another one; this one stays as a version. */
export function RepeatableAnswer(props: AssistantMessageProps): ReactNode {
  const { message, isStreaming } = props;
  const thread = useThread();
  const { isRunning } = useAgentRun();
  const handleClick = () => {
    if (isRunning) return;
    void thread.regenerate(message.id);
    focusComposer();
  };
  return (
    <>
      <AssistantMessage {...props} />
      {/* In its place from the start, so that nothing moves when the answer is whole. */}
      <button
        type="button"
        className="turn-button"
        data-hidden={isStreaming || undefined}
        aria-disabled={isRunning}
        onClick={handleClick}
      >
        Answer again
      </button>
    </>
  );
}
