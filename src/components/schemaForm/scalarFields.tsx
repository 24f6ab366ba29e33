import { type ReactNode, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { type ControlProps, Field, Hint, Problems, useFieldIds } from "./Field.tsx";
import type { FileEntry, FlagEntry, JsonEntry, NumberEntry, TextEntry } from "./fieldState.ts";

/** @internal A text: on one line, on several, or an address, a date, a time. */
export function TextField(props: ControlProps<TextEntry>): ReactNode {
  const { input, text } = props.entry;
  return (
    <Field {...props}>
      {(attributes) => {
        const common = { ...attributes, ...written(props) };
        // By what is written, and while nothing is by the page.
        if (input === "textarea") return <textarea {...common} rows={3} dir={text && "auto"} />;
        if (input === "text") return <input {...common} type="text" dir={text && "auto"} />;
        return (
          <input {...common} type={input} autoComplete={input === "email" ? input : undefined} />
        );
      }}
    </Field>
  );
}

/** @internal A number. What the person types stays a text, since half a number is none. */
export function NumberField(props: ControlProps<NumberEntry>): ReactNode {
  const { min, max, step } = props.entry;
  return (
    <Field {...props}>
      {(attributes) => (
        <input {...attributes} {...written(props)} type="number" min={min} max={max} step={step} />
      )}
    </Field>
  );
}

/** @internal Yes or no. Its name stands behind it. */
export function BooleanField({ entry, name, label, onChange }: ControlProps<FlagEntry>): ReactNode {
  const ties = useFieldIds({ ...entry, isRequired: true, isNullable: false });
  return (
    <div className="agk-question">
      <label className="agk-choice">
        <input
          {...ties.described}
          {...ties.focused}
          type="checkbox"
          name={name}
          checked={entry.isOn ?? false}
          onChange={({ target }) =>
            onChange(() => ({ ...entry, isOn: target.checked, problems: [] }))
          }
        />
        <span dir="auto">{label}</span>
      </label>
      <Hint entry={entry} ties={ties} />
      <Problems entry={entry} ties={ties} />
    </div>
  );
}

/** @internal A file of the person's. */
export function FileField(props: ControlProps<FileEntry>): ReactNode {
  const { entry, name, onChange } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          className="agk-answer"
          type="file"
          name={name}
          accept={entry.accept}
          required={isNeeded(entry) && entry.value === undefined}
          onChange={({ target }) =>
            onChange(() => ({ ...entry, file: target.files?.[0], problems: [] }))
          }
        />
      )}
    </Field>
  );
}

/** @internal Anything, as JSON. */
export function JsonField(props: ControlProps<JsonEntry>): ReactNode {
  const { entry } = props;
  const strings = useStrings();
  // As high as what there is at first, and no higher for what is written.
  const [rows] = useState(() => Math.min(Math.max(entry.text.split("\n").length, 3), 12));
  const hint = [entry.hint, strings.form.json].filter(Boolean).join(" ");
  return (
    <Field {...props} entry={{ ...entry, hint }}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...written(props)}
          data-json=""
          rows={rows}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
        />
      )}
    </Field>
  );
}

/** What all fields have in common that keep what is written in them as it is. */
function written({
  entry,
  name,
  onChange,
}: Pick<ControlProps<TextEntry | NumberEntry | JsonEntry>, "entry" | "name" | "onChange">) {
  return {
    className: "agk-answer",
    name,
    required: isNeeded(entry),
    value: entry.text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(() => ({ ...entry, text: target.value, problems: [] })),
  };
}

function isNeeded(entry: { readonly isRequired: boolean; readonly isNullable: boolean }): boolean {
  return entry.isRequired && !entry.isNullable;
}
