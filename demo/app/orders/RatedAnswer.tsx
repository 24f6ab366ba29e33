import { AssistantMessageItem, type AssistantMessageItemProps, useFeedback } from "agui-kit";
import { type ReactNode, type SubmitEvent, useRef, useState } from "react";

/** Renders an answer with the chat's component and rating buttons below it. */
export function RatedAnswer(props: AssistantMessageItemProps): ReactNode {
  const { message, isStreaming } = props;
  return (
    <>
      <AssistantMessageItem {...props} />
      {/* Rendered from the start, so that a completed answer causes no layout shift. */}
      <div className="feedback" hidden={isStreaming}>
        <Feedback messageId={message.id} />
      </div>
    </>
  );
}

const THUMB =
  "M6.500 9v7.500M6.500 9l3-6.200c1.200 0 2 .9 2 2V7.500h3.700a1.500 1.500 0 0 1 1.500 1.800l-1 5.700a1.500 1.500 0 0 1-1.500 1.500H6.500M6.500 9H3.500v7.500h3";

function Feedback({ messageId }: { readonly messageId: string }): ReactNode {
  const { value, reason, thumbsUp, thumbsDown } = useFeedback(messageId);
  const [isEditingReason, setEditingReason] = useState(false);
  const down = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        className="thumb"
        aria-label="Good response"
        aria-pressed={value === "up"}
        onClick={() => {
          setEditingReason(false);
          void thumbsUp();
        }}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={THUMB} />
        </svg>
      </button>
      <button
        type="button"
        className="thumb"
        data-down
        ref={down}
        aria-label="Bad response"
        aria-pressed={value === "down"}
        onClick={() => {
          setEditingReason(true);
          void thumbsDown();
        }}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={THUMB} />
        </svg>
      </button>
      {isEditingReason ? (
        <Reason
          onSave={(text) => {
            // The focused field is about to unmount.
            down.current?.focus();
            setEditingReason(false);
            void thumbsDown(text);
          }}
        />
      ) : (
        <span className="feedback-status" role="status">
          {value === "up" && "Thank you"}
          {value === "down" && (reason ? `Feedback sent: ${reason}` : "Feedback sent")}
        </span>
      )}
    </>
  );
}

function Reason({ onSave }: { readonly onSave: (text: string | undefined) => void }): ReactNode {
  const [text, setText] = useState("");
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(text.trim() || undefined);
  };
  return (
    <form className="feedback-reason" onSubmit={handleSubmit}>
      <input
        aria-label="What was wrong?"
        placeholder="What was wrong?"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="plain-button">
        Send feedback
      </button>
    </form>
  );
}
