import { useId, useMemo, useState } from "react";
import { useClass, useSettings } from "../settings/settings.tsx";
import { Block } from "./Block.tsx";
import { splitBlocks } from "./blocks.ts";
import { NO_NOTES, NotesContext } from "./footnoteContext.ts";
import { detectExtras, type Looked } from "./needsExtras.ts";
import { MarkdownContext, type MarkdownProps } from "./options.ts";
import { useExtras } from "./useExtras.ts";
import { useSteadyOptions } from "./useStableOptions.ts";

/**
 * Renders Markdown that may still be arriving.
 *
 * Use it for what a model writes: raw HTML is shown as text, links lead only to `http(s)` and
 * `mailto` addresses, and remote images wait for a click. Headings begin at the third level, as
 * they stand inside a message. What footnotes (`[^1]`) say is listed at the end. Code gets its colours
 * once its fence has closed.
 *
 * Renders a `<div>`.
 *
 * @selector .agk-markdown [data-streaming]
 * @selector .agk-code[data-wrapped] While its long lines are broken.
 * @selector .agk-code [data-token="keyword"] Also `string`, `comment`, `value`, `name`, `added`, `removed`.
 * @selector .agk-notes The footnotes.
 * @example Show a message that is being written
 * ```tsx
 * <Markdown text={message.content} isStreaming={run.status === "streaming"} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Markdown(props: MarkdownProps) {
  const { text, isStreaming = false, allowedImageOrigins, labels, className } = props;

  const words = useSettings().strings.markdown;
  const steady = useSteadyOptions(props);
  const hasMath = steady.math !== undefined;
  // State and not refs: a render that React throws away must not leave its blocks behind.
  const [looked, setLooked] = useState<Looked>(() =>
    detectExtras({ text: "", hasRare: false }, text),
  );
  const nowLooked = detectExtras(looked, text);
  if (nowLooked !== looked) setLooked(nowLooked);
  const extras = useExtras(hasMath || nowLooked.hasRare);
  const grammar = hasMath ? extras?.formulaGrammar : extras?.noteGrammar;
  const [split, setSplit] = useState(() => splitBlocks(null, text, isStreaming, grammar));
  const current = splitBlocks(split, text, isStreaming, grammar);
  if (current !== split) setSplit(current);

  const id = useId();
  const origins = allowedImageOrigins?.join(" ") ?? "";
  const options = useMemo(
    () => ({
      ...steady,
      id,
      ...extras,
      labels: { ...words, ...labels },
      allowedImageOrigins: origins ? origins.split(" ") : [],
    }),
    [steady, id, extras, words, labels, origins],
  );

  const { blocks } = current;
  const notes = useMemo(
    () => extras?.collectFootnotes(blocks, isStreaming),
    [extras, blocks, isStreaming],
  );
  const last = blocks.length - 1;
  return (
    <MarkdownContext.Provider value={options}>
      <div
        className={useClass("Markdown", "agk-markdown", className)}
        data-streaming={isStreaming && last < 0 ? "" : undefined}
      >
        {blocks.map((block, index) => (
          // Blocks are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity
          <NotesContext.Provider key={index} value={notes?.views[index] ?? NO_NOTES}>
            <Block tokens={block.tokens} isOpen={isStreaming && index === last} />
          </NotesContext.Provider>
        ))}
        {extras && notes && (
          <extras.NoteList
            notes={notes.list}
            open={isStreaming ? blocks[last]?.tokens.at(-1) : undefined}
          />
        )}
      </div>
    </MarkdownContext.Provider>
  );
}
