import { type ReactNode, useState } from "react";
import { isCutOff, useToolAnswer } from "../../hooks/tools/useToolAnswer.ts";
import { ActivitySlot } from "../activity/ActivitySlot.tsx";
import { usePart } from "../settings/settings.tsx";
import type { ToolCallProps } from "../settings/transcriptProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../suggestions/OnceButton.tsx";
import { JsonView } from "./_JsonView.tsx";
import { indentAppended } from "./formatJson.ts";
import { JsonSource } from "./JsonSource.tsx";
import { ToolResult } from "./ToolResult.tsx";

/** @internal What a call was asked and answered, and what can be done about it: the inside of its card. */
export function ToolCallDetails(call: ToolCallProps): ReactNode {
  const { toolCall, info, result, outputs, status } = call;
  const strings = useStrings();
  const Result = usePart("ToolResult", ToolResult);
  const source = toolCall.function.arguments;
  // State and not a ref: a render that React throws away must not leave its text behind.
  const [last, setLast] = useState(() => indentAppended(undefined, source));
  const indented = indentAppended(last, source);
  if (indented !== last) setLast(indented);
  const { text } = indented;
  return (
    <>
      {text !== "" && text !== "{}" && (
        <Section label={strings.toolCall.arguments}>
          <JsonSource text={text} />
        </Section>
      )}
      {status === "running" && info.progress !== undefined && (
        <Section label={strings.toolCall.progress}>
          <JsonView value={info.progress} />
        </Section>
      )}
      {outputs.map((message) => (
        <ActivitySlot key={message.id} message={message}>
          <Section label={strings.toolCall.output}>
            <Output content={message.content} />
          </Section>
        </ActivitySlot>
      ))}
      {result && <Result message={result} />}
      {isCutOff(call) && <Rerun {...call} />}
      {info.status === "waiting" && <Decline {...call} />}
    </>
  );
}

/** The way on where what a person was to answer with is not there, or has thrown. */
function Decline(call: ToolCallProps): ReactNode {
  const strings = useStrings();
  const { reject } = useToolAnswer(call);
  return <OnceButton label={strings.toolCall.decline} onPress={() => reject()} />;
}

function Rerun(call: ToolCallProps): ReactNode {
  const strings = useStrings();
  const { rerun } = useToolAnswer(call);
  return rerun && <OnceButton label={strings.toolCall.rerun} onPress={rerun} />;
}

function Section(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="agk-section">
      <span className="agk-label">{props.label}</span>
      {props.children}
    </div>
  );
}

/** What a tool writes while it runs is text, whatever its server calls it; else it is shown whole. */
function Output({ content }: { readonly content: Readonly<Record<string, unknown>> }): ReactNode {
  const { toolCallId: _, ...rest } = content;
  const values = Object.values(rest);
  const [first] = values;
  if (values.length === 1 && typeof first === "string") return <JsonSource text={first} />;
  return <JsonView value={rest} />;
}
