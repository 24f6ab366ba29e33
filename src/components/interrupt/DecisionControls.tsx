import { type ReactNode, useContext, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { useOptionalCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { SchemaForm } from "../schemaForm/SchemaForm.tsx";
import { useComponent } from "../settings/settings.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useHeightAnimation } from "../ui/Disclosure.tsx";
import { HiddenNote } from "../ui/HiddenNote.tsx";
import {
  type CardHiddenParts,
  isNothingHidden,
  QuestionHiddenPartsContext,
  useHiddenTotal,
  usePartsOf,
} from "../ui/hiddenParts.ts";
import { AlsoSentFields } from "./AlsoSentFields.tsx";
import { AnswerButton, type AnswerControlProps } from "./AnswerButtons.tsx";
import { ApprovalHeadingContext } from "./approveAll/useApprovalGroup.tsx";
import { useApproveAll } from "./approveAll/useApproveAll.ts";
import { DenyForm } from "./DenyForm.tsx";
import type { ExpectedAnswer } from "./expectedAnswer.ts";
import { FreeTextAnswer } from "./FreeTextAnswer.tsx";
import { InlinePanel } from "./InlinePanel.tsx";
import type { InterruptSubject } from "./interruptSubject.ts";
import { JsonArgumentsEditor } from "./JsonArgumentsEditor.tsx";
import { defaultApproval, fixedFieldsOf, withEditedArgs } from "./readDecision.ts";
import { relativeTo } from "./useAnswer.ts";

interface DecisionControlsProps
  extends AnswerControlProps,
    Pick<InterruptRenderProps, "interrupt" | "isExpired"> {
  readonly expectedAnswer: Extract<ExpectedAnswer, { kind: "decision" }>;
  readonly subject: InterruptSubject;
  /** The parts of the card that do not show all of their content. */
  readonly parts: CardHiddenParts;
}

type View = "buttons" | "denial" | "edit" | "other";

const views = createUiMemory<View>();

/**
 * @internal Renders buttons for yes and no. Where the answer may contain them, panels ask for the reason of a denial, for
 * edited arguments, or for another answer.
 */
export function DecisionControls(props: DecisionControlsProps): ReactNode {
  const { interrupt, isExpired, expectedAnswer, subject, answerState, currentPayload } = props;
  const { parts, endButtons } = props;
  const [view, setView] = useDraftState(views, () => "buttons");
  const isAnswering = view !== "buttons";
  const groupApproval = useApproveAll({ interrupt, isExpired, isAnswering });
  const otherApprovalParts = usePartsOf(groupApproval.otherApprovalIds);
  const noteId = useId();
  const ownNoteId = isNothingHidden(useHiddenTotal(parts.all)) ? "" : noteId;
  const otherNoteId = isNothingHidden(useHiddenTotal(otherApprovalParts)) ? "" : `${noteId}o`;
  const { decision, isApproval, other } = expectedAnswer;
  const strings = useStrings();
  const labels = strings.interrupt;
  const Form = useComponent("SchemaForm", SchemaForm);
  const buttons = useRef<HTMLDivElement>(null);
  const previousView = useRef(view);
  useIsomorphicLayoutEffect(() => {
    const opener = `[data-opens="${previousView.current}"]`;
    if (view === "buttons") buttons.current?.querySelector<HTMLElement>(opener)?.focus();
    previousView.current = view;
  }, [view]);

  const editSchema = useEditSchema(props);
  const { isBusy } = answerState;
  const isDisabled = answerState.isDisabled || isBusy;
  /** False until the user opens a panel: one that was open when the card unmounted takes no focus. */
  const [hasOpened, setHasOpened] = useState(false);
  const animateHeight = useHeightAnimation(buttons, ".agk-interrupt");
  const openView = (next: View) => {
    animateHeight();
    setHasOpened(true);
    answerState.clearProblems();
    setView(next);
  };
  const handleBack = () => {
    if (!answerState.isBusy) openView("buttons");
  };
  const panelProps = (name: View, label: string) => ({
    name,
    label,
    isShown: view === name,
    takesFocus: hasOpened,
    onBack: handleBack,
  });
  const editedArgs = isRecord(currentPayload) ? currentPayload.editedArgs : undefined;
  const denyLabel = isApproval ? labels.deny : labels.no;

  const heading = useContext(ApprovalHeadingContext);
  const headingSlot = heading?.buttonSlot;
  const groupButton = groupApproval.count > 0 && (
    <AnswerButton
      variant={heading ? "primary" : undefined}
      isDisabled={isDisabled}
      isBusy={isBusy}
      describedBy={`${ownNoteId} ${otherNoteId}`.trim() || undefined}
      onClick={() => answerState.submitAll(groupApproval.approveAll)}
    >
      {labels.approveAll(groupApproval.count)}
    </AnswerButton>
  );
  const cancelAllButton = (
    <AnswerButton
      variant="quiet"
      isDisabled={!answerState.canCancel || isBusy}
      isBusy={isBusy}
      hint={labels.cancelHint}
      onClick={() => answerState.submitAll(groupApproval.cancelAll)}
    >
      {labels.cancelAll(groupApproval.count)}
    </AnswerButton>
  );

  return (
    <>
      <AlsoSentFields
        answer={isApproval ? labels.approve : labels.yes}
        fields={fixedFieldsOf(decision, decision.approval)}
      />
      <AlsoSentFields answer={denyLabel} fields={fixedFieldsOf(decision, decision.denial)} />
      {!isAnswering && (
        <>
          <HiddenNote parts={parts.all} id={noteId} />
          <HiddenNote parts={otherApprovalParts} id={`${noteId}o`} isForOtherApprovals />
        </>
      )}
      <div className="agk-interrupt-buttons" hidden={isAnswering} ref={buttons}>
        <AnswerButton
          // In a group, the button for all of them is the primary one.
          variant={heading ? undefined : "primary"}
          isDisabled={isDisabled}
          isBusy={isBusy}
          describedBy={ownNoteId || undefined}
          onClick={() => answerState.submitAnswer(decision.approval)}
        >
          {isApproval ? labels.approve : labels.yes}
        </AnswerButton>
        {decision.denial !== undefined && (
          <AnswerButton
            isDisabled={isDisabled}
            isBusy={isBusy}
            opens="denial"
            onClick={() =>
              decision.reasonField ? openView("denial") : answerState.submitAnswer(decision.denial)
            }
          >
            {denyLabel}
          </AnswerButton>
        )}
        {editSchema && (
          <AnswerButton isDisabled={isDisabled} opens="edit" onClick={() => openView("edit")}>
            {labels.edit}
          </AnswerButton>
        )}
        {other && (
          <AnswerButton
            variant="quiet"
            isDisabled={isDisabled}
            opens="other"
            onClick={() => openView("other")}
          >
            {labels.otherAnswer}
          </AnswerButton>
        )}
        {headingSlot && groupButton
          ? createPortal(
              <>
                {groupButton}
                <span className="agk-interrupt-end">{cancelAllButton}</span>
              </>,
              headingSlot,
            )
          : groupButton}
        {endButtons}
      </div>
      {/* A denial permits nothing. */}
      <QuestionHiddenPartsContext.Provider value={undefined}>
        <InlinePanel {...panelProps("denial", denyLabel)}>
          {() => (
            <DenyForm {...props} decision={decision} denyLabel={denyLabel} onBack={handleBack} />
          )}
        </InlinePanel>
      </QuestionHiddenPartsContext.Provider>
      {/* The arguments are in the form, which says itself how many of them are not shown. */}
      <QuestionHiddenPartsContext.Provider value={parts.besideSubject}>
        <InlinePanel {...panelProps("edit", labels.edit)}>
          {() =>
            subject.source === undefined ? (
              <div className="agk-interrupt-panel" data-panel="edit">
                <Form
                  schema={editSchema ?? {}}
                  defaultValue={editedArgs ?? subject.args}
                  label={strings.toolCall.arguments}
                  submitLabel={labels.approveEdited}
                  cancelLabel={labels.back}
                  disabled={answerState.isDisabled}
                  onCancel={handleBack}
                  onSubmit={async (value) =>
                    (await answerState.submitForm(withEditedArgs(decision, value))).map((problem) =>
                      relativeTo(["editedArgs"], problem),
                    )
                  }
                />
                <ExpiredButtons {...props} />
              </div>
            ) : (
              <JsonArgumentsEditor
                {...props}
                decision={decision}
                source={subject.source}
                currentPayload={editedArgs}
                onBack={handleBack}
              />
            )
          }
        </InlinePanel>
      </QuestionHiddenPartsContext.Provider>
      <InlinePanel {...panelProps("other", labels.otherAnswer)}>
        {() => <OtherAnswer {...props} schema={other} onBack={handleBack} />}
      </InlinePanel>
    </>
  );
}

/**
 * Returns the schema of edited arguments: as the interrupt says, or any arguments for an agent that declares to
 * accept them. Undefined when the arguments cannot be edited.
 */
function useEditSchema({ expectedAnswer, subject }: DecisionControlsProps): JsonSchema | undefined {
  const { decision, isApproval, other } = expectedAnswer;
  const acceptsEdits = useOptionalCapabilities()?.humanInTheLoop?.approveWithEdits;
  if (acceptsEdits === false) return undefined;
  const isUnspecified = decision === defaultApproval && isApproval && !other;
  const hasArgs = isRecord(subject.args) || subject.source !== undefined;
  const canEditAny = acceptsEdits === true && isUnspecified && hasArgs;
  return decision.editedArgs ?? (canEditAny ? ANY_ARGUMENTS : undefined);
}

const ANY_ARGUMENTS: JsonSchema = { type: "object" };

interface OtherAnswerProps extends AnswerControlProps {
  readonly schema: JsonSchema | "anything" | undefined;
  readonly onBack: () => void;
}

function OtherAnswer({ schema, onBack, ...props }: OtherAnswerProps): ReactNode {
  const strings = useStrings();
  const Form = useComponent("SchemaForm", SchemaForm);
  const { answerState, currentPayload } = props;
  if (schema === undefined || schema === "anything") {
    return <FreeTextAnswer {...props} onBack={onBack} />;
  }
  return (
    <div className="agk-interrupt-panel">
      <Form
        schema={schema}
        defaultValue={currentPayload}
        submitLabel={strings.interrupt.send}
        cancelLabel={strings.interrupt.back}
        disabled={answerState.isDisabled}
        onCancel={onBack}
        onSubmit={answerState.submitForm}
      />
      <ExpiredButtons {...props} />
    </div>
  );
}

/** Renders the cancel button below a form that is disabled, so that the user need not leave the panel. */
function ExpiredButtons({ answerState, endButtons }: AnswerControlProps): ReactNode {
  return answerState.isDisabled && <div className="agk-interrupt-buttons">{endButtons}</div>;
}
