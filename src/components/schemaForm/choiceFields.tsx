import type { ComponentType, ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { type ControlProps, Field, Group, useFieldIds } from "./Field.tsx";
import type {
  CheckboxesFieldState,
  FieldState,
  SelectFieldState,
  UnionFieldState,
} from "./fieldState.ts";

/** Most options that are shown as radio buttons. */
const MAX_RADIOS = 3;

/** @internal Renders radio buttons for a required choice of few options, else a `<select>`. */
export function SelectField(props: ControlProps<SelectFieldState>): ReactNode {
  const { isRequired, isNullable, options } = props.field;
  // A pressed radio button cannot be cleared, so an optional choice needs a select.
  const isRadio = isRequired && !isNullable && options.length <= MAX_RADIOS;
  return isRadio ? <RadioGroup {...props} /> : <SingleSelect {...props} />;
}

function RadioGroup({
  field,
  name,
  onChange,
  ...props
}: ControlProps<SelectFieldState>): ReactNode {
  const ids = useFieldIds(field);
  return (
    <Group
      {...props}
      field={field}
      ids={ids}
      role="radiogroup"
      takesFocus={field.options.length === 0}
    >
      <div className="agk-choices">
        {field.options.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several options may have the same label
          <label className="agk-choice" key={index}>
            <input
              {...(index === 0 && ids.focusTarget)}
              type="radio"
              name={name}
              checked={index === field.chosen}
              onChange={() => onChange(() => ({ ...field, chosen: index, problems: [] }))}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

/** @internal Renders a checkbox for each option. */
export function CheckboxGroup({
  field,
  name,
  onChange,
  ...props
}: ControlProps<CheckboxesFieldState>): ReactNode {
  const ids = useFieldIds(field);
  const toggle = (index: number) =>
    onChange((latest) => {
      if (latest.kind !== "checkboxes") return latest;
      const chosen = [...latest.options.keys()].filter(
        (other) => latest.chosen.includes(other) !== (other === index),
      );
      return { ...latest, chosen, problems: [] };
    });
  return (
    <Group {...props} field={field} ids={ids} takesFocus={field.options.length === 0}>
      <div className="agk-choices">
        {field.options.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several options may have the same label
          <label className="agk-choice" key={index}>
            <input
              {...(index === 0 && ids.focusTarget)}
              type="checkbox"
              name={name}
              checked={field.chosen.includes(index)}
              onChange={() => toggle(index)}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

function SingleSelect(props: ControlProps<SelectFieldState>): ReactNode {
  const { field, name, onChange } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <OptionList
          {...attributes}
          name={name}
          isRequired={field.isRequired && !field.isNullable}
          labels={field.options.map(({ label }) => label)}
          chosen={field.chosen}
          onChoose={(chosen) => onChange(() => ({ ...field, chosen, problems: [] }))}
        />
      )}
    </Field>
  );
}

/** @internal Renders a choice of alternatives, with the fields of the chosen one below. */
export function UnionField({
  Control,
  ...props
}: ControlProps<UnionFieldState> & { readonly Control: ComponentType<ControlProps> }): ReactNode {
  const { field, name, label, onChange } = props;
  const strings = useStrings();
  const labels = field.alternatives.map(
    (alternative, index) => alternative.label ?? strings.form.option(index + 1),
  );
  const alternative = field.alternatives[field.chosen];
  return (
    <div className="agk-group">
      <Field {...props}>
        {(attributes) => (
          <OptionList
            {...attributes}
            // The choice is not part of the value, so its name must not be the name of a field.
            name={`${name}#`}
            isRequired={field.isRequired && !field.isNullable}
            labels={labels}
            chosen={field.chosen}
            onChoose={(chosen) => onChange((latest) => chooseAlternative(latest, chosen))}
          />
        )}
      </Field>
      {alternative && (
        <Control
          key={field.chosen}
          field={alternative.field}
          name={name}
          label={strings.form.alternative(label, labels[field.chosen] ?? "")}
          hidesLabel
          onChange={(update) =>
            onChange((latest) => {
              if (latest.kind !== "union") return latest;
              const alternatives = latest.alternatives.map((other, index) =>
                index === field.chosen ? { ...other, field: update(other.field) } : other,
              );
              return { ...latest, alternatives, problems: [] };
            })
          }
        />
      )}
    </div>
  );
}

/** Chooses an alternative, and creates its fields when it is chosen for the first time. */
function chooseAlternative(field: FieldState, chosen: number): FieldState {
  if (field.kind !== "union") return field;
  const alternatives = field.alternatives.map((alternative, index) =>
    index === chosen && alternative.field.kind === "closed"
      ? { ...alternative, field: alternative.field.open() }
      : alternative,
  );
  return { ...field, alternatives, chosen, problems: [] };
}

interface OptionListProps {
  readonly id: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

function OptionList({ isRequired, labels, chosen, onChoose, ...attributes }: OptionListProps) {
  const strings = useStrings();
  return (
    <select
      {...attributes}
      className="agk-answer"
      required={isRequired}
      value={chosen}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {(chosen < 0 || !isRequired) && <option value={-1}>{strings.form.choose}</option>}
      {labels.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several options may have the same label
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}
