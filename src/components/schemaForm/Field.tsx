import { type ReactNode, useId } from "react";
import { hidesText, type TextKind } from "../../selectors/visibleText.ts";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";
import { HiddenCharacters } from "../ui/VisibleText.tsx";
import { describeProblem } from "./describeProblem.ts";
import type { FieldInfo, FieldState } from "./fieldState.ts";
import { ProblemMessage } from "./ProblemList.tsx";

/** Props of every control. */
export interface ControlProps<TField extends FieldState = FieldState> {
  readonly field: TField;
  /** The `name` attribute: a JSON pointer to the value. */
  readonly name: string;
  readonly label: string;
  /** True when only assistive technology gets the label. */
  readonly hidesLabel?: boolean | undefined;
  /** Takes an updater, because several fields may change within one render. */
  readonly onChange: (update: (latest: FieldState) => FieldState) => void;
}

/** Ids and ARIA attributes that link a control to its label, hint and problems. */
interface FieldIds {
  readonly labelId: string;
  readonly optionalId: string;
  readonly hintId: string;
  readonly problemsId: string;
  readonly isOptional: boolean;
  /** Attributes of the control, or of its group. */
  readonly aria: {
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
  /** Attributes of the element that takes focus when the value is invalid. */
  readonly focusTarget: { readonly "data-problem": true | undefined };
}

export function useFieldIds({ hint, problems, isRequired, isNullable }: FieldInfo): FieldIds {
  const id = useId();
  const isOptional = !isRequired || isNullable;
  const isInvalid = problems.length > 0 || undefined;
  const describedBy = [isOptional && `${id}o`, hint && `${id}h`, isInvalid && `${id}p`];
  return {
    labelId: `${id}l`,
    optionalId: `${id}o`,
    hintId: `${id}h`,
    problemsId: `${id}p`,
    isOptional,
    aria: {
      "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
      "aria-invalid": isInvalid,
    },
    focusTarget: { "data-problem": isInvalid },
  };
}

interface FieldProps extends Pick<ControlProps, "field" | "label" | "hidesLabel"> {
  /** Text in the control, which may have hidden characters. */
  readonly text?: string;
  /** @defaultValue `"value"` */
  readonly kind?: TextKind;
  readonly children: (
    attributes: FieldIds["aria"] & FieldIds["focusTarget"] & { id: string },
  ) => ReactNode;
}

/** @internal Renders one control with its label, hint and problems. Renders a `<div>`. */
export function Field({
  field,
  label,
  hidesLabel,
  text = "",
  kind,
  children,
}: FieldProps): ReactNode {
  const ids = useFieldIds(field);
  const id = useId();
  const describedBy = [ids.aria["aria-describedby"], hidesText(text, kind ?? "value") && `${id}c`];
  return (
    <div className="agk-field-group">
      <div className={hidesLabel ? "agk-sr-only" : "agk-field-label"}>
        <label className="agk-name" htmlFor={id} dir="auto">
          {label}
        </label>
        <OptionalMark ids={ids} />
      </div>
      <Hint field={field} ids={ids} />
      {children({
        ...ids.aria,
        ...ids.focusTarget,
        "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
        id,
      })}
      <HiddenCharacters text={text} kind={kind} id={`${id}c`} />
      <FieldProblems field={field} ids={ids} />
    </div>
  );
}

interface GroupProps extends Pick<ControlProps, "field" | "label" | "hidesLabel"> {
  readonly ids: FieldIds;
  readonly role?: "radiogroup";
  /** True when the group itself takes focus for a problem, because none of its controls can. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** @internal Renders several controls under one label. Renders a `<fieldset>`. */
export function Group(props: GroupProps): ReactNode {
  const { field, label, hidesLabel, ids, role, takesFocus = false, children } = props;
  return (
    <fieldset
      className="agk-group"
      role={role}
      {...(takesFocus && field.problems.length > 0 && { ...ids.focusTarget, tabIndex: -1 })}
      aria-labelledby={ids.labelId}
      aria-describedby={ids.aria["aria-describedby"]}
      {...(role && {
        "aria-invalid": ids.aria["aria-invalid"],
        "aria-required": !ids.isOptional,
      })}
    >
      <legend className={hidesLabel ? "agk-sr-only" : "agk-field-label"}>
        <span className="agk-name" id={ids.labelId} dir="auto">
          {label}
        </span>
        <OptionalMark ids={ids} />
      </legend>
      <Hint field={field} ids={ids} />
      {children}
      <FieldProblems field={field} ids={ids} />
    </fieldset>
  );
}

interface FieldPartProps {
  readonly field: FieldInfo;
  readonly ids: FieldIds;
}

/** @internal */
export function Hint({ field: { hint }, ids }: FieldPartProps): ReactNode {
  if (!hint) return null;
  return (
    <p className="agk-hint" id={ids.hintId}>
      {/* `dir` on the paragraph would align the hint to the other side than its control. */}
      <bdi>{hint}</bdi>
    </p>
  );
}

/** @internal */
export function FieldProblems({ field: { problems }, ids }: FieldPartProps): ReactNode {
  const strings = useStrings();
  if (problems.length === 0) return null;
  return (
    <div className="agk-problems" id={ids.problemsId}>
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a problem has no identity but its position
        <ProblemMessage key={index} text={describeProblem(problem, strings.form)} />
      ))}
    </div>
  );
}

function OptionalMark({ ids }: { readonly ids: FieldIds }): ReactNode {
  const strings = useStrings();
  if (!ids.isOptional) return null;
  return (
    <span className="agk-optional" id={ids.optionalId}>
      {strings.form.optional}
    </span>
  );
}

interface SubmittedValueProps {
  readonly value: unknown;
  /** Most values that are shown at first. */
  readonly maxValues: number | undefined;
}

/** @internal Shows a value that is submitted although no control has it. Renders a `<div>`. */
export function SubmittedValue({ value, maxValues }: SubmittedValueProps): ReactNode {
  const { form } = useStrings();
  return (
    <div className="agk-section">
      <span className="agk-label">{form.alsoSubmitted}</span>
      <JsonView value={value} maxValues={maxValues} isExact />
    </div>
  );
}
