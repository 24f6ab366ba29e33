import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ChartRow } from "../../showChartTool.ts";

/** The library of the plot is several times the size of this page, so that other examples do without it. */
const LazyPlot = lazy(async () => ({ default: (await import("./Plot.tsx")).Plot }));

/** Props that the agent streams: each of them, and each part of one, may be missing until all have arrived. */
interface ChartProps {
  readonly title?: string | undefined;
  readonly kind?: "bars" | "lines" | undefined;
  readonly unit?: string | undefined;
  readonly series?: readonly (string | undefined)[] | undefined;
  readonly rows?:
    | readonly (
        | {
            readonly label?: string | undefined;
            readonly values?: readonly (number | undefined)[] | undefined;
          }
        | undefined
      )[]
    | undefined;
}

/** Renders numbers as a chart, or as the table of the same numbers. */
export function Chart({
  title = "",
  kind = "bars",
  unit = "",
  series,
  rows,
}: ChartProps): ReactNode {
  const [view, setView] = useState<"chart" | "table">("chart");
  const names = (series ?? []).filter((name) => name !== undefined);
  const completeRows = (rows ?? []).flatMap((row): ChartRow[] => {
    const values = (row?.values ?? []).filter((value) => value !== undefined);
    return row?.label === undefined ? [] : [{ label: row.label, values }];
  });
  return (
    <figure className="card chart">
      <figcaption className="card-title">
        {title || "…"}
        <span className="chart-views">
          {(["chart", "table"] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="chart-view"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {name === "chart" ? "Chart" : "Table"}
            </button>
          ))}
        </span>
      </figcaption>
      <div className="chart-body">
        {view === "chart" ? (
          <Suspense fallback={null}>
            <LazyPlot title={title} kind={kind} unit={unit} names={names} rows={completeRows} />
          </Suspense>
        ) : (
          <FigureTable unit={unit} names={names} rows={completeRows} />
        )}
      </div>
    </figure>
  );
}

interface FigureTableProps {
  readonly unit: string;
  readonly names: readonly string[];
  readonly rows: readonly ChartRow[];
}

function FigureTable({ unit, names, rows }: FigureTableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a long table
    <section className="chart-table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">Label</span>
            </th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {names.map((name, index) => (
                <td key={name}>
                  {values[index]?.toLocaleString()} {values[index] === undefined ? "" : unit}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
