import { type ReactNode, useEffect, useRef } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { type ControlProps, Group, SubmittedValue, useFieldIds } from "./Field.tsx";
import type { ClosedFieldState } from "./fieldState.ts";
import { openWithProblems } from "./openSections.ts";

/**
 * @internal Renders a button that creates the fields of a section, and says how many problems are inside. Then moves the
 * focus to the first field with a problem, or else to the first field.
 */
export function ClosedField(props: ControlProps<ClosedFieldState>): ReactNode {
  const { field, name, onChange } = props;
  const strings = useStrings();
  const ids = useFieldIds(field);
  const inner = field.problems.filter(({ path }) => path.length > 0);
  const problems = field.problems.filter(({ path }) => path.length === 0);
  if (inner.length > 0) {
    problems.push({ path: [], message: strings.form.problemsInSection(inner.length) });
  }
  const openedForm = useRef<HTMLFormElement>(null);
  useEffect(
    () => () => {
      // The fields have replaced the button by now.
      const controls = [...(openedForm.current?.elements ?? [])].filter(
        (control) => control instanceof HTMLElement && isBelow(name, control.getAttribute("name")),
      );
      const target = controls.find((control) => control.matches("[data-problem]")) ?? controls[0];
      if (target instanceof HTMLElement) target.focus();
    },
    [name],
  );
  return (
    <Group {...props} field={{ ...field, problems }} ids={ids}>
      {field.value !== undefined && (
        <SubmittedValue value={field.value} maxValues={field.maxValues} />
      )}
      <button
        {...ids.focusTarget}
        type="button"
        name={name}
        className="agk-button"
        aria-describedby={problems.length > 0 ? ids.problemsId : undefined}
        onClick={({ currentTarget }) => {
          openedForm.current = currentTarget.form;
          onChange(openWithProblems);
        }}
      >
        {strings.form.showFields}
      </button>
    </Group>
  );
}

function isBelow(name: string, other: string | null): boolean {
  return other === name || other === `${name}#` || other?.startsWith(`${name}/`) === true;
}
