import { type ReactNode, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import {
  type ControlProps,
  Field,
  FieldProblems,
  Hint,
  SubmittedValue,
  useFieldIds,
} from "./Field.tsx";
import type {
  BooleanFieldState,
  FieldInfo,
  FileFieldState,
  JsonFieldState,
  NumberFieldState,
  TextFieldState,
} from "./fieldState.ts";

/** @internal Renders a text, e-mail, URL, date or time input, or a `<textarea>`. */
export function TextField(props: ControlProps<TextFieldState>): ReactNode {
  const { input, text } = props.field;
  return (
    <Field {...props} text={text}>
      {(attributes) => {
        const common = { ...attributes, ...textAttributes(props) };
        // An empty field keeps the direction of the page, for its placeholder and caret.
        if (input === "textarea") return <textarea {...common} rows={3} dir={text && "auto"} />;
        if (input === "text") return <input {...common} type="text" dir={text && "auto"} />;
        return (
          <input {...common} type={input} autoComplete={input === "email" ? input : undefined} />
        );
      }}
    </Field>
  );
}

/** @internal Renders a number input. Its state is text, because partial input ("1e") is not a number. */
export function NumberField(props: ControlProps<NumberFieldState>): ReactNode {
  const { min, max, step } = props.field;
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          {...textAttributes(props)}
          type="number"
          min={min}
          max={max}
          step={step}
        />
      )}
    </Field>
  );
}

/** @internal Renders a checkbox, followed by its label. */
export function BooleanField({
  field,
  name,
  label,
  onChange,
}: ControlProps<BooleanFieldState>): ReactNode {
  const ids = useFieldIds({ ...field, isRequired: true, isNullable: false });
  return (
    <div className="agk-field-group">
      <label className="agk-choice">
        <input
          {...ids.aria}
          {...ids.focusTarget}
          type="checkbox"
          name={name}
          checked={field.isChecked ?? false}
          onChange={({ target }) =>
            onChange(() => ({ ...field, isChecked: target.checked, problems: [] }))
          }
        />
        <span dir="auto">{label}</span>
      </label>
      <Hint field={field} ids={ids} />
      <FieldProblems field={field} ids={ids} />
    </div>
  );
}

/** @internal Renders a file input. */
export function FileField(props: ControlProps<FileFieldState>): ReactNode {
  const { field, name, onChange } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            className="agk-answer"
            type="file"
            name={name}
            accept={field.accept}
            required={mustHaveValue(field) && field.value === undefined}
            onChange={({ target }) =>
              onChange(() => ({ ...field, file: target.files?.[0], problems: [] }))
            }
          />
          {field.value !== undefined && !field.file && (
            <SubmittedValue value={field.value} maxValues={field.maxValues} />
          )}
        </>
      )}
    </Field>
  );
}

/** @internal Renders a `<textarea>` for any value as JSON. */
export function JsonField(props: ControlProps<JsonFieldState>): ReactNode {
  const { field } = props;
  const strings = useStrings();
  // Fits the initial text and stays, so that the page does not move while the user types.
  const [rows] = useState(() => Math.min(Math.max(field.text.split("\n").length, 3), 12));
  const hint = [field.hint, strings.form.json].filter(Boolean).join(" ");
  return (
    <Field {...props} field={{ ...field, hint }} text={field.text} kind="json">
      {(attributes) => (
        <textarea
          {...attributes}
          {...textAttributes(props)}
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

function textAttributes({
  field,
  name,
  onChange,
}: Pick<
  ControlProps<TextFieldState | NumberFieldState | JsonFieldState>,
  "field" | "name" | "onChange"
>) {
  return {
    className: "agk-answer",
    name,
    required: mustHaveValue(field),
    value: field.text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(() => ({ ...field, text: target.value, problems: [] })),
  };
}

function mustHaveValue({ isRequired, isNullable }: FieldInfo): boolean {
  return isRequired && !isNullable;
}
