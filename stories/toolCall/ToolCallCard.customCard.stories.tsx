import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useToolRenderer } from "../../src/hooks/tools/useToolRenderer.ts";
import { hangAfter } from "../conversation.tsx";
import { renderToolScreen, waitForText } from "./toolScreens.tsx";

const meta = {
  title: "Tools/Custom card",
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

/** Streams the arguments of a server tool into a custom card. */
export const CustomCardStreaming: Story = {
  render: renderToolScreen(Weather, [
    hangAfter(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "get_weather" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Lis' },
    ),
  ]),
  play: async ({ canvasElement }) => {
    await waitForText(canvasElement, "☀ Lis: looking out of the window");
  },
};
