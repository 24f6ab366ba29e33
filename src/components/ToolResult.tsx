import { type ReactNode, useMemo } from "react";
import { readableResult } from "./formatJson.ts";
import { MediaPart } from "./MediaPart.tsx";
import { type ToolResultProps, useSettings } from "./settings.tsx";

/**
 * Shows what a tool answered: text, JSON, JSON inside a JSON string, media parts, and its error.
 *
 * Renders a `<section>`.
 *
 * @selector `.agk-section[data-status="failed"]` When the tool reported an error.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolResult({ message: { content, error } }: ToolResultProps): ReactNode {
  const { strings, components } = useSettings();
  const Media = components.MediaPart ?? MediaPart;
  const label = error === undefined ? strings.toolCall.result : strings.toolCall.error;
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return (
    <section
      className="agk-section"
      data-status={error === undefined ? "complete" : "failed"}
      aria-label={label}
    >
      <span className="agk-label">{label}</span>
      {error && <div className="agk-plain">{error}</div>}
      {parts.map((part, index) =>
        // Parts of a message have no identity but their place.
        part.type === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          part.text !== error && <ResultText key={index} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Media key={index} part={part} />
        ),
      )}
    </section>
  );
}

function ResultText({ text }: { readonly text: string }): ReactNode {
  const readable = useMemo(() => readableResult(text), [text]);
  return readable && <pre className="agk-code">{readable}</pre>;
}
