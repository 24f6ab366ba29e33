// biome-ignore-all lint/suspicious/noArrayIndexKey: a token has no identity but its place, and text only grows at its end
import type { Tokens } from "marked";
import { memo, useContext } from "react";
import { renderInline } from "./inline.tsx";
import { MarkdownContext } from "./options.ts";

// Columns are aligned by words that follow the direction of the text.
const ALIGN = { left: "start", center: "center", right: "end" };

/** A table in a box of its own, which scrolls sideways and can be reached by keyboard to do so. */
export function Table({ table, outer }: { table: Tokens.Table; outer: object }) {
  const { labels } = useContext(MarkdownContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and two sections of one name are one landmark too many
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has focus scrolls by keyboard
    <div role="group" className="agk-table" aria-label={labels.table} tabIndex={0} {...outer}>
      <table>
        <thead>
          <Row cells={table.header} />
        </thead>
        {table.rows.length > 0 && (
          <tbody>
            {table.rows.map((cells, index) => (
              <Row key={index} cells={cells} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

const Row = memo(function Row({ cells }: { cells: Tokens.TableCell[] }) {
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
