import { Fragment, type ReactNode, useId } from "react";
import type { ToolMessage } from "../../protocol/events.ts";
import { textOf } from "../../protocol/textOf.ts";
import { isDenied, shownErrorOf } from "../../selectors/decision.ts";
import { isErrorLike } from "../../selectors/isErrorLike.ts";
import { MediaPart } from "../message/MediaPart.tsx";
import { useClassName, useComponent, useShowServerErrors } from "../settings/settings.tsx";
import type { ToolResultProps } from "../settings/transcriptPartProps.ts";
import { isInternal } from "../status/describeError.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useShownItems } from "../ui/useShownItems.tsx";
import { ReadableJson } from "./ReadableJson.tsx";

/** Number of content parts that are shown at first. */
const MAX_PARTS = 50;

/**
 * Shows a tool message: text, JSON, JSON in a JSON string, media parts, and the error.
 *
 * Renders a `<div>`.
 *
 * @example Show the result of one call
 * ```tsx
 * const call = useToolCall(id);
 * return call?.result && <ToolResult message={call.result} />;
 * ```
 * @selector `.agk-section[data-status="failed"]` When the tool reported an error; `denied` when the
 * user declined the call.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolResult({ message }: ToolResultProps): ReactNode {
  const strings = useStrings();
  const Media = useComponent("MediaPart", MediaPart);
  const { content } = message;
  const labelId = useId();
  const isDeclined = isDenied(message);
  const receivedError = shownErrorOf(message);
  const status = isDeclined ? "denied" : receivedError === undefined ? "complete" : "failed";
  const isHidden = useHidesInternals(message, receivedError);
  const error = isHidden ? strings.errors.server : receivedError;
  const { result, reason, error: failure } = strings.toolCall;
  const label = { denied: reason, complete: result, failed: failure }[status];
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  const { shown, moreButton } = useShownItems<(typeof parts)[number]>(parts, MAX_PARTS);
  return (
    <div className={useClassName("ToolResult", "agk-section")} data-status={status}>
      <span className="agk-label" id={labelId}>
        {label}
      </span>
      {error && (
        <div className="agk-plain-text" dir="auto">
          {error}
        </div>
      )}
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
        <Fragment key={index}>
          {part.type !== "text" && <Media part={part} />}
          {part.type === "text" &&
            part.text !== "" &&
            !isHidden &&
            !repeatsError(part.text, error) && <ReadableJson text={part.text} labelId={labelId} />}
        </Fragment>
      ))}
      {moreButton}
    </div>
  );
}

/** True for a failed result, in production, that shows a server's insides. */
function useHidesInternals(message: ToolMessage, error: string | undefined): boolean {
  const isShown = useShowServerErrors();
  const hasFailed = error !== undefined || (!isDenied(message) && isErrorLike(message));
  return hasFailed && !isShown && [error, textOf(message.content)].some(isInternal);
}

/** Tests whether the text for the model ends with the error, which is shown already. */
function repeatsError(text: string, error: string | undefined): boolean {
  const bare = (sentence: string) => sentence.trim().replace(/\.$/, "");
  return error !== undefined && bare(text).endsWith(bare(error));
}
