// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its place, and text only grows at its end
import type { Token, Tokens } from "marked";
import { createElement, memo, type ReactNode } from "react";
import { CodeBlock } from "./CodeBlock.tsx";
import { renderInline } from "./inline.tsx";
import { type CaretProps, OpenContext } from "./options.ts";
import { Table } from "./Table.tsx";
import { known } from "./tokens.ts";

/** What the outermost element of a block carries; what is inside takes its direction from it. */
export interface OuterProps {
  dir?: "auto" | undefined;
  "data-streaming"?: "" | undefined;
}

interface BlockProps {
  tokens: readonly Token[];
  /** Whether the end of the text, still growing, is in this block. */
  isOpen: boolean;
  /** Whether it stands in another, and takes its direction from that. @defaultValue false */
  isInside?: boolean;
}

/** The elements of one block of the text. Renders again only when its tokens change. */
export const Block = memo(function Block({ tokens, isOpen, isInside }: BlockProps) {
  const last = tokens.findLastIndex((token) => token.type !== "space");
  const elements = tokens.map((token, index) => {
    const isLast = isOpen && index === last;
    const dir = isInside ? undefined : "auto";
    return renderBlock(token, index, isLast, { dir, "data-streaming": isLast ? "" : undefined });
  });
  return <OpenContext.Provider value={isOpen}>{elements}</OpenContext.Provider>;
});

/** @param hasCaret - Whether the next words will appear at its end, however deep that is in it. */
function renderBlock(
  anyToken: Token,
  key: number,
  hasCaret: boolean,
  outer: OuterProps = {},
): ReactNode {
  const token = known(anyToken);
  const caret = caretIf(hasCaret);
  const element = (tag: string, props: object | null, children?: ReactNode) =>
    createElement(tag, { key, ...outer, ...props }, children);
  switch (token.type) {
    case "paragraph":
      return element("p", caret, renderInline(token.tokens));
    case "html":
      return element("p", { "data-html": "" }, token.text.trim());
    case "heading":
      // A message is not a page: its first heading stands below those of the application.
      return element(`h${Math.min(token.depth + 2, 6)}`, caret, renderInline(token.tokens));
    case "blockquote": {
      const last = token.tokens.findLast(({ type }) => type !== "space");
      return element(
        "blockquote",
        null,
        token.tokens.map((one, index) => renderBlock(one, index, hasCaret && one === last)),
      );
    }
    case "list":
      return element(
        token.ordered ? "ol" : "ul",
        token.ordered && token.start !== 1 ? { start: token.start } : null,
        token.items.map((item, index) => (
          <Item
            key={index}
            item={item}
            isLoose={token.loose}
            hasCaret={hasCaret && index === token.items.length - 1}
          />
        )),
      );
    case "hr":
      return element("hr", null);
    case "table":
      return <Table key={key} table={token} outer={outer} />;
    case "code":
      return <CodeBlock key={key} code={token} outer={outer} caret={caret} />;
    case "own":
      return token.draw({ key, outer });
  }
  return null;
}

function caretIf(hasCaret: boolean): CaretProps {
  return hasCaret ? { "data-caret": "" } : null;
}

interface ItemProps {
  item: Tokens.ListItem;
  /** Whether the list's items are paragraphs. Of the list, as one item may be finished before it shows. */
  isLoose: boolean;
  hasCaret: boolean;
}

/** A list item. One that is finished keeps its token, and so does not render again. */
const Item = memo(function Item({ item, isLoose, hasCaret }: ItemProps) {
  const content = item.tokens.filter(({ type }) => type !== "checkbox");
  const last = content.at(-1);
  // A line of its own has no element but the item.
  const endsInLine = !last || (isLine(last) && !isLoose);
  return (
    <li data-task={item.task ? "" : undefined} {...caretIf(hasCaret && endsInLine)}>
      {content.map((token, index) => {
        const isHere = hasCaret && token === last;
        if (!isLine(token)) return renderBlock(token, index, isHere);
        let text: ReactNode = renderInline(token.tokens ?? []);
        if (item.task && !index) {
          text = (
            <label key={index}>
              <input type="checkbox" checked={!!item.checked} disabled /> {text}
            </label>
          );
        }
        return isLoose ? (
          <p key={index} {...caretIf(isHere)}>
            {text}
          </p>
        ) : (
          text
        );
      })}
    </li>
  );
});

function isLine(token: Token): token is Tokens.Text | Tokens.Paragraph {
  return token.type === "text" || token.type === "paragraph";
}
