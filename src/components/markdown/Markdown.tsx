import { type ReactNode, useId, useMemo, useState } from "react";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Block } from "./Block.tsx";
import type { Footnote, ShownBlock } from "./footnotes/collectFootnotes.ts";
import { FootnoteContext, NO_FOOTNOTES } from "./footnotes/FootnoteLink.tsx";
import { splitBlocks } from "./lexer/splitBlocks.ts";
import { MarkdownContext } from "./markdownContext.ts";
import type { MarkdownProps } from "./markdownOptions.ts";
import { renderParts } from "./renderInParts.tsx";
import { detectExtras, type ExtrasScan, useExtras } from "./useExtras.ts";
import { useStableOptions } from "./useStableOptions.ts";

/**
 * Renders GitHub Flavored Markdown that may still be streaming.
 *
 * Made for the text of a model. Raw HTML is shown as text, links lead only to `http(s)` and `mailto` addresses, and
 * remote images wait for a click. Headings start at the third level, because they are inside a message. Footnotes
 * (`[^1]`) are listed at the end. Code is highlighted once its fence has closed.
 *
 * Renders a `<div>`.
 *
 * @selector .agk-markdown [data-streaming]
 * @selector .agk-code[data-wrapped] While its long lines are wrapped.
 * @selector .agk-code [data-token="keyword"] Also `string`, `comment`, `value`, `name`, `added`, `removed`.
 * @selector .agk-footnotes The list of footnotes.
 * @example Show a streaming message
 * ```tsx
 * <Markdown text={message.content} isStreaming={run.status === "streaming"} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Markdown(props: MarkdownProps): ReactNode {
  const { text, isStreaming = false, allowedImageOrigins, labels, className } = props;

  const defaultLabels = useStrings().markdown;
  const stableOptions = useStableOptions(props);
  const hasMath = stableOptions.math !== undefined;
  // State, not refs: a render that React discards must not change the blocks that the next render continues.
  const [scan, setScan] = useState<ExtrasScan>(() =>
    detectExtras({ text: "", needsExtras: false }, text),
  );
  const currentScan = detectExtras(scan, text);
  if (currentScan !== scan) setScan(currentScan);
  const extras = useExtras(hasMath || currentScan.needsExtras);
  const createTokenizer = hasMath
    ? extras?.createFormulaTokenizer
    : extras?.createFootnoteTokenizer;
  const [split, setSplit] = useState(() => splitBlocks(null, text, isStreaming, createTokenizer));
  const currentSplit = splitBlocks(split, text, isStreaming, createTokenizer);
  if (currentSplit !== split) setSplit(currentSplit);

  const id = useId();
  const origins = allowedImageOrigins?.join(" ") ?? "";
  const options = useMemo(
    () => ({
      ...stableOptions,
      id,
      CodeTools: extras?.CodeTools,
      renderCustomCode: extras?.renderCustomCode,
      RemoteImage: extras?.RemoteImage,
      labels: { ...defaultLabels, ...labels },
      allowedImageOrigins: origins ? origins.split(" ") : [],
    }),
    [stableOptions, id, extras, defaultLabels, labels, origins],
  );

  const { sections, blocks } = currentSplit;
  const footnotes = useMemo(() => {
    if (!extras || !text.includes("[^")) return undefined;
    return extras.collectFootnotes({ sections, blocks }, isStreaming);
  }, [extras, text, sections, blocks, isStreaming]);
  return (
    <MarkdownContext.Provider value={options}>
      <div
        className={useClassName("Markdown", "agk-markdown", className)}
        data-streaming={isStreaming && !blocks.length ? "" : undefined}
      >
        {renderParts(footnotes?.sections ?? [...sections, blocks], renderBlocks, isStreaming)}
        {extras && (
          <extras.FootnoteList
            footnotes={footnotes?.list ?? NO_LIST}
            open={isStreaming ? blocks.at(-1)?.tokens.at(-1) : undefined}
          />
        )}
      </div>
    </MarkdownContext.Provider>
  );
}

const NO_LIST: readonly Footnote[] = [];

function renderBlocks(blocks: readonly ShownBlock[], from: number, isOpen: boolean): ReactNode {
  const last = blocks.length - 1;
  return blocks.map(({ tokens, refs = NO_FOOTNOTES }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end, so the index identifies a block
    <FootnoteContext.Provider key={from + index} value={refs}>
      <Block tokens={tokens} isOpen={isOpen && index === last} />
    </FootnoteContext.Provider>
  ));
}
