import { type ReactNode, useState } from "react";
import { hidesText, type TextKind, visibleSegments } from "../../selectors/visibleText.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useIsAllShown, useReportHidden } from "./hiddenParts.ts";
import { MoreButton } from "./useShownItems.tsx";

interface VisibleTextProps {
  readonly text: string;
  /** @defaultValue `"value"` */
  readonly kind?: TextKind;
}

/**
 * @internal Renders a text of which nothing is invisible. Characters that hide or reorder text appear as their codes,
 * and long runs of blanks as their number.
 */
export function VisibleText({ text, kind = "value" }: VisibleTextProps): ReactNode {
  const { value } = useStrings();
  return visibleSegments(text, kind).map((segment, index) =>
    segment.kind === "text" ? (
      segment.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no identity but its position
      <span key={index} className="agk-revealed">
        {segment.kind === "hidden" ? segment.codes : value.blanks(segment.count)}
      </span>
    ),
  );
}

/** Longest name that is shown in full, in characters, and the parts that are shown of a longer one. */
const MAX_NAME = 100;
const NAME_START = 60;
const NAME_END = 20;

interface VisibleNameProps {
  readonly name: string;
  /** True for a button that shows all of a long name. @defaultValue false */
  readonly canExpand?: boolean;
}

/** @internal Renders the name of a tool as `VisibleText`, without the middle of a very long one. */
export function VisibleName({ name, canExpand = false }: VisibleNameProps): ReactNode {
  const { value } = useStrings();
  const [isExpanded, setExpanded] = useState(false);
  const isAllShown = useIsAllShown();
  const isWhole = name.length <= MAX_NAME || isExpanded || (canExpand && isAllShown);
  const hidden = isWhole ? 0 : name.length - NAME_START - NAME_END;
  useReportHidden("characters", canExpand ? hidden : 0);
  if (isWhole) return <VisibleText text={name} kind="name" />;
  return (
    <>
      <VisibleText text={name.slice(0, NAME_START)} kind="name" />
      <span className="agk-revealed">{value.moreCharacters(hidden)}</span>
      <VisibleText text={name.slice(-NAME_END)} kind="name" />
      {canExpand && (
        <MoreButton
          added={hidden}
          hidden={hidden}
          unit="characters"
          onPress={() => setExpanded(true)}
        />
      )}
    </>
  );
}

interface HiddenCharactersProps {
  readonly text: string;
  /** @defaultValue `"value"` */
  readonly kind?: TextKind | undefined;
  /** Id for the `aria-describedby` of the field. */
  readonly id: string;
}

/** Most characters that are shown again at first. Each of them may become a code of ten characters. */
const MAX_REPEATED = 20_000;

/**
 * @internal Shows the text of a field again when the field cannot show all of it. Renders a `<p>`, or nothing when
 * nothing in the text is invisible.
 */
export function HiddenCharacters({ text, kind = "value", id }: HiddenCharactersProps): ReactNode {
  const { form } = useStrings();
  const [isExpanded, setExpanded] = useState(false);
  const isHiding = hidesText(text, kind);
  const hidden = isExpanded ? 0 : Math.max(0, text.length - MAX_REPEATED);
  useReportHidden("characters", isHiding ? hidden : 0);
  if (!isHiding) return null;
  return (
    <p className="agk-hint" id={id}>
      {form.hiddenCharacters}{" "}
      <bdi>
        <VisibleText text={text.slice(0, text.length - hidden)} kind={kind} />
      </bdi>
      {hidden > 0 && (
        <MoreButton
          added={hidden}
          hidden={hidden}
          unit="characters"
          onPress={() => setExpanded(true)}
        />
      )}
    </p>
  );
}
