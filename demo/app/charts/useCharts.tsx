import { useComponentTool } from "agui-kit";
import { showChartTool } from "../../showChartTool.ts";
import { Chart } from "./Chart.tsx";

/** Lets the agent fill in a chart of this page. */
export function useCharts(): void {
  useComponentTool({
    ...showChartTool,
    agentId: "charts",
    label: ({ partialArgs }) => partialArgs.title ?? "Chart",
    component: Chart,
  });
}
