import { type ReactNode, useMemo } from "react";
import { readableResult } from "./formatJson.ts";
import { MediaPart } from "./MediaPart.tsx";
import { Source } from "./Source.tsx";
import { type ToolResultProps, usePart, useSettings } from "./settings.tsx";

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
 * @selector `.agk-section[data-status="failed"]` When the tool reported an error.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolResult({ message: { content, error } }: ToolResultProps): ReactNode {
  const { strings } = useSettings();
  const Media = usePart("MediaPart", MediaPart);
  const label = error === undefined ? strings.toolCall.result : strings.toolCall.error;
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return (
    <div className="agk-section" data-status={error === undefined ? "complete" : "failed"}>
      <span className="agk-label">{label}</span>
      {error && <div className="agk-plain">{error}</div>}
      {parts.map((part, index) =>
        part.type === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
          part.text !== error && <ResultText key={index} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
          <Media key={index} part={part} />
        ),
      )}
    </div>
  );
}

function ResultText({ text }: { readonly text: string }): ReactNode {
  const readable = useMemo(() => readableResult(text), [text]);
  return readable && <Source text={readable} />;
}
