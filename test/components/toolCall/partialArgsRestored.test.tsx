import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { renderChat, ToolRenderer } from "../../hooks/toolChat.tsx";

// In a file of its own: what reads arguments that arrive is loaded by nothing before.
test("of a call that has broken off before it was shown are what can be read of it", async () => {
  const seen: unknown[] = [];
  const tool = (
    <ToolRenderer<object, unknown>
      name="book"
      render={({ partialArgs }: ToolRenderProps<object>) => {
        seen.push(partialArgs);
        return null;
      }}
    />
  );
  const { thread } = renderChat(manualAgent(), tool);
  const call = { name: "book", arguments: '{"from":{"city":"Ro' };
  act(() =>
    thread.setMessages([
      { id: "a", role: "assistant", toolCalls: [{ id: "c", type: "function", function: call }] },
    ]),
  );
  await waitFor(() => expect(seen.at(-1)).toEqual({ from: { city: "Ro" } }));
});
