import type { ReactNode } from "react";
import { Disclosure } from "./Disclosure.tsx";
import { Markdown } from "./markdown/Markdown.tsx";
import { type ReasoningProps, useSettings } from "./settings.tsx";
import type { Strings } from "./strings.ts";

/**
 * Shows what the agent thought: open while it thinks, one quiet line afterwards.
 *
 * Once the person has opened or closed it, it stays so. Reasoning of which only an encrypted value
 * exists is named and has nothing to open. Renders a `<details>`, or a `<div>` for encrypted ones.
 *
 * @example Thoughts for those who ask for them
 * ```tsx
 * const Thought = (props: ReasoningProps) => (isCurious ? <Reasoning {...props} /> : null);
 * <Chat components={{ Reasoning: Thought }} />
 * ```
 * @selector `.agk-reasoning[data-status="streaming"]` While it thinks; else `complete` or `private`.
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export function Reasoning({ message, isStreaming = false, timing }: ReasoningProps): ReactNode {
  const { strings, allowedImageOrigins } = useSettings();
  if (!message.content && !isStreaming) {
    return (
      <div className="agk-reasoning" data-status="private">
        {strings.thoughtPrivately}
      </div>
    );
  }
  return (
    <Disclosure
      className="agk-reasoning"
      status={isStreaming ? "streaming" : "complete"}
      isOpen={isStreaming}
      summary={
        <span className="agk-label">
          {isStreaming ? strings.thinking : thoughtFor(timing, strings)}
        </span>
      }
    >
      {() => (
        <Markdown
          text={message.content}
          isStreaming={isStreaming}
          allowedImageOrigins={allowedImageOrigins}
          labels={strings.markdown}
        />
      )}
    </Disclosure>
  );
}

function thoughtFor(timing: ReasoningProps["timing"], strings: Strings): string {
  const { startedAt, endedAt } = timing ?? {};
  if (startedAt === undefined || endedAt === undefined) return strings.thought;
  return strings.thoughtFor(Math.max(1, Math.round((endedAt - startedAt) / 1000)));
}
