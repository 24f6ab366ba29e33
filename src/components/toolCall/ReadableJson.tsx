import { type ReactNode, useId, useMemo, useState } from "react";
import { findJsonFault } from "../interrupt/parseFreeText.ts";
import { useStrings } from "../strings/useStrings.ts";
import { CopyTextButton } from "../ui/CopyTextButton.tsx";
import { formatToolResult, parseStructure } from "./formatJson.ts";
import { JsonSource } from "./JsonSource.tsx";
import { JsonView } from "./JsonView.tsx";

interface ReadableJsonProps {
  /** JSON, JSON in a JSON string, or any other text. */
  readonly text: string;
  /** True for a text that the user decides about: hidden characters are visible. @defaultValue false */
  readonly isExact?: boolean;
  /** Id of the label of the text, which the name of the button includes: a card has several of these buttons. */
  readonly labelId: string;
}

/**
 * @internal Shows JSON as labeled fields and lists, with a button that shows its source. Text that is not JSON, and JSON
 * whose value is not exactly what its text says, is shown as it is.
 */
export function ReadableJson({ text, isExact = false, labelId }: ReadableJsonProps): ReactNode {
  const { toolCall } = useStrings();
  const buttonId = useId();
  const [isSourceShown, setSourceShown] = useState(false);
  const source = useMemo(() => formatToolResult(text), [text]);
  const value = useMemo(
    () => (findJsonFault(source) ? undefined : parseStructure(source)),
    [source],
  );
  if (value === undefined) return source && <JsonSource text={source} isExact={isExact} />;
  return (
    <>
      {isSourceShown ? (
        <JsonSource text={source} isExact={isExact} />
      ) : (
        <JsonView value={value} isExact={isExact} />
      )}
      <div className="agk-source-tools">
        <button
          type="button"
          className="agk-button"
          id={buttonId}
          aria-labelledby={`${buttonId} ${labelId}`}
          aria-pressed={isSourceShown}
          onClick={() => setSourceShown(!isSourceShown)}
        >
          {toolCall.source}
        </button>
        {isSourceShown && <CopyTextButton getText={() => source} />}
      </div>
    </>
  );
}
