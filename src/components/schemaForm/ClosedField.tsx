import { type ReactNode, useEffect, useRef } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { type ControlProps, Group, SubmittedValue, useFieldIds } from "./Field.tsx";
import type { ClosedFieldState } from "./fieldState.ts";

/** @internal Renders a button that creates the fields of a section, and moves the focus to the first of them. */
export function ClosedField(props: ControlProps<ClosedFieldState>): ReactNode {
  const { field, name, onChange } = props;
  const strings = useStrings();
  const ids = useFieldIds(field);
  const openedForm = useRef<HTMLFormElement>(null);
  useEffect(
    () => () => {
      // The fields have replaced the button by now.
      const controls = [...(openedForm.current?.elements ?? [])];
      const first = controls.find(
        (control) => control instanceof HTMLElement && isBelow(name, control.getAttribute("name")),
      );
      if (first instanceof HTMLElement) first.focus();
    },
    [name],
  );
  return (
    <Group {...props} ids={ids}>
      <button
        {...ids.focusTarget}
        type="button"
        className="agk-button"
        onClick={({ currentTarget }) => {
          openedForm.current = currentTarget.form;
          onChange((latest) => (latest.kind === "closed" ? latest.open() : latest));
        }}
      >
        {strings.form.showFields}
      </button>
      {field.value !== undefined && <SubmittedValue value={field.value} />}
    </Group>
  );
}

function isBelow(name: string, other: string | null): boolean {
  return other !== null && (other === name || other.startsWith(`${name}/`));
}
