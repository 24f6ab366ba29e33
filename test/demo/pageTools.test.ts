// @vitest-environment node
import { describe, expect, it } from "vitest";
import { startConversation } from "./exampleConversation.ts";

const errorsIn = ({ thread }: ReturnType<typeof startConversation>) =>
  thread
    .getSnapshot()
    .messages.flatMap((message) => (message.role === "tool" ? (message.error ?? "none") : []));

describe("theme example", () => {
  it("calls the page’s tool and reports its result", async () => {
    const one = startConversation("theme");
    await one.send("Make the page dark");
    expect(one.callOf("set_theme").args).toEqual({ theme: "dark" });
    expect(one.lastAnswer()).toMatch(/The page is dark now; before, it followed your system/);
    await one.send("and light, please");
    expect(one.lastAnswer()).toMatch(/light now; before, it was dark/);
    await one.send("light");
    expect(one.lastAnswer()).toBe("The page is light already.");
  });

  it("switches through several themes and restores the previous one", async () => {
    const one = startConversation("theme");
    await one.send("make it light");
    await one.send("Show me both, then change it back");
    const calledTools = one.inputs
      .at(-1)
      ?.messages.flatMap((message) =>
        message.role === "assistant"
          ? (message.toolCalls ?? []).map((call) => JSON.parse(call.function.arguments).theme)
          : [],
      );
    expect(calledTools).toEqual(["light", "dark", "light", "light"]);
    expect(one.lastAnswer()).toBe("Those were both. The page is light again.");
  });

  it("reports a missing tool and a failed tool", async () => {
    const without = startConversation("theme", { hasTools: false });
    await without.send("dark");
    expect(without.lastAnswer()).toContain("does not let me");
    const broken = startConversation("theme", { hasTools: false });
    broken.thread.registerTool({
      name: "set_theme",
      handler: () => {
        throw new Error("the paint is dry");
      },
    });
    await broken.send("dark");
    expect(broken.lastAnswer()).toContain("the paint is dry");
  });
});

describe("picture example with a failing tool", () => {
  it("reads the limit from the tool's error and calls again", async () => {
    const one = startConversation("draw");
    await one.send("Draw the mountains at dusk");
    expect(errorsIn(one)).toEqual([
      "3200 × 2000 is too large. This page draws 640 × 400 pixels at most.",
      "none",
    ]);
    expect(one.callOf("draw_picture").args).toMatchObject({ width: 640, height: 400 });
    expect(one.lastAnswer()).toBe(
      "The mountains at dusk: 640 × 400 pixels, 1 kB. It worked at the second try.",
    );
  });

  it("replaces an invalid value with one from the tool’s schema", async () => {
    const one = startConversation("draw");
    await one.send("Draw the sea by moonlight");
    expect(errorsIn(one)).toEqual(["invalid arguments", expect.stringMatching(/large/), "none"]);
    expect(one.callOf("draw_picture").args).toMatchObject({ motif: "sea", light: "night" });
    expect(one.lastAnswer()).toContain("third try");
  });

  it("stops after an error without a correction", async () => {
    const one = startConversation("draw", { hasTools: false });
    one.thread.registerTool({
      name: "draw_picture",
      handler: () => {
        throw new Error("no ink");
      },
    });
    await one.send("Draw the dunes");
    expect(errorsIn(one)).toEqual(["no ink"]);
    expect(one.lastAnswer()).toContain("no ink");
  });

  it("stops retrying after four failed calls", async () => {
    const one = startConversation("draw", { hasTools: false });
    one.thread.registerTool<{ width: number; height: number }>({
      name: "draw_picture",
      handler: ({ width, height }) => {
        throw new Error(`${width - 100} × ${height - 100} pixels at most`);
      },
    });
    await one.send("Draw the dunes");
    expect(errorsIn(one)).toHaveLength(4);
    expect(one.lastAnswer()).toContain("often enough");
  });

  it("reports a missing picture when the result contains none", async () => {
    const one = startConversation("draw", { hasTools: false });
    one.thread.registerTool({ name: "draw_picture", handler: () => "Done" });
    await one.send("Draw the dunes");
    expect(one.lastAnswer()).toContain("sent no picture");
  });
});
