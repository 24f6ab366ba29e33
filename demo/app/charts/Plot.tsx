import type { ReactNode } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartRow } from "../../showChartTool.ts";

/** Colors of the series, which the page's styles define. */
const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)"];
const colorOf = (index: number) => COLORS[index % COLORS.length] ?? "currentColor";

const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: "var(--agk-text-muted)", fontSize: 12 },
} as const;

interface PlotProps {
  readonly title: string;
  readonly kind: "bars" | "lines";
  readonly unit: string;
  readonly names: readonly string[];
  readonly rows: readonly ChartRow[];
}

/** Renders rows of numbers as bars or lines, one color per series. */
export function Plot({ title, kind, unit, names, rows }: PlotProps): ReactNode {
  const data = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(values.map((value, index) => [String(index), value])),
  }));
  const parts = (
    <>
      <CartesianGrid stroke="var(--agk-border)" vertical={false} />
      <XAxis dataKey="label" {...axis} />
      <YAxis width={44} {...axis} />
      <Tooltip
        formatter={(value) => `${Number(value).toLocaleString()} ${unit}`}
        contentStyle={{ background: "var(--agk-surface)", borderColor: "var(--agk-border)" }}
        cursor={{ fill: "var(--agk-surface-raised)" }}
      />
      {names.length > 1 && <Legend iconType="circle" iconSize={8} itemSorter={null} />}
    </>
  );
  // Numbers arrive while the chart is shown: an animation would begin again with each.
  const shared = { isAnimationActive: false } as const;
  return (
    <ResponsiveContainer width="100%" height={240}>
      {kind === "lines" ? (
        <LineChart data={data} title={title} margin={{ top: 8, right: 12 }}>
          {parts}
          {names.map((name, index) => (
            <Line
              key={name}
              {...shared}
              dataKey={String(index)}
              name={name}
              stroke={colorOf(index)}
              strokeWidth={2}
              dot={false}
            />
          ))}
        </LineChart>
      ) : (
        <BarChart data={data} title={title} margin={{ top: 8, right: 12 }}>
          {parts}
          {names.map((name, index) => (
            <Bar
              key={name}
              {...shared}
              dataKey={String(index)}
              name={name}
              fill={colorOf(index)}
              radius={[3, 3, 0, 0]}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}
