// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its position, and text only grows at its end
import type { Tokens } from "marked";
import { memo, type ReactNode, useContext } from "react";
import type { Sectioned } from "./lexer/tokens.ts";
import { MarkdownContext } from "./markdownContext.ts";
import { renderInline } from "./renderInline.tsx";
import { renderInParts } from "./renderInParts.tsx";

// Logical values, which follow the direction of the text.
const ALIGN = { left: "start", center: "center", right: "end" };

/** Renders a table in a box that scrolls horizontally, also by keyboard. */
export function Table({ table, outer }: { table: Sectioned<Tokens.Table>; outer: object }) {
  const { labels } = useContext(MarkdownContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and two sections of one name are one landmark too many
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box scrolls by keyboard only when it is focusable
    <div role="group" className="agk-table" aria-label={labels.table} tabIndex={0} {...outer}>
      <table>
        <thead>
          <TableRow cells={table.header} />
        </thead>
        {table.rows.length > 0 && (
          <tbody>{renderInParts(table.rows, renderRows, false, table.sections)}</tbody>
        )}
      </table>
    </div>
  );
}

function renderRows(rows: readonly Tokens.TableCell[][], from: number): ReactNode {
  return rows.map((cells, index) => <TableRow key={from + index} cells={cells} />);
}

const TableRow = memo(function TableRow({ cells }: { cells: Tokens.TableCell[] }) {
  return (
    <tr>
      {cells.map(({ header, align, tokens }, index) => {
        const Cell = header ? "th" : "td";
        return (
          <Cell key={index} data-align={align ? ALIGN[align] : undefined}>
            {renderInline(tokens)}
          </Cell>
        );
      })}
    </tr>
  );
});
