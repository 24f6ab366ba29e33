import { type ReactNode, useId, useState } from "react";
import { isRunOnRequest, useToolAnswer } from "../../hooks/tools/useToolAnswer.ts";
import { ActivitySlot } from "../activity/ActivitySlot.tsx";
import { WorkContext } from "../activity/Checklist.tsx";
import { AnswerDetails } from "../interrupt/AnswerDetails.tsx";
import { useComponent } from "../settings/settings.tsx";
import type { ToolCallCardProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../ui/OnceButton.tsx";
import { useShownItems } from "../ui/useShownItems.tsx";
import { VisibleName } from "../ui/VisibleText.tsx";
import { indentAppended } from "./formatJson.ts";
import { JsonSource } from "./JsonSource.tsx";
import { JsonView } from "./JsonView.tsx";
import { ReadableJson } from "./ReadableJson.tsx";
import { ToolResult } from "./ToolResult.tsx";

/** Number of outputs that are shown at first. They are the last ones. */
const MAX_OUTPUTS = 50;

/** @internal Shows the inside of a tool call card: name, arguments, progress, output, result and recovery buttons. */
export function ToolCallDetails(call: ToolCallCardProps): ReactNode {
  const { toolCall, info, result, outputs, status } = call;
  const strings = useStrings();
  const argumentsId = useId();
  const Result = useComponent("ToolResult", ToolResult);
  const source = toolCall.function.arguments;
  // State, not a ref: a render that React discards must not change the text that the next render continues.
  const [previous, setPrevious] = useState(() => indentAppended(undefined, source));
  const indented = indentAppended(previous, source);
  if (indented !== previous) setPrevious(indented);
  const { text, isTooDeep } = indented;
  const hasArguments = text !== "" && text !== "{}";
  const { shown, moreButton } = useShownItems(outputs, MAX_OUTPUTS, "end");
  return (
    <WorkContext.Provider value={info.messageId}>
      <Section label={strings.toolCall.name}>
        <span className="agk-tool-name">
          <VisibleName name={toolCall.function.name} canExpand />
        </span>
      </Section>
      {hasArguments && (
        <Section label={strings.toolCall.arguments} labelId={argumentsId}>
          {status === "streaming" ? (
            <JsonSource text={text} isTooDeep={isTooDeep} isExact />
          ) : (
            <ReadableJson text={source} isExact labelId={argumentsId} />
          )}
        </Section>
      )}
      {status === "running" && info.progress !== undefined && (
        <Section label={strings.toolCall.progress}>
          <JsonView value={info.progress} />
        </Section>
      )}
      {moreButton}
      {shown.map((message) => (
        <ActivitySlot key={message.id} message={message}>
          <Section label={strings.toolCall.output}>
            <Output content={message.content} />
          </Section>
        </ActivitySlot>
      ))}
      {call.interrupts.map(
        (interrupt, index) =>
          interrupt.answer && (
            <AnswerDetails
              // biome-ignore lint/suspicious/noArrayIndexKey: a server may reuse the id of an interrupt
              key={index}
              interrupt={interrupt}
              toolCall={call}
              answer={interrupt.answer}
              isBelowArguments={hasArguments}
            />
          ),
      )}
      {result && !repeatsAnswer(call) && <Result message={result} />}
      {isRunOnRequest(call) && <Rerun {...call} />}
      {info.status === "waiting" && <Decline {...call} />}
    </WorkContext.Provider>
  );
}

/** True when the thread recorded the user's answer as the result, because the server sent none. */
function repeatsAnswer({ result, interrupts }: ToolCallCardProps): boolean {
  return interrupts.some(({ answer }) => {
    const payload: unknown = answer?.payload;
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    return text !== undefined && result?.content === text;
  });
}

/** Lets the user decline a call whose own card is missing or has thrown. */
function Decline(call: ToolCallCardProps): ReactNode {
  const strings = useStrings();
  const { reject } = useToolAnswer(call);
  return <OnceButton label={strings.toolCall.deny} onPress={() => reject()} />;
}

function Rerun(call: ToolCallCardProps): ReactNode {
  const strings = useStrings();
  const { rerun } = useToolAnswer(call);
  return rerun && <OnceButton label={strings.toolCall.rerun} onPress={rerun} />;
}

interface SectionProps {
  readonly label: string;
  readonly labelId?: string;
  readonly children: ReactNode;
}

function Section({ label, labelId, children }: SectionProps): ReactNode {
  return (
    <div className="agk-section">
      <span className="agk-label" id={labelId}>
        {label}
      </span>
      {children}
    </div>
  );
}

/** Shows tool output. A single string field is shown as text, whatever its name; other content as JSON. */
function Output({ content }: { readonly content: Readonly<Record<string, unknown>> }): ReactNode {
  const { toolCallId: _, ...rest } = content;
  const values = Object.values(rest);
  const [first] = values;
  if (values.length === 1 && typeof first === "string") return <JsonSource text={first} />;
  return <JsonView value={rest} />;
}
