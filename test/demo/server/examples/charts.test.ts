// @vitest-environment node
import { expect, it } from "vitest";
import { showChartTool } from "../../../../demo/showChartTool.ts";
import { startConversation } from "../../exampleConversation.ts";

/** Starts a conversation in a page that shows charts, or fails to. */
function startWithCharts(handler: () => string) {
  const conversation = startConversation("charts", { hasTools: false });
  conversation.thread.registerTool({ ...showChartTool, handler });
  return conversation;
}

it("fills in the page's chart with as many numbers as there are series, and comments on it", async () => {
  const one = startWithCharts(() => "shown");
  for (const question of ["How was this year?", "Compare our regions", "Which pages are slow?"]) {
    await one.send(question);
    const { args } = one.callOf("show_chart");
    const { series, rows } = args as { series: string[]; rows: { values: number[] }[] };
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map(({ values }) => values.length))).toEqual(new Set([series.length]));
    expect(one.lastAnswer()).toMatch(/\*\*.+\*\*/);
  }
});

it("says what the figures are when the page shows no chart, and when its chart fails", async () => {
  const without = startConversation("charts", { hasTools: false });
  await without.send("How was this year?");
  expect(without.lastAnswer()).toMatch(/^This page shows no charts\. December/);
  const failing = startWithCharts(() => {
    throw new Error("no space");
  });
  await failing.send("How was this year?");
  expect(failing.lastAnswer()).toMatch(/^The chart could not be shown\. December/);
});

it("names the figures that it has when the question is about others", async () => {
  const one = startWithCharts(() => "shown");
  await one.send("Tell me a joke");
  expect(one.lastAnswer()).toContain("three sets of figures");
});
