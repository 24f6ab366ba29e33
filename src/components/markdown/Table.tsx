// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its position, and text only grows at its end
import type { Tokens } from "marked";
import { memo, type ReactNode, type RefObject, useContext, useRef } from "react";
import { flushSync } from "react-dom";
import { downloadText } from "../ui/downloadText.ts";
import { MoreButton } from "../ui/useShownItems.tsx";
import { BlockButton } from "./BlockButton.tsx";
import { CopyBlockButton } from "./CopyBlockButton.tsx";
import type { Sectioned } from "./lexer/kitToken.ts";
import { allItems } from "./lexer/sections.ts";
import { MarkdownContext } from "./markdownContext.ts";
import { renderInline } from "./renderInline.tsx";
import { type RenderPart, renderInParts } from "./renderInParts.tsx";
import { copyTable, tableToCsv, tableToMarkdown } from "./tableText.ts";

// Logical values, which follow the direction of the text.
const ALIGN = { left: "start", center: "center", right: "end" };

/** Number of columns from which all have one width, so that a streamed cell changes no other column. */
const WIDE = 30;

/** Length of a text from which its cell has several lines where the table has no room, in Latin characters. */
const LONG = 20;

interface TableProps {
  table: Sectioned<Tokens.Table>;
  outer: object;
  /** True when the next text will appear in the table. */
  hasCaret: boolean;
}

/**
 * Renders a table, or a block of a long one, in a box that scrolls horizontally, also by keyboard. Its buttons are above it.
 */
export function Table({ table, outer, hasCaret }: TableProps) {
  const {
    labels,
    tableBlocks = Number.POSITIVE_INFINITY,
    showTableBlocks,
  } = useContext(MarkdownContext);
  const block = useRef<HTMLDivElement>(null);
  const hiddenBefore = (table.blocksBefore ?? 0) - tableBlocks;
  if (hiddenBefore > 0) return null;
  if (hiddenBefore === 0) {
    const hidden = allItems(table.sections, table.rows).length;
    const handlePress = () => {
      flushSync(() => showTableBlocks?.(tableBlocks + 1));
      // The button is gone, and the focus would be lost.
      block.current?.querySelector<HTMLElement>(".agk-table")?.focus({ preventScroll: true });
    };
    return (
      <div className="agk-table-block" ref={block} {...outer}>
        <MoreButton added={hidden} hidden={hidden} onPress={handlePress} />
      </div>
    );
  }
  return (
    <div className="agk-table-block" ref={block} {...outer}>
      {!table.isContinued && <TableTools block={block} />}
      {/* biome-ignore-start lint/a11y: a box scrolls by keyboard only when it is focusable, and a fieldset is for forms */}
      <div role="group" className="agk-table" aria-label={labels.table} tabIndex={0}>
        <table data-wide={table.header.length < WIDE ? undefined : true}>
          <thead>
            <TableRow cells={table.header} hasCaret={hasCaret && table.rows.length === 0} />
          </thead>
          {table.rows.length > 0 && (
            <tbody>{renderInParts(table.rows, renderRows, hasCaret, table.sections)}</tbody>
          )}
        </table>
      </div>
      {/* biome-ignore-end lint/a11y: above */}
    </div>
  );
}

const renderRows: RenderPart<readonly Tokens.TableCell[]> = (rows, from, isOpen) =>
  rows.map((cells, index) => (
    <TableRow key={from + index} cells={cells} hasCaret={isOpen && index === rows.length - 1} />
  ));

interface TableRowProps {
  cells: readonly Tokens.TableCell[];
  hasCaret: boolean;
}

const TableRow = memo(function TableRow({ cells, hasCaret }: TableRowProps) {
  // A row has an empty cell for each one that has not arrived.
  const last = hasCaret ? cells.findLastIndex(({ text }) => text !== "") : undefined;
  return (
    <tr>
      {cells.map(({ header, align, text, tokens }, index) => {
        const Cell = header ? "th" : "td";
        return (
          <Cell
            key={index}
            data-align={align ? ALIGN[align] : undefined}
            data-caret={index === last ? "" : undefined}
            data-long={isLong(text) || undefined}
          >
            {renderInline(tokens)}
          </Cell>
        );
      })}
    </tr>
  );
});

/** True for a text that is wider than a cell which never breaks. */
function isLong(text: string): boolean {
  // The addresses of links are not shown, and East Asian characters are twice as wide.
  const shown = text.slice(0, 20 * LONG).replace(/\]\([^)]*\)?/g, "");
  return shown.replace(/[\u1100-\uffff]/g, "xx").length > LONG;
}

interface TableToolsProps {
  /** The table, with its box and these buttons. */
  block: RefObject<HTMLDivElement | null>;
}

/** Renders the buttons of a table, which download it as CSV or Markdown, and copy it. */
function TableTools({ block }: TableToolsProps): ReactNode {
  const {
    labels,
    tableBlocks = Number.POSITIVE_INFINITY,
    showTableBlocks,
  } = useContext(MarkdownContext);
  /** Reads the whole table, of which a part may not be shown. */
  const read = <T,>(write: (block: Element) => T) => {
    flushSync(() => showTableBlocks?.(Number.POSITIVE_INFINITY));
    const result = block.current && write(block.current);
    flushSync(() => showTableBlocks?.(tableBlocks));
    return result;
  };
  const download = (fileName: string, write: (block: Element) => string) =>
    downloadText(read(write) ?? "", fileName);
  return (
    <div className="agk-table-tools">
      <BlockButton
        icon="downloadCsv"
        label={`${labels.download} CSV`}
        onPress={() => download("table.csv", tableToCsv)}
      />
      <BlockButton
        icon="downloadMarkdown"
        label={`${labels.download} Markdown`}
        onPress={() => download("table.md", tableToMarkdown)}
      />
      <CopyBlockButton
        // The table is read before `copyTable` returns its promise.
        copy={async () => {
          await read(copyTable);
        }}
        findText={() => block.current?.querySelector("table")}
      />
    </div>
  );
}
