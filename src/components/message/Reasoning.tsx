import type { ReactNode } from "react";
import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { useClassName, useSettings } from "../settings/settings.tsx";
import type { ReasoningProps } from "../settings/transcriptPartProps.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { MessageText } from "./MessageText.tsx";

/**
 * Shows a reasoning message: open until the reply begins, then collapsed to one line.
 *
 * After the user has opened or closed it, it stays that way. The setting `reasoning` collapses it from the start, or
 * hides it. Reasoning without text, because it is encrypted or has not streamed yet, is a line that cannot be opened.
 * An agent whose capabilities have `reasoning.encrypted` is shown as reasoning privately from the start. Renders a
 * `<details>`, or a `<div>` when there is no text.
 *
 * @example Collapse reasoning in a whole chat
 * ```tsx
 * <Chat reasoning="collapsed" />
 * ```
 * @selector `.agk-reasoning[data-status="streaming"]` While it streams; else `complete`, `private`, or
 * `unfinished` when the run was stopped or failed first.
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export function Reasoning({
  message,
  isStreaming = false,
  isCurrent = false,
  timing,
}: ReasoningProps): ReactNode {
  const strings = useStrings();
  const { reasoning } = useSettings();
  const className = useClassName("Reasoning", "agk-reasoning");
  const isCutOff = !isStreaming && timing?.isCutOff === true;
  if (reasoning === "hidden") return null;
  if (!message.content) return <EmptyReasoning isStreaming={isStreaming} />;
  return (
    <Disclosure
      className={className}
      status={isStreaming ? "streaming" : isCutOff ? "unfinished" : "complete"}
      persistKey={message.id}
      isOpen={reasoning === "shown" && (isStreaming || isCurrent)}
      summary={
        <>
          <span className="agk-label">
            {isStreaming ? strings.reasoning : summaryOf(timing, strings)}
          </span>
          {isCutOff && <span className="agk-status">{strings.toolCall.unfinished}</span>}
        </>
      }
    >
      {() => <MessageText text={message.content} isStreaming={isStreaming} />}
    </Disclosure>
  );
}

/** Shows reasoning without text. Encrypted reasoning streams no text at all, so this may be its final state. */
function EmptyReasoning({ isStreaming }: { readonly isStreaming: boolean }): ReactNode {
  const strings = useStrings();
  const className = useClassName("Reasoning", "agk-reasoning");
  const isPrivate = useOptionalCapabilities()?.reasoning?.encrypted === true;
  return (
    <div className={className} data-status={isStreaming ? "streaming" : "private"}>
      {isStreaming ? strings[isPrivate ? "reasoningHidden" : "reasoning"] : strings.reasonedHidden}
    </div>
  );
}

function summaryOf(timing: ReasoningProps["timing"], strings: Strings): string {
  const { startedAt, endedAt } = timing ?? {};
  if (startedAt === undefined || endedAt === undefined) return strings.reasoned;
  return strings.reasonedFor(Math.max(1, Math.round((endedAt - startedAt) / 1000)));
}
