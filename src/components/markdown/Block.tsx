// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its position, and text only grows at its end
import type { Token, Tokens } from "marked";
import { createElement, memo, type ReactNode, useCallback } from "react";
import { CodeBlock } from "./code/CodeBlock.tsx";
import { type Sectioned, toKitToken } from "./lexer/kitToken.ts";
import { type CaretProps, IsOpenContext } from "./markdownContext.ts";
import { renderInline } from "./renderInline.tsx";
import { type RenderPart, renderInParts, renderLongText } from "./renderInParts.tsx";
import { Table } from "./Table.tsx";

/** Attributes of the outermost element of a block. Inner elements inherit its direction. */
interface OuterProps {
  dir?: "auto" | undefined;
  "data-streaming"?: "" | undefined;
}

interface BlockProps {
  tokens: readonly Token[];
  /** True when the block contains the end of a streaming text. */
  isOpen: boolean;
  /** True when the block is inside another one and inherits its direction. @defaultValue false */
  isInside?: boolean;
}

/** Renders one block of the text. Memoized: renders again only when its tokens change. */
export const Block = memo(function Block({ tokens, isOpen, isInside }: BlockProps) {
  const last = lastShown(tokens);
  const elements = tokens.map((token, index) => {
    const isLast = isOpen && token === last;
    const dir = isInside ? undefined : "auto";
    return renderBlock(token, index, isLast, { dir, "data-streaming": isLast ? "" : undefined });
  });
  return <IsOpenContext.Provider value={isOpen}>{elements}</IsOpenContext.Provider>;
});

/** @param hasCaret - True when the next text will appear at the end of the block, at any depth. */
function renderBlock(
  anyToken: Token,
  key: number,
  hasCaret: boolean,
  outer: OuterProps = {},
): ReactNode {
  const token = toKitToken(anyToken);
  const caret = caretIf(hasCaret);
  const element = (tag: string, props: object | null, children?: ReactNode) =>
    createElement(tag, { key, ...outer, ...props }, children);
  switch (token.type) {
    case "paragraph":
      return element(
        "p",
        { ...caret, ...continuedIf(token.isContinued) },
        renderInline(token.tokens, false, token.sections),
      );
    case "html":
      return element("p", { "data-html": "" }, renderLongText(token.text.trim()));
    case "heading":
      // Two levels down, because the headings of a message are below those of the application.
      return element(
        `h${Math.min(token.depth + 2, 6)}`,
        caret,
        renderInline(token.tokens, false, token.sections),
      );
    case "blockquote":
      return element(
        "blockquote",
        continuedIf(token.isContinued),
        renderInParts(token.tokens, renderChildren, hasCaret, token.sections),
      );
    case "list":
      return element(
        token.ordered ? "ol" : "ul",
        {
          start: token.ordered && token.start !== 1 ? token.start : undefined,
          ...continuedIf(token.isContinued, token.loose),
        },
        renderInParts(
          token.items,
          token.loose ? renderLooseItems : renderItems,
          hasCaret,
          token.sections,
        ),
      );
    case "hr":
      return element("hr", null);
    case "table":
      return (
        <Table
          key={key}
          table={token}
          outer={{ ...outer, ...continuedIf(token.isContinued) }}
          hasCaret={hasCaret}
        />
      );
    case "code":
      return <CodeBlock key={key} code={token} outer={outer} caret={caret} />;
    case "custom":
      return token.render({ key, outer });
  }
  return null;
}

/** Returns the last token that renders something. */
function lastShown(tokens: readonly Token[]): Token | undefined {
  return tokens.findLast(({ type }) => type !== "space");
}

/** Renders blocks inside a quotation. */
function renderChildren(tokens: readonly Token[], from: number, isOpen: boolean): ReactNode {
  const last = lastShown(tokens);
  return tokens.map((token, index) => renderBlock(token, from + index, isOpen && token === last));
}

function renderListItems(
  items: readonly Tokens.ListItem[],
  from: number,
  isOpen: boolean,
  isLoose: boolean,
): ReactNode {
  const last = items.length - 1;
  return items.map((item, index) => (
    <Item key={from + index} item={item} isLoose={isLoose} hasCaret={isOpen && index === last} />
  ));
}

const renderItems: RenderPart<Tokens.ListItem> = (items, from, isOpen) =>
  renderListItems(items, from, isOpen, false);

const renderLooseItems: RenderPart<Tokens.ListItem> = (items, from, isOpen) =>
  renderListItems(items, from, isOpen, true);

function caretIf(hasCaret: boolean): CaretProps {
  return hasCaret ? { "data-caret": "" } : null;
}

/**
 * Returns the attribute of an element that continues the one before it, as after a page break.
 *
 * @param isLoose - True for a list whose items have a distance.
 */
function continuedIf(isContinued: boolean | undefined, isLoose = false): object | null {
  return isContinued ? { "data-continued": isLoose ? "loose" : "" } : null;
}

interface ItemProps {
  item: Sectioned<Tokens.ListItem>;
  /** True when the items of the list are paragraphs. A prop, because a later item may decide it. */
  isLoose: boolean;
  hasCaret: boolean;
}

/** Renders a list item. Memoized: a finished item keeps its token and does not render again. */
const Item = memo(function Item({ item, isLoose, hasCaret }: ItemProps) {
  const { tokens: children, sections } = item;
  // The label of a task has its checkbox.
  const textIndex = isCheckbox((sections?.[0] ?? children)[0]) ? 1 : 0;
  const last = children.at(-1);
  // The text of a tight list item has no element of its own.
  const endsInLine = !last || isCheckbox(last) || (isLine(last) && !isLoose);
  const renderContent = useCallback<RenderPart<Token>>(
    (tokens, from, isOpen) =>
      tokens.map((token, index) => {
        const key = from + index;
        const hasItemCaret = isOpen && token === tokens.at(-1);
        if (!isLine(token)) return renderBlock(token, key, hasItemCaret);
        let text: ReactNode = renderInline(token.tokens ?? [], false, token.sections);
        if (item.task && key === textIndex) {
          text = (
            <label key={key}>
              <input type="checkbox" checked={!!item.checked} disabled /> {text}
            </label>
          );
        }
        return isLoose ? (
          <p key={key} {...caretIf(hasItemCaret)}>
            {text}
          </p>
        ) : (
          text
        );
      }),
    [item.task, item.checked, textIndex, isLoose],
  );
  return (
    <li
      data-task={item.task ? "" : undefined}
      {...continuedIf(item.isContinued)}
      {...caretIf(hasCaret && endsInLine)}
    >
      {renderInParts(children, renderContent, hasCaret, sections)}
    </li>
  );
});

function isCheckbox(token: Token | undefined): boolean {
  return token?.type === "checkbox";
}

function isLine(token: Token): token is Sectioned<Tokens.Text | Tokens.Paragraph> {
  return token.type === "text" || token.type === "paragraph";
}
