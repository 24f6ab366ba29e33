import { type ReactNode, useId } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { describeProblem } from "./fieldErrors.ts";
import type { Entry, FieldInfo } from "./fieldState.ts";

/** Props of every control: what it asks for, and how it says that the answer has changed. */
export interface ControlProps<TEntry extends Entry = Entry> {
  readonly entry: TEntry;
  /** Where its answer goes, as a pointer. */
  readonly name: string;
  readonly label: string;
  /** Whether only assistive technology gets the label. */
  readonly hidesLabel?: boolean | undefined;
  /** Takes what makes the next entry of the latest one: several may change in one go. */
  readonly onChange: (change: (latest: Entry) => Entry) => void;
}

/** What ties a control to its name, its hint and what is wrong with it. */
export interface Ties {
  readonly labelId: string;
  readonly optionalId: string;
  readonly hintId: string;
  readonly problemsId: string;
  readonly isOptional: boolean;
  /** For the control itself, or the group of them. */
  readonly described: {
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
  /** For what takes the focus when the answer is wrong. */
  readonly focused: { readonly "data-problem": true | undefined };
}

export function useFieldIds({ hint, problems, isRequired, isNullable }: FieldInfo): Ties {
  const id = useId();
  const isOptional = !isRequired || isNullable;
  const isWrong = problems.length > 0 || undefined;
  const describedBy = [isOptional && `${id}o`, hint && `${id}h`, isWrong && `${id}p`];
  return {
    labelId: `${id}l`,
    optionalId: `${id}o`,
    hintId: `${id}h`,
    problemsId: `${id}p`,
    isOptional,
    described: {
      "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
      "aria-invalid": isWrong,
    },
    focused: { "data-problem": isWrong },
  };
}

interface QuestionProps extends Pick<ControlProps, "entry" | "label" | "hidesLabel"> {
  readonly children: (
    attributes: Ties["described"] & Ties["focused"] & { id: string },
  ) => ReactNode;
}

/** @internal One control with its label, its hint, and what is wrong. Renders a `<div>`. */
export function Field({ entry, label, hidesLabel, children }: QuestionProps): ReactNode {
  const ties = useFieldIds(entry);
  const id = useId();
  return (
    <div className="agk-question">
      <div className={hidesLabel ? "agk-sr-only" : "agk-asked"}>
        <label className="agk-name" htmlFor={id} dir="auto">
          {label}
        </label>
        <Optional ties={ties} />
      </div>
      <Hint entry={entry} ties={ties} />
      {children({ ...ties.described, ...ties.focused, id })}
      <Problems entry={entry} ties={ties} />
    </div>
  );
}

interface GroupProps extends Pick<ControlProps, "entry" | "label" | "hidesLabel"> {
  readonly ties: Ties;
  readonly role?: "radiogroup";
  /** Whether nothing in it can take the focus when the whole of it is wrong. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** @internal Several controls under one name. Renders a `<fieldset>`. */
export function Group(props: GroupProps): ReactNode {
  const { entry, label, hidesLabel, ties, role, takesFocus = false, children } = props;
  return (
    <fieldset
      className="agk-group"
      role={role}
      {...(takesFocus && entry.problems.length > 0 && { ...ties.focused, tabIndex: -1 })}
      aria-labelledby={ties.labelId}
      aria-describedby={ties.described["aria-describedby"]}
      {...(role && {
        "aria-invalid": ties.described["aria-invalid"],
        "aria-required": !ties.isOptional,
      })}
    >
      <legend className={hidesLabel ? "agk-sr-only" : "agk-asked"}>
        <span className="agk-name" id={ties.labelId} dir="auto">
          {label}
        </span>
        <Optional ties={ties} />
      </legend>
      <Hint entry={entry} ties={ties} />
      {children}
      <Problems entry={entry} ties={ties} />
    </fieldset>
  );
}

interface PartProps {
  readonly entry: FieldInfo;
  readonly ties: Ties;
}

/** @internal */
export function Hint({ entry: { hint }, ties }: PartProps): ReactNode {
  if (!hint) return null;
  return (
    <p className="agk-hint" id={ties.hintId}>
      {/* Not the block itself, which would go to the other side than the control it is about. */}
      <bdi>{hint}</bdi>
    </p>
  );
}

/** @internal */
export function Problems({ entry: { problems }, ties }: PartProps): ReactNode {
  const strings = useStrings();
  if (problems.length === 0) return null;
  return (
    <div className="agk-problems" id={ties.problemsId}>
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a problem has no identity but its place
        <Problem key={index} text={describeProblem(problem, strings.form)} />
      ))}
    </div>
  );
}

/** @internal One sentence about what is wrong. */
export function Problem({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="agk-problem">
      <Icon name="alert" />
      <span dir="auto">{text}</span>
    </p>
  );
}

function Optional({ ties }: { readonly ties: Ties }): ReactNode {
  const strings = useStrings();
  if (!ties.isOptional) return null;
  return (
    <span className="agk-optional" id={ties.optionalId}>
      {strings.form.optional}
    </span>
  );
}
