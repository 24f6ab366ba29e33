import { useToolRenderer } from "agui-kit";

/** Labels the calls of the agent's own tools that have the default card. */
export function useDemoToolLabels(): void {
  useToolRenderer<{ city: string }>({
    name: "get_weather",
    agentId: "tool",
    label: ({ partialArgs }) => `Weather in ${partialArgs.city ?? "…"}`,
  });
}
