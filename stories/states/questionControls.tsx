import { type ReactNode, useEffect, useRef } from "react";
import { AnswerButton } from "../../src/components/interrupt/AnswerButtons.tsx";
import { DenyForm } from "../../src/components/interrupt/DenyForm.tsx";
import { FreeTextAnswer } from "../../src/components/interrupt/FreeTextAnswer.tsx";
import { InterruptContext } from "../../src/components/interrupt/InterruptMessage.tsx";
import { subjectOf } from "../../src/components/interrupt/interruptSubject.ts";
import { JsonArgumentsEditor } from "../../src/components/interrupt/JsonArgumentsEditor.tsx";
import { defaultApproval } from "../../src/components/interrupt/readDecision.ts";
import { UploadForm } from "../../src/components/interrupt/UploadForm.tsx";
import type { UploadShape } from "../../src/components/interrupt/uploadShape.ts";
import type { AnswerState } from "../../src/components/interrupt/useAnswer.ts";
import { SchemaFormView } from "../../src/components/schemaForm/SchemaFormView.tsx";
import { MoreButton } from "../../src/components/ui/useShownItems.tsx";
import type { JsonSchema } from "../../src/protocol/jsonSchema.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const always = { disabled: alwaysUsable, busy: neverBusy };

const open: AnswerState = {
  isBusy: false,
  isDisabled: false,
  canCancel: true,
  problems: [],
  fieldProblems: [],
  submitAnswer: ignore,
  submitAll: ignore,
  cancelInterrupt: ignore,
  submitForm: async () => [],
  showFieldProblem: ignore,
  clearProblems: ignore,
};

const props = { currentPayload: undefined, endButtons: null };

function Text({ state = open }: { readonly state?: AnswerState }): ReactNode {
  return (
    <div className="agk-interrupt-answer">
      <FreeTextAnswer {...props} answerState={state} onBack={ignore} />
    </div>
  );
}

function Denial(): ReactNode {
  return (
    <div className="agk-interrupt-answer">
      <DenyForm
        {...props}
        answerState={open}
        decision={defaultApproval}
        denyLabel="Deny"
        onBack={ignore}
      />
    </div>
  );
}

function Json(): ReactNode {
  return (
    <div className="agk-interrupt-answer">
      <JsonArgumentsEditor
        {...props}
        answerState={open}
        decision={defaultApproval}
        source='{"id":12345678901234567890}'
        onBack={ignore}
      />
    </div>
  );
}

const files: UploadShape = {
  min: 1,
  max: 2,
  accept: undefined,
  toPayload: (chosen) => chosen,
  fixedFields: {},
};

interface UploadProps {
  readonly isDisabled?: boolean;
  /** True to choose a file. */
  readonly hasFile?: boolean;
}

function Upload({ isDisabled = false, hasFile = false }: UploadProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector("input");
    if (!input || !hasFile) return;
    const { items, files: chosen } = new DataTransfer();
    items.add(new File(["Lisbon to Porto"], "route.pdf", { type: "application/pdf" }));
    input.files = chosen;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [hasFile]);
  return (
    <div className="agk-interrupt-answer" ref={box}>
      <UploadForm {...props} answerState={{ ...open, isDisabled }} shape={files} />
    </div>
  );
}

const field = {
  pressed: typedInto,
  disabled: "The text of a question that has expired stays readable.",
  busy: "The button below shows it.",
};

/** Renders the metadata below the message of a question. */
function Details(): ReactNode {
  const interrupt = {
    ...{ id: "ticket", reason: "question", message: "Which seat?", requestedAt: 0, isOpen: true },
    metadata: { train: "IC 523" },
  };
  return (
    <InterruptContext
      interrupt={interrupt}
      subject={subjectOf({ interrupt, toolCall: undefined })}
      isDecision={false}
    />
  );
}

/** The fields that answer a question. */
export const questionControls: readonly Control[] = [
  { name: "Free text", target: ".agk-answer", rest: <Text />, without: field },
  { name: "JSON editor", target: ".agk-answer", rest: <Json />, without: field },
  { name: "Reason of a denial", target: ".agk-answer", rest: <Denial />, without: field },
  {
    name: "Send",
    target: '[type="submit"]',
    rest: <Text />,
    disabled: <Text state={{ ...open, isDisabled: true }} />,
    busy: <Text state={{ ...open, isBusy: true }} />,
  },
  {
    name: "Back",
    target: '[type="submit"] + .agk-button',
    rest: <Text />,
    disabled: <Text state={{ ...open, isBusy: true }} />,
    without: { busy: neverBusy },
  },
  {
    name: "Choose files",
    target: "label.agk-button",
    focusTarget: "input",
    frame: "label.agk-button",
    rest: <Upload />,
    disabled: <Upload isDisabled />,
    without: { busy: neverBusy },
  },
  {
    name: "Remove a chosen file",
    target: ".agk-remove",
    rest: <Upload hasFile />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  { name: "Details", target: ".agk-summary", rest: <Details />, without: always },
  {
    name: "Keep the answer",
    target: ".agk-button",
    rest: (
      <AnswerButton variant="quiet" isDisabled={false} onClick={ignore}>
        Keep answer
      </AnswerButton>
    ),
    without: always,
  },
  {
    name: "Show more",
    target: ".agk-more",
    rest: <MoreButton added={100} hidden={240} onPress={ignore} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];

const town: JsonSchema = {
  type: "object",
  properties: { town: { type: "string", title: "Town" } },
  required: ["town"],
};

/** Renders a form that was submitted without an answer. */
function Invalid(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("form")?.requestSubmit(), []);
  return (
    <div ref={box}>
      <SchemaFormView schema={town} onSubmit={ignore} />
    </div>
  );
}

/** The fields of a form with errors. */
export const formErrorControls: readonly Control[] = [
  {
    name: "Invalid field",
    target: ".agk-answer[aria-invalid]",
    rest: <Invalid />,
    without: { pressed: typedInto, disabled: onlyWhileUsable, busy: neverBusy },
  },
];
