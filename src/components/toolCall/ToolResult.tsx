import { Fragment, type ReactNode, useMemo } from "react";
import { isDenied } from "../../selectors/decision.ts";
import { MediaPart } from "../message/MediaPart.tsx";
import { useClass, usePart } from "../settings/settings.tsx";
import type { ToolResultProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { readableResult } from "./formatJson.ts";
import { JsonSource } from "./JsonSource.tsx";

/**
 * Shows what a tool answered: text, JSON, JSON inside a JSON string, media parts, and its error.
 *
 * Renders a `<div>`.
 *
 * @example The result of one call
 * ```tsx
 * const call = useToolCall(id);
 * return call?.result && <ToolResult message={call.result} />;
 * ```
 * @selector `.agk-section[data-status="failed"]` When the tool reported an error; `denied` when a
 * person declined it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolResult({ message }: ToolResultProps): ReactNode {
  const strings = useStrings();
  const Media = usePart("MediaPart", MediaPart);
  const { content } = message;
  const isRefused = isDenied(message);
  // What a person declined is no error, and the word for it is the program's.
  const error = isRefused ? undefined : message.error;
  const status = isRefused ? "denied" : error === undefined ? "complete" : "failed";
  const { result, reason, error: failure } = strings.toolCall;
  const label = { denied: reason, complete: result, failed: failure }[status];
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return (
    <div className={useClass("ToolResult", "agk-section")} data-status={status}>
      <span className="agk-label">{label}</span>
      {error && (
        <div className="agk-plain" dir="auto">
          {error}
        </div>
      )}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
        <Fragment key={index}>
          {part.type !== "text" && <Media part={part} />}
          {part.type === "text" && !repeats(part.text, error) && <ResultText text={part.text} />}
        </Fragment>
      ))}
    </div>
  );
}

/** Whether a text for the agent says the same as the error for the person, perhaps after a preface. */
function repeats(text: string, error: string | undefined): boolean {
  const bare = (sentence: string) => sentence.trim().replace(/\.$/, "");
  return error !== undefined && bare(text).endsWith(bare(error));
}

function ResultText({ text }: { readonly text: string }): ReactNode {
  const readable = useMemo(() => readableResult(text), [text]);
  return readable && <JsonSource text={readable} />;
}
