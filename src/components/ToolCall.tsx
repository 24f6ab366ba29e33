import { memo, type ReactNode, useMemo } from "react";
import { Disclosure } from "./Disclosure.tsx";
import { indentJson } from "./formatJson.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { Source } from "./Source.tsx";
import { type ToolCallProps, usePart, useSettings } from "./settings.tsx";
import { ToolResult } from "./ToolResult.tsx";

const icons: Readonly<Record<ToolCallProps["status"], IconName>> = {
  streaming: "arc",
  running: "arc",
  waiting: "pause",
  complete: "check",
  failed: "alert",
  stopped: "dash",
};

/**
 * Shows one tool call: a slim row with its name and how far it is, which opens into a card with its
 * arguments as they arrive, and its result.
 *
 * Renders a `<details>`.
 *
 * @example A card for one tool, the default for the others
 * ```tsx
 * function Call(call: ToolCallProps) {
 *   return call.toolCall.function.name === "weather" ? <Weather {...call} /> : <ToolCall {...call} />;
 * }
 * <Chat components={{ ToolCall: Call }} />
 * ```
 * @selector `.agk-tool-call[data-status="running"]` Also `streaming`, `waiting`, `complete`,
 * `failed` and `stopped`.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export const ToolCall = memo(function ToolCall(call: ToolCallProps): ReactNode {
  const { strings } = useSettings();
  const { toolCall, status } = call;
  return (
    <Disclosure
      className="agk-tool-call"
      status={status}
      summary={
        <>
          <Icon name={icons[status]} />
          <span className="agk-tool-name">{toolCall.function.name}</span>
          <span className="agk-status">{strings.toolCall[status]}</span>
          <Duration {...call} />
        </>
      }
    >
      {() => <Details {...call} />}
    </Disclosure>
  );
});

function Duration({ info: { startedAt, endedAt }, status }: ToolCallProps): ReactNode {
  const { strings } = useSettings();
  const isAnswered = status === "complete" || status === "failed";
  if (!isAnswered || startedAt === undefined || endedAt === undefined) return null;
  const tenths = Math.round((endedAt - startedAt) / 100);
  if (tenths < 1) return null;
  return <span className="agk-duration">{strings.seconds(tenths / 10)}</span>;
}

function Details({ toolCall, result }: ToolCallProps): ReactNode {
  const { strings } = useSettings();
  const Result = usePart("ToolResult", ToolResult);
  const source = toolCall.function.arguments;
  const text = useMemo(() => indentJson(source), [source]);
  return (
    <>
      {text !== "" && text !== "{}" && (
        <div className="agk-section">
          <span className="agk-label">{strings.toolCall.arguments}</span>
          <Source text={text} />
        </div>
      )}
      {result && <Result message={result} />}
    </>
  );
}
