import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useToolRenderer } from "../src/hooks/tools/useToolRenderer.ts";
import { andThenNothing } from "./conversation.tsx";
import { screen, shows } from "./tooling.tsx";

const meta = {
  title: "Tools/Server",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

function Weather({ children }: { readonly children: ReactNode }): ReactNode {
  useToolRenderer<{ city?: string }, { sky: string }>({
    name: "get_weather",
    render: ({ partialArgs, result }) => (
      <p>
        ☀ {partialArgs.city ?? "…"}: {result?.sky ?? "looking out of the window"}
      </p>
    ),
  });
  return children;
}

/** A card of the application's own, for a call that the server answers; the arguments stream. */
export const CustomCardStreaming: Story = {
  render: screen(Weather, [
    andThenNothing(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "get_weather" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Lis' },
    ),
  ]),
  play: async ({ canvasElement }) => {
    await shows(canvasElement, "☀ Lis: looking out of the window");
  },
};
