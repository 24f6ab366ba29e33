import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { FileIcon } from "../ui/FileIcon.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { ControlsProps } from "./answerControlsProps.ts";
import { FieldProblems } from "./FieldErrors.tsx";
import { SubmitRow } from "./SubmitRow.tsx";
import { encodeFile, type UploadShape } from "./uploadShape.ts";

/** In bytes, of all files together: they travel inside of a request. */
const MAX_BYTES = 10 * 1024 ** 2;

/** A file can be chosen twice, and has no name of its own. */
interface ChosenFile {
  readonly id: number;
  readonly file: File;
}

interface UploadProps extends ControlsProps {
  readonly shape: UploadShape;
  /** How much all files together may be, in bytes. @defaultValue 10 MiB */
  readonly maxBytes?: number;
}

/** @internal Takes files from the person. Renders a `<form>`. */
export function UploadForm({
  shape,
  answering,
  end,
  maxBytes = MAX_BYTES,
}: UploadProps): ReactNode {
  const strings = useStrings();
  const words = strings.interrupt;
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const nextId = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isMultiple = shape.max > 1;
  const isDisabled = answering.isDisabled || answering.isBusy;
  const isWrong = answering.fieldProblems.length > 0;
  const limit = words.fileSize(maxBytes);

  const handleChoose = (chosen: readonly File[]) => {
    if (isDisabled || chosen.length === 0) return;
    const added = chosen.map((file) => ({ id: nextId.current++, file }));
    const next = isMultiple ? [...files, ...added] : added.slice(0, 1);
    answering.forget();
    if (next.reduce((sum, { file }) => sum + file.size, 0) > maxBytes) {
      answering.refuse(words.filesTooLarge(limit));
    } else if (next.length > shape.max) answering.refuse(strings.form.maxItems(shape.max));
    else setFiles(next);
  };

  const handleRemove = (id: number) => {
    answering.forget();
    setFiles(files.filter((chosen) => chosen.id !== id));
    field.current?.focus();
  };

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (files.length < shape.min) {
      answering.refuse(shape.min > 1 ? strings.form.minItems(shape.min) : strings.form.required);
      field.current?.focus();
      return;
    }
    const encoded = await Promise.all(files.map(({ file }) => encodeFile(file))).catch(
      () => undefined,
    );
    if (encoded) answering.answer(shape.toPayload(encoded), []);
    else answering.refuse(strings.form.format("file"));
  };

  return (
    <form className="agk-interrupt-panel" onSubmit={handleSubmit}>
      {files.length > 0 && (
        <ul className="agk-interrupt-files">
          {files.map(({ id, file }) => (
            <Chosen
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
            aria-describedby={isWrong ? `${id}h ${id}p` : `${id}h`}
            aria-invalid={isWrong || undefined}
            aria-disabled={isDisabled || undefined}
            ref={field}
            onClick={(event) => isDisabled && event.preventDefault()}
            onChange={({ target }) => {
              handleChoose([...(target.files ?? [])]);
              // So that the same file can be chosen again after it was removed.
              target.value = "";
            }}
          />
          {isMultiple ? words.chooseFiles : words.chooseFile}
        </label>
        <span className="agk-hint" id={`${id}h`}>
          {words.fileLimit(limit)}
        </span>
      </div>
      <FieldProblems id={`${id}p`} problems={answering.fieldProblems} />
      <SubmitRow label={words.send} answering={answering} end={end} />
    </form>
  );
}

interface ChosenProps {
  readonly file: File;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

function Chosen({ file: { name, size }, isDisabled, onRemove }: ChosenProps): ReactNode {
  const strings = useStrings();
  return (
    <li className="agk-interrupt-file">
      <FileIcon />
      <span className="agk-interrupt-about" dir="auto">
        {name}
      </span>
      <span className="agk-interrupt-size" dir="auto">
        {strings.interrupt.fileSize(size)}
      </span>
      <button
        type="button"
        className="agk-button agk-remove"
        aria-label={strings.form.remove(name)}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onRemove}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}
