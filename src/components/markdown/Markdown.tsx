import { useMemo, useState } from "react";
import { Block } from "./Block.tsx";
import { splitBlocks } from "./blocks.ts";
import { DEFAULT_LABELS, MarkdownContext, type MarkdownLabels } from "./options.ts";

export interface MarkdownProps {
  /** The Markdown (GitHub flavoured). Cheap to render again when it grows at its end. */
  text: string;
  /**
   * Whether more text is coming. Unfinished syntax at the end is then shown as what it is about to
   * become, and the last block carries `data-streaming` (the `<div>` itself while there is none).
   *
   * @defaultValue false
   */
  isStreaming?: boolean | undefined;
  /**
   * Origins such as `"https://cdn.example.com"` whose images are loaded at once. All other remote
   * images wait for a click, since an address can carry the conversation out.
   *
   * @defaultValue []
   */
  allowedImageOrigins?: readonly string[] | undefined;
  /** Words to use instead of the English ones. Keep the object stable between renders. */
  labels?: Partial<MarkdownLabels> | undefined;
  className?: string | undefined;
}

/**
 * Renders Markdown that may still be arriving.
 *
 * Use it for what a model writes: raw HTML is shown as text, links lead only to `http(s)` and
 * `mailto` addresses, and remote images wait for a click. Headings begin at the third level, as
 * they stand inside a message. It does not highlight code.
 *
 * Renders a `<div>`.
 *
 * @selector .agk-markdown [data-streaming]
 * @example Show a message that is being written
 * ```tsx
 * <Markdown text={message.content} isStreaming={run.status === "streaming"} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Markdown(props: MarkdownProps) {
  const { text, isStreaming = false, allowedImageOrigins, labels, className } = props;

  // State and not a ref: a render that React throws away must not leave its blocks behind.
  const [split, setSplit] = useState(() => splitBlocks(null, text, isStreaming));
  const current = splitBlocks(split, text, isStreaming);
  if (current !== split) setSplit(current);

  const origins = allowedImageOrigins?.join(" ") ?? "";
  const options = useMemo(
    () => ({
      labels: { ...DEFAULT_LABELS, ...labels },
      allowedImageOrigins: origins ? origins.split(" ") : [],
    }),
    [labels, origins],
  );

  const last = current.blocks.length - 1;
  return (
    <MarkdownContext.Provider value={options}>
      <div
        className={className ? `agk-markdown ${className}` : "agk-markdown"}
        data-streaming={isStreaming && last < 0 ? "" : undefined}
      >
        {current.blocks.map((block, index) => (
          // Blocks are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its identity
          <Block key={index} tokens={block.tokens} isOpen={isStreaming && index === last} />
        ))}
      </div>
    </MarkdownContext.Provider>
  );
}
