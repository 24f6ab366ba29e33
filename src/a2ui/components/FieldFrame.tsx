import type { ComponentContext } from "@a2ui/web_core/v0_9";
import { type ReactNode, useId, useState } from "react";
import { ProblemMessage } from "../../components/schemaForm/ProblemList.tsx";
import { useStrings } from "../../components/strings/useStrings.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { ariaOf, textOfValue } from "./readProps.ts";

/** Attributes of a control that link it to its label and its problems. */
interface ControlAttributes {
  readonly id: string;
  readonly "aria-label": string | undefined;
  readonly "aria-description": string | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly onBlur: () => void;
}

/** Properties that all fields of the catalog have. */
interface CheckedProps {
  readonly label?: unknown;
  readonly accessibility?: Parameters<typeof ariaOf>[0];
  readonly isValid?: boolean | undefined;
  readonly validationErrors?: readonly string[] | undefined;
}

/** Returns the problems of a field once the user has left it, so that an empty form has none. */
export function useProblems({ isValid = true, validationErrors = [] }: CheckedProps) {
  const { form } = useStrings();
  const [isTouched, setIsTouched] = useState(false);
  const messages = validationErrors.map((message) => message || form.invalid);
  return {
    problems: isTouched && !isValid ? [...new Set(messages)] : [],
    onBlur: () => setIsTouched(true),
  };
}

interface FieldFrameProps {
  readonly props: CheckedProps;
  /** Problems that the field itself finds. @defaultValue none */
  readonly ownProblem?: string | undefined;
  /** Part of the label, such as the current value. */
  readonly aside?: ReactNode;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

/** Renders a control with its label and its problems. Renders a `<div>`. */
export function FieldFrame({ props, ownProblem, aside, children }: FieldFrameProps): ReactNode {
  const id = useId();
  const { problems, onBlur } = useProblems(
    ownProblem === undefined
      ? props
      : { isValid: false, validationErrors: [...(props.validationErrors ?? []), ownProblem] },
  );
  const label = textOfValue(props.label);
  return (
    <div className="agk-field-group">
      {(label || aside) && (
        <div className="agk-field-label">
          <label className="agk-name" htmlFor={id} dir="auto">
            {label}
          </label>
          {aside}
        </div>
      )}
      {children({
        id,
        ...ariaOf(props.accessibility),
        "aria-describedby": problems.length > 0 ? `${id}p` : undefined,
        "aria-invalid": problems.length > 0 || undefined,
        onBlur,
      })}
      <Problems id={`${id}p`} messages={problems} />
    </div>
  );
}

interface ProblemsProps {
  readonly id: string;
  readonly messages: readonly string[];
}

/** Renders the problems of a field. */
export function Problems({ id, messages }: ProblemsProps): ReactNode {
  if (messages.length === 0) return null;
  return (
    <div className="agk-problems" id={id}>
      {messages.map((message) => (
        <ProblemMessage key={message} text={message} />
      ))}
    </div>
  );
}

/**
 * Returns the value of a field, and the function that changes it. A value that the agent has not bound to data is kept
 * by the field itself.
 */
export function useFieldValue<T>(
  context: ComponentContext,
  bound: unknown,
  setBound: (value: T) => void,
): readonly [value: unknown, setValue: (value: T) => void] {
  const [own, setOwn] = useState<T>();
  const raw: unknown = context.componentModel.properties.value;
  if (isRecord(raw) && "path" in raw) return [bound, setBound];
  return [own ?? bound, setOwn];
}
