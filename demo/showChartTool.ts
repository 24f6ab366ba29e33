/** Tool with which the agent fills in the page's chart; the component is in `app/charts/`. */
export const showChartTool = {
  name: "show_chart",
  description: "Shows numbers to the user as a chart, and as a table on request.",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string" },
      kind: { enum: ["bars", "lines"], description: "Lines for numbers over time" },
      unit: { type: "string", description: "Follows each number" },
      series: { type: "array", items: { type: "string" }, description: "Names of the series" },
      rows: {
        type: "array",
        items: {
          type: "object",
          properties: {
            label: { type: "string" },
            values: { type: "array", items: { type: "number" }, description: "One per series" },
          },
          required: ["label", "values"],
        },
      },
    },
    required: ["title", "kind", "series", "rows"],
    additionalProperties: false,
  },
} as const;

/** Numbers with one label, one number per series. */
export interface ChartRow {
  readonly label: string;
  readonly values: readonly number[];
}
