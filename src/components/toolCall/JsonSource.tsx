import { Fragment, memo, type ReactNode, useMemo, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { CopyTextButton } from "../ui/CopyTextButton.tsx";
import { useIsAllShown, useReportHidden } from "../ui/hiddenParts.ts";
import { MoreButton } from "../ui/useShownItems.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";
import { isTooDeepText } from "./formatJson.ts";
import { tokenizeJson } from "./tokenizeJson.ts";

/** Approximate length of a piece, in characters. */
const PIECE_LENGTH = 2_000;
/** Number of characters that are shown at first, and that each press of the button adds. */
const MAX_LENGTH = 100_000;
/** Longer JSON has no colors, which would take thousands of elements. It loses them while it streams. In characters. */
const MAX_COLORED = 20_000;

interface JsonSourceProps {
  readonly text: string;
  /** True for JSON whose levels are too many to indent. @defaultValue derived from the text */
  readonly isTooDeep?: boolean;
  /** True for a text that the user decides about: hidden characters are visible. @defaultValue false */
  readonly isExact?: boolean;
  /** True to show only the first piece at first, for a text that is one of many. @defaultValue false */
  readonly isShort?: boolean;
}

/**
 * @internal Shows JSON or text in a box of limited height. Renders a `<pre>`. Long JSON is rendered in pieces, so that
 * the browser lays out only the last one when more streams in.
 */
export function JsonSource({
  text,
  isTooDeep,
  isExact = false,
  isShort = false,
}: JsonSourceProps): ReactNode {
  const isDeep = useMemo(() => isTooDeep ?? isTooDeepText(text), [isTooDeep, text]);
  const step = isShort ? PIECE_LENGTH : MAX_LENGTH;
  const [length, setLength] = useState(step);
  const isAllShown = useIsAllShown();
  const hidden = isDeep || isAllShown ? 0 : Math.max(0, text.length - length);
  useReportHidden("characters", hidden);
  if (isDeep) return <TooDeep getText={() => text} />;
  const isJson = /^\s*[[{]/.test(text);
  const shown = hidden > 0 ? text.slice(0, length) : text;
  // A card may show thousands of short texts, or all of its values.
  const isColored = !isShort && !isAllShown && text.length <= MAX_COLORED;
  const plainText = isExact ? <VisibleText text={shown} kind="value" /> : shown;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must also scroll by keyboard */}
      <pre className="agk-source" dir={isJson ? "ltr" : "auto"} tabIndex={0}>
        {isJson
          ? splitIntoPieces(shown).map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added at the end
              <JsonPiece key={index} text={piece} isExact={isExact} isColored={isColored} />
            ))
          : plainText}
      </pre>
      {hidden > 0 && (
        <MoreButton
          added={step}
          hidden={hidden}
          unit="characters"
          onPress={() => setLength(length + step)}
        />
      )}
    </>
  );
}

/** @internal Renders a note instead of JSON that is nested too deeply, with a button that copies the text. Renders a `<div>`. */
export function TooDeep({ getText }: { readonly getText: () => string }): ReactNode {
  const { value } = useStrings();
  useReportHidden("deepValues", 1);
  return (
    <div className="agk-too-deep">
      <span className="agk-label">{value.tooDeep}</span> <CopyTextButton getText={getText} />
    </div>
  );
}

interface JsonPieceProps {
  readonly text: string;
  readonly isExact: boolean;
  readonly isColored: boolean;
}

/** Renders a part of JSON. Memoized, because only the last piece of streaming JSON changes. */
const JsonPiece = memo(function JsonPiece({ text, isExact, isColored }: JsonPieceProps): ReactNode {
  const tokens = isColored ? tokenizeJson(text) : [{ kind: undefined, text }];
  return (
    <span className="agk-source-piece">
      {tokens.map(({ kind, text: part }, index) => {
        const content = isExact ? <VisibleText text={part} kind="json" /> : part;
        const Wrapper = kind ? "span" : Fragment;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens are only added at the end
          <Wrapper key={index} {...(kind && { "data-token": kind })}>
            {content}
          </Wrapper>
        );
      })}
    </span>
  );
});

/** Splits a text after line ends, at the same positions however long the text has grown. */
function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start + PIECE_LENGTH) + 1;
    if (end === 0 || end === text.length) break;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}
