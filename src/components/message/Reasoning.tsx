import type { ReactNode } from "react";
import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { ReasoningProps } from "../settings/transcriptProps.ts";
import type { FirstStrings } from "../strings/firstStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { MessageText } from "./MessageText.tsx";

/**
 * Shows what the agent thought: open until its answer begins, one quiet line afterwards.
 *
 * Once the person has opened or closed it, it stays so. The setting `reasoning` keeps it closed from
 * the start, or hides it. Reasoning of which only an encrypted value exists is named and has nothing
 * to open, as one of which nothing has arrived yet; an agent that says that it encrypts what it thinks
 * is said to think privately from the start. Renders a `<details>`, or a `<div>` for those.
 *
 * @example Thoughts for those who open them
 * ```tsx
 * <Chat reasoning="collapsed" />
 * ```
 * @selector `.agk-reasoning[data-status="streaming"]` While it thinks; else `complete` or `private`.
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export function Reasoning({
  message,
  isStreaming = false,
  isCurrent = false,
  timing,
}: ReasoningProps): ReactNode {
  const { strings, reasoning } = useSettings();
  const className = useClass("Reasoning", "agk-reasoning");
  if (reasoning === "hidden") return null;
  if (!message.content) return <Wordless isStreaming={isStreaming} />;
  return (
    <Disclosure
      className={className}
      status={isStreaming ? "streaming" : "complete"}
      persistKey={message.id}
      isOpen={reasoning === "shown" && (isStreaming || isCurrent)}
      summary={
        <span className="agk-label">
          {isStreaming ? strings.thinking : thoughtFor(timing, strings)}
        </span>
      }
    >
      {() => <MessageText text={message.content} isStreaming={isStreaming} />}
    </Disclosure>
  );
}

/** It may never be more than that: what is encrypted streams without a word. Some agents say so. */
function Wordless({ isStreaming }: { readonly isStreaming: boolean }): ReactNode {
  const { strings } = useSettings();
  const className = useClass("Reasoning", "agk-reasoning");
  const isPrivate = useOptionalCapabilities()?.reasoning?.encrypted === true;
  return (
    <div className={className} data-status={isStreaming ? "streaming" : "private"}>
      {isStreaming
        ? strings[isPrivate ? "thinkingPrivately" : "thinking"]
        : strings.thoughtPrivately}
    </div>
  );
}

function thoughtFor(timing: ReasoningProps["timing"], strings: FirstStrings): string {
  const { startedAt, endedAt } = timing ?? {};
  if (startedAt === undefined || endedAt === undefined) return strings.thought;
  return strings.thoughtFor(Math.max(1, Math.round((endedAt - startedAt) / 1000)));
}
