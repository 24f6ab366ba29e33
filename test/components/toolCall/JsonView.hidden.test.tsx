import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openInterrupts } from "../interrupt/openInterrupts.tsx";

const hiding = "a\u202E".repeat(80);
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, hiding]));

test("an approval shows 16,000 hidden characters in parts, and all on request", async () => {
  const { container, press } = await openInterrupts([{ reason: "tool_call", toolCallId: "c1" }], {
    toolCalls: { c1: ["send", JSON.stringify(many(200))] },
  });
  const elementCount = () => container.querySelectorAll("*").length;
  expect(elementCount()).toBeLessThan(2_000);
  expect(screen.getByText(/^[\d,]+ more values are not shown yet\.$/)).toBeVisible();
  await press("Show all");
  expect(screen.queryByText(/not shown yet/)).not.toBeInTheDocument();
  expect(elementCount()).toBeLessThan(4_000);
  expect(container.textContent?.match(/U\+202E/g)).toHaveLength(16_000);
  expect(container.textContent).not.toContain("\u202E");
});

test("an approval with hidden characters in 80 constants renders few elements", async () => {
  const constants = Object.entries(many(80)).map(([name, value]) => [name, { const: value }]);
  const { container, press, resumed } = await openInterrupts(
    [
      {
        reason: "tool_call",
        toolCallId: "c1",
        responseSchema: {
          type: "object",
          properties: { approved: { type: "boolean" }, ...Object.fromEntries(constants) },
          required: ["approved", ...Object.keys(many(80))],
        },
      },
    ],
    { toolCalls: { c1: ["send", "{}"] } },
  );
  expect(container.querySelectorAll("*").length).toBeLessThan(4_000);
  expect(container.textContent).not.toContain("\u202E");
  await press("Approve");
  const [answer] = (await resumed()) ?? [];
  expect(answer?.payload).toEqual({ approved: true, ...many(80) });
});
