import type { ComponentType, ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { type ControlProps, Field, Group, useFieldIds } from "./Field.tsx";
import type { BranchesEntry, ChecksEntry, OptionsEntry } from "./fieldState.ts";

/** So many choices can be seen all at once. */
const MAX_RADIOS = 3;

/** @internal One of a few values: radio buttons when it has to be one of very few, else a list to open. */
export function SelectField(props: ControlProps<OptionsEntry>): ReactNode {
  const { isRequired, isNullable, options } = props.entry;
  // A radio button that is pressed cannot be taken back.
  const isRadio = isRequired && !isNullable && options.length <= MAX_RADIOS;
  return isRadio ? <Radios {...props} /> : <Select {...props} />;
}

function Radios({ entry, name, onChange, ...props }: ControlProps<OptionsEntry>): ReactNode {
  const ties = useFieldIds(entry);
  return (
    <Group
      {...props}
      entry={entry}
      ties={ties}
      role="radiogroup"
      takesFocus={entry.options.length === 0}
    >
      <div className="agk-choices">
        {entry.options.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several choices may have the same name
          <label className="agk-choice" key={index}>
            <input
              {...(index === 0 && ties.focused)}
              type="radio"
              name={name}
              checked={index === entry.chosen}
              onChange={() => onChange(() => ({ ...entry, chosen: index, problems: [] }))}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

/** @internal Any of a few values, all in sight. */
export function CheckboxGroup({
  entry,
  name,
  onChange,
  ...props
}: ControlProps<ChecksEntry>): ReactNode {
  const ties = useFieldIds(entry);
  const toggle = (index: number) =>
    onChange((latest) => {
      if (latest.kind !== "checks") return latest;
      const chosen = [...latest.options.keys()].filter(
        (other) => latest.chosen.includes(other) !== (other === index),
      );
      return { ...latest, chosen, problems: [] };
    });
  return (
    <Group {...props} entry={entry} ties={ties} takesFocus={entry.options.length === 0}>
      <div className="agk-choices">
        {entry.options.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several choices may have the same name
          <label className="agk-choice" key={index}>
            <input
              {...(index === 0 && ties.focused)}
              type="checkbox"
              name={name}
              checked={entry.chosen.includes(index)}
              onChange={() => toggle(index)}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

function Select(props: ControlProps<OptionsEntry>): ReactNode {
  const { entry, name, onChange } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <ChoiceList
          {...attributes}
          name={name}
          isRequired={entry.isRequired && !entry.isNullable}
          labels={entry.options.map(({ label }) => label)}
          chosen={entry.chosen}
          onChoose={(chosen) => onChange(() => ({ ...entry, chosen, problems: [] }))}
        />
      )}
    </Field>
  );
}

/** @internal One of several kinds, and then what that kind asks for. */
export function UnionField({
  Control,
  ...props
}: ControlProps<BranchesEntry> & { readonly Control: ComponentType<ControlProps> }): ReactNode {
  const { entry, name, label, onChange } = props;
  const strings = useStrings();
  const labels = entry.branches.map(
    (branch, index) => branch.label ?? strings.form.choice(index + 1),
  );
  const branch = entry.branches[entry.chosen];
  return (
    <div className="agk-group">
      <Field {...props}>
        {(attributes) => (
          <ChoiceList
            {...attributes}
            // Not a place in the value: its parts are.
            name={`${name}#`}
            isRequired={entry.isRequired && !entry.isNullable}
            labels={labels}
            chosen={entry.chosen}
            onChoose={(chosen) => onChange(() => ({ ...entry, chosen, problems: [] }))}
          />
        )}
      </Field>
      {branch && (
        <Control
          key={entry.chosen}
          entry={branch.entry}
          name={name}
          label={strings.form.ofKind(label, labels[entry.chosen] ?? "")}
          hidesLabel
          onChange={(change) =>
            onChange((latest) => {
              if (latest.kind !== "branches") return latest;
              const branches = latest.branches.map((other, index) =>
                index === entry.chosen ? { ...other, entry: change(other.entry) } : other,
              );
              return { ...latest, branches, problems: [] };
            })
          }
        />
      )}
    </div>
  );
}

interface ChoiceListProps {
  readonly id: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly labels: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

function ChoiceList({ isRequired, labels, chosen, onChoose, ...attributes }: ChoiceListProps) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: several choices may have the same name
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}
