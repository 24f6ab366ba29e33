import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { visibleTextOf } from "../../selectors/visibleText.ts";
import { ProblemList } from "../schemaForm/ProblemList.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";
import { AlsoSentFields } from "./AlsoSentFields.tsx";
import { type AnswerControlProps, SubmitRow } from "./AnswerButtons.tsx";
import { encodeFile, type UploadShape } from "./uploadShape.ts";

/** Default limit for all files together, in bytes. Files are part of the request body. */
const MAX_BYTES = 10 * 1024 ** 2;

/** Chosen file with an id of its own, because the user may choose a file twice. */
interface ChosenFile {
  readonly id: number;
  readonly file: File;
}

const chosenFiles = createUiMemory<readonly ChosenFile[]>();

interface UploadFormProps extends AnswerControlProps {
  readonly shape: UploadShape;
  /** Limit for all files together, in bytes. @defaultValue 10 MiB */
  readonly maxBytes?: number;
}

/** @internal Takes files from the user. Renders a `<form>`. */
export function UploadForm({
  shape,
  answerState,
  endButtons,
  maxBytes = MAX_BYTES,
}: UploadFormProps): ReactNode {
  const strings = useStrings();
  const labels = strings.interrupt;
  const [files, setFiles] = useDraftState(chosenFiles, () => []);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isMultiple = shape.max > 1;
  const isDisabled = answerState.isDisabled || answerState.isBusy;
  const isInvalid = answerState.fieldProblems.length > 0;
  const limit = labels.fileSize(maxBytes);

  const handleChoose = (chosen: readonly File[]) => {
    if (isDisabled || chosen.length === 0) return;
    const firstId = (files.at(-1)?.id ?? 0) + 1;
    const added = chosen.map((file, index) => ({ id: firstId + index, file }));
    const next = isMultiple ? [...files, ...added] : added.slice(0, 1);
    answerState.clearProblems();
    if (next.reduce((sum, { file }) => sum + file.size, 0) > maxBytes) {
      answerState.showFieldProblem(labels.filesTooLarge(limit));
    } else if (next.length > shape.max) {
      answerState.showFieldProblem(strings.form.maxItems(shape.max));
    } else setFiles(next);
  };

  const handleRemove = (id: number) => {
    answerState.clearProblems();
    setFiles(files.filter((chosen) => chosen.id !== id));
    input.current?.focus();
  };

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (files.length < shape.min) {
      const { minItems, required } = strings.form;
      answerState.showFieldProblem(shape.min > 1 ? minItems(shape.min) : required);
      input.current?.focus();
      return;
    }
    const encoded = await Promise.all(files.map(({ file }) => encodeFile(file))).catch(
      () => undefined,
    );
    if (encoded) answerState.submitAnswer(shape.toPayload(encoded), []);
    else answerState.showFieldProblem(strings.form.format("file"));
  };

  return (
    <form className="agk-interrupt-panel" onSubmit={handleSubmit}>
      {files.length > 0 && (
        <ul className="agk-interrupt-files">
          {files.map(({ id, file }) => (
            <FileItem
              key={id}
              file={file}
              isDisabled={isDisabled}
              onRemove={() => handleRemove(id)}
            />
          ))}
        </ul>
      )}
      <div className="agk-interrupt-choose">
        <label className="agk-button" aria-disabled={isDisabled || undefined}>
          <input
            className="agk-sr-only"
            type="file"
            accept={shape.accept}
            multiple={isMultiple}
            aria-describedby={isInvalid ? `${id}h ${id}p` : `${id}h`}
            aria-invalid={isInvalid || undefined}
            aria-disabled={isDisabled || undefined}
            ref={input}
            onClick={(event) => isDisabled && event.preventDefault()}
            onChange={({ target }) => {
              handleChoose([...(target.files ?? [])]);
              // Lets the user choose a removed file again: an unchanged value fires no event.
              target.value = "";
            }}
          />
          {isMultiple ? labels.chooseFiles : labels.chooseFile}
        </label>
        <span className="agk-hint" id={`${id}h`}>
          {labels.fileLimit(limit)}
        </span>
      </div>
      <ProblemList id={`${id}p`} messages={answerState.fieldProblems} />
      <AlsoSentFields answer={labels.send} fields={shape.fixedFields} />
      <SubmitRow label={labels.send} answerState={answerState} endButtons={endButtons} />
    </form>
  );
}

interface FileItemProps {
  readonly file: File;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

function FileItem({ file: { name, size }, isDisabled, onRemove }: FileItemProps): ReactNode {
  const strings = useStrings();
  return (
    <li className="agk-interrupt-file">
      <Icon name="file" />
      <span className="agk-interrupt-about" dir="auto">
        <VisibleText text={name} />
      </span>
      <span className="agk-interrupt-size" dir="auto">
        {strings.interrupt.fileSize(size)}
      </span>
      <IconButton
        className="agk-button agk-remove"
        label={strings.form.remove(visibleTextOf(name, "value"))}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onRemove}
      >
        <Icon name="remove" />
      </IconButton>
    </li>
  );
}
