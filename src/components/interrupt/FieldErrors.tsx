import type { ReactNode } from "react";
import { Problem } from "../schemaForm/Field.tsx";

interface FieldProblemsProps {
  /** By which the field is described. */
  readonly id: string;
  readonly problems: readonly string[];
}

/** @internal What is wrong with what is in the field above it. Renders a `<div>`. */
export function FieldProblems({ id, problems }: FieldProblemsProps): ReactNode {
  return (
    // There before it has something to say, as it would not be heard else.
    <div className="agk-problems" id={id} role="alert">
      {problems.map((text) => (
        <Problem key={text} text={text} />
      ))}
    </div>
  );
}
