import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";

interface AlsoSentFieldsProps {
  /** Label of the button that sends the fields. */
  readonly answer: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** @internal Renders fields that an answer contains without the user's choice. Renders nothing without fields. */
export function AlsoSentFields({ answer, fields = {} }: AlsoSentFieldsProps): ReactNode {
  const { interrupt } = useStrings();
  if (Object.keys(fields).length === 0) return null;
  return (
    <div className="agk-section">
      <span className="agk-label">{interrupt.alsoSent(answer)}</span>
      <JsonView value={fields} isExact />
    </div>
  );
}
