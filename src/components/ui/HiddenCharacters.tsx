import type { ReactNode } from "react";
import { hidesText, type TextKind } from "../../selectors/visibleText.ts";
import { useStrings } from "../strings/useStrings.ts";
import { VisibleText } from "./VisibleText.tsx";

interface HiddenCharactersProps {
  readonly text: string;
  /** @defaultValue `"value"` */
  readonly kind?: TextKind | undefined;
  /** Id for the `aria-describedby` of the field. */
  readonly id: string;
}

/**
 * @internal Shows the text of a field again when the field cannot show all of it. Renders a `<p>`, or nothing when
 * nothing in the text is invisible.
 */
export function HiddenCharacters({ text, kind = "value", id }: HiddenCharactersProps): ReactNode {
  const { form } = useStrings();
  if (!hidesText(text, kind)) return null;
  return (
    <p className="agk-hint" id={id}>
      {form.hiddenCharacters}{" "}
      <bdi>
        <VisibleText text={text} kind={kind} />
      </bdi>
    </p>
  );
}
