import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { yieldToMain } from "../../protocol/scheduling.ts";
import { useClassName } from "../settings/settings.tsx";
import type { Source } from "../sources/source.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Block } from "./Block.tsx";
import { collectFootnotes, type Footnote, type ShownBlock } from "./footnotes/collectFootnotes.ts";
import { FootnoteContext, NO_FOOTNOTES } from "./footnotes/FootnoteLink.tsx";
import { FootnoteList } from "./footnotes/FootnoteList.tsx";
import {
  createFootnoteTokenizer,
  createFormulaTokenizer,
} from "./lexer/createFootnoteTokenizer.ts";
import { lexStaleBlocks, splitBlocks } from "./lexer/splitBlocks.ts";
import { MAX_TABLE_BLOCKS, MarkdownContext } from "./markdownContext.ts";
import type { MarkdownProps } from "./markdownOptions.ts";
import { renderParts } from "./renderInParts.tsx";
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
 * @selector .agk-code[data-numbered] With the numbers of its lines.
 * @selector .agk-code [data-token="keyword"] Also `string`, `comment`, `value`, `name`, `added`, `removed`.
 * @selector .agk-footnotes The list of footnotes.
 * @selector .agk-citation The number of a source.
 * @selector .agk-source-card The card over such a number.
 * @example Show a streaming message
 * ```tsx
 * <Markdown text={message.content} isStreaming={run.status === "streaming"} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Markdown(props: MarkdownProps): ReactNode {
  const {
    text,
    isStreaming = false,
    allowedImageOrigins,
    labels,
    className,
    sources = NO_SOURCES,
  } = props;

  const defaultLabels = useStrings().markdown;
  const stableOptions = useStableOptions(props);
  const createTokenizer = stableOptions.math ? createFormulaTokenizer : createFootnoteTokenizer;
  // State, not a ref: a render that React discards must not change the blocks that the next render continues.
  const [split, setSplit] = useState(() => splitBlocks(null, text, isStreaming, createTokenizer));
  const currentSplit = splitBlocks(split, text, isStreaming, createTokenizer);
  if (currentSplit !== split) setSplit(currentSplit);
  useEffect(() => {
    if (!currentSplit.hasStaleBlocks) return undefined;
    let isOver = false;
    yieldToMain().then(() => {
      if (!isOver) setSplit((latest) => lexStaleBlocks(latest));
    });
    return () => {
      isOver = true;
    };
  }, [currentSplit]);

  const id = useId();
  const [tableBlocks, showTableBlocks] = useState(MAX_TABLE_BLOCKS);
  const origins = allowedImageOrigins?.join(" ") ?? "";
  const options = useMemo(
    () => ({
      ...stableOptions,
      id,
      labels: { ...defaultLabels, ...labels },
      allowedImageOrigins: origins ? origins.split(" ") : [],
      sources,
      tableBlocks,
      showTableBlocks,
    }),
    [stableOptions, id, defaultLabels, labels, origins, sources, tableBlocks],
  );

  const { sections, blocks, mayHaveFootnotes } = currentSplit;
  const footnotes = useMemo(() => {
    if (!mayHaveFootnotes) return undefined;
    return collectFootnotes({ sections, blocks }, isStreaming);
  }, [mayHaveFootnotes, sections, blocks, isStreaming]);
  return (
    <MarkdownContext.Provider value={options}>
      <div
        className={useClassName("Markdown", "agk-markdown", className)}
        data-streaming={isStreaming && !blocks.length ? "" : undefined}
      >
        {renderParts(footnotes?.sections ?? [...sections, blocks], renderBlocks, isStreaming)}
        <FootnoteList
          footnotes={footnotes?.list ?? NO_LIST}
          open={isStreaming ? blocks.at(-1)?.tokens.at(-1) : undefined}
        />
      </div>
    </MarkdownContext.Provider>
  );
}

const NO_LIST: readonly Footnote[] = [];
const NO_SOURCES: readonly Source[] = [];

function renderBlocks(blocks: readonly ShownBlock[], from: number, isOpen: boolean): ReactNode {
  const last = blocks.length - 1;
  const elements = blocks.map(({ tokens, refs = NO_FOOTNOTES }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end, so the index identifies a block
    <FootnoteContext.Provider key={from + index} value={refs}>
      <Block tokens={tokens} isOpen={isOpen && index === last} />
    </FootnoteContext.Provider>
  ));
  // Browsers lay out a changed element by visiting all of its children. A text of ordinary length needs no boxes.
  return from ? <div className="agk-blocks">{elements}</div> : elements;
}
