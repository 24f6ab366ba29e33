import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";

/** @internal Shows a value that is submitted although no control has it. Renders a `<div>`. */
export function SubmittedValue({ value }: { readonly value: unknown }): ReactNode {
  const { form } = useStrings();
  return (
    <div className="agk-section">
      <span className="agk-label">{form.alsoSubmitted}</span>
      <JsonView value={value} isExact />
    </div>
  );
}
