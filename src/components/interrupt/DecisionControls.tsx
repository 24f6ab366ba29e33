import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { useStrings } from "../strings/useStrings.ts";
import { AnswerButton } from "./AnswerButton.tsx";
import { AskedForm } from "./AskedForm.tsx";
import type { ControlsProps } from "./answerControlsProps.ts";
import type { AnswerKind } from "./answerKind.ts";
import { DenyForm } from "./DenyForm.tsx";
import { withEditedArgs } from "./decisionPayload.ts";
import { FreeAnswer } from "./FreeTextAnswer.tsx";
import { Panel } from "./InlinePanel.tsx";
import type { Subject } from "./interruptSubject.ts";
import { JsonArgumentsEditor } from "./JsonArgumentsEditor.tsx";
import { below } from "./useAnswer.ts";

interface DecisionControlsProps extends ControlsProps {
  readonly asking: Extract<AnswerKind, { kind: "decision" }>;
  /** The call it is about. */
  readonly subject: Subject;
}

type View = "buttons" | "denial" | "edit" | "other";

/** @internal Yes, no, and where the answer can carry it, why not, or yes with other arguments. */
export function DecisionControls(props: DecisionControlsProps): ReactNode {
  const { asking, subject, answering, given, end } = props;
  const { decision, isApproval, other } = asking;
  const strings = useStrings();
  const words = strings.interrupt;
  const [view, setView] = useState<View>("buttons");
  const buttons = useRef<HTMLDivElement>(null);
  const cameFrom = useRef(view);
  useLayoutEffect(() => {
    const opener = `[data-opens="${cameFrom.current}"]`;
    if (view === "buttons") buttons.current?.querySelector<HTMLElement>(opener)?.focus();
    cameFrom.current = view;
  }, [view]);

  const isDisabled = answering.isDisabled || answering.isBusy;
  const open = (next: View) => {
    answering.forget();
    setView(next);
  };
  const back = () => {
    if (!answering.isBusy) open("buttons");
  };
  const edited = isRecord(given) ? given.editedArgs : undefined;
  const denyLabel = isApproval ? words.deny : words.no;

  return (
    <>
      <div className="agk-interrupt-buttons" hidden={view !== "buttons"} ref={buttons}>
        <AnswerButton
          variant="primary"
          isDisabled={isDisabled}
          onClick={() => answering.answer(decision.approval)}
        >
          {isApproval ? words.approve : words.yes}
        </AnswerButton>
        {decision.denial !== undefined && (
          <AnswerButton
            isDisabled={isDisabled}
            opens="denial"
            onClick={() => (decision.reason ? open("denial") : answering.answer(decision.denial))}
          >
            {denyLabel}
          </AnswerButton>
        )}
        {decision.editedArgs && (
          <AnswerButton isDisabled={isDisabled} opens="edit" onClick={() => open("edit")}>
            {words.edit}
          </AnswerButton>
        )}
        {other && (
          <AnswerButton
            variant="quiet"
            isDisabled={isDisabled}
            opens="other"
            onClick={() => open("other")}
          >
            {words.otherAnswer}
          </AnswerButton>
        )}
        {end}
      </div>
      <Panel isShown={view === "denial"} label={denyLabel} onBack={back}>
        {() => <DenyForm {...props} decision={decision} denyLabel={denyLabel} onBack={back} />}
      </Panel>
      <Panel isShown={view === "edit"} label={words.edit} onBack={back}>
        {() =>
          subject.source === undefined ? (
            <div className="agk-interrupt-panel" data-panel="edit">
              <AskedForm
                schema={decision.editedArgs ?? {}}
                defaultValue={edited ?? subject.args}
                label={strings.toolCall.arguments}
                submitLabel={words.approveEdited}
                cancelLabel={words.back}
                disabled={answering.isDisabled}
                onCancel={back}
                onSubmit={async (value) =>
                  (await answering.submit(withEditedArgs(decision, value))).map((problem) =>
                    below(["editedArgs"], problem),
                  )
                }
              />
              <WayOut {...props} />
            </div>
          ) : (
            <JsonArgumentsEditor
              {...props}
              decision={decision}
              source={subject.source}
              given={edited}
              onBack={back}
            />
          )
        }
      </Panel>
      <Panel isShown={view === "other"} label={words.otherAnswer} onBack={back}>
        {() => <OtherAnswer {...props} schema={other} onBack={back} />}
      </Panel>
    </>
  );
}

interface OtherAnswerProps extends ControlsProps {
  readonly schema: JsonSchema | "anything" | undefined;
  readonly onBack: () => void;
}

function OtherAnswer({ schema, onBack, ...props }: OtherAnswerProps): ReactNode {
  const strings = useStrings();
  const { answering, given } = props;
  if (schema === undefined || schema === "anything") {
    return <FreeAnswer {...props} onBack={onBack} />;
  }
  return (
    <div className="agk-interrupt-panel">
      <AskedForm
        schema={schema}
        defaultValue={given}
        submitLabel={strings.interrupt.send}
        cancelLabel={strings.interrupt.back}
        disabled={answering.isDisabled}
        onCancel={onBack}
        onSubmit={answering.submit}
      />
      <WayOut {...props} />
    </div>
  );
}

/** Below a form, once it takes no answer any more: what is left to do is in sight. */
function WayOut({ answering, end }: ControlsProps): ReactNode {
  return answering.isDisabled && <div className="agk-interrupt-buttons">{end}</div>;
}
