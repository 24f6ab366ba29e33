import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { mergeStrings } from "../../../src/components/strings/mergeStrings.ts";
import { englishStrings, type StringsOverride } from "../../../src/components/strings/strings.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { call, callRun } from "../../store/tools/calls.ts";

const fail = () => {
  throw new Error("no text");
};

/** Replaces each function in a set of texts by one that throws. */
function breakFunctions(texts: object): StringsOverride {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, unknown][] => {
      if (typeof value === "function") return [[key, fail]];
      return typeof value === "object" ? [[key, breakFunctions(value)]] : [];
    }),
  );
}

test("a text function that throws is replaced by the built-in one, and reported once", () => {
  const errors = expectErrors();
  const runningTools = vi.fn(fail);
  const merged = mergeStrings(englishStrings, {
    runningTools,
    queue: { moved: (at) => `At ${at}` },
  });
  for (let times = 0; times < 3; times++)
    expect(merged.runningTools(["Paint"])).toBe(englishStrings.runningTools(["Paint"]));
  expect(runningTools).toHaveBeenCalledTimes(3);
  expect(errors).toHaveBeenCalledTimes(1);
  expect(merged.queue.moved(2, 3)).toBe("At 2");
  expect(merged.queue.added).toBe(englishStrings.queue.added);
});

test("a fault of a function that each render creates again is reported once", () => {
  const errors = expectErrors();
  for (let renders = 0; renders < 3; renders++) {
    const fails = (): never => {
      throw new Error("no text of today");
    };
    const merged = mergeStrings(englishStrings, {
      queue: { moved: fails },
      interrupt: { approveAll: fails },
    });
    expect(merged.queue.moved(2, 3)).toBe(englishStrings.queue.moved(2, 3));
    expect(merged.interrupt.approveAll(2)).toBe(englishStrings.interrupt.approveAll(2));
  }
  // Once for each text.
  expect(errors).toHaveBeenCalledTimes(2);
});

test.each([
  ["a symbol", Symbol("odd")],
  ["an object without text", Object.create(null)],
])("a text function that throws %s is replaced by the built-in one", (_, thrown) => {
  const errors = expectErrors();
  const merged = mergeStrings(englishStrings, {
    runningTools: () => {
      throw thrown;
    },
  });
  expect(merged.runningTools([])).toBe(englishStrings.runningTools([]));
  expect(errors).toHaveBeenCalledTimes(1);
});

/** A text that is no text, as an application without types may pass it. */
const untyped = (texts: object): StringsOverride => JSON.parse(JSON.stringify(texts));

test.each([
  ["null for a text", { chat: null }, "strings.chat"],
  ["a number for a function", { threads: { archived: 3 } }, "strings.threads.archived"],
  ["null for a group", { threads: null }, "strings.threads"],
  ["a text for a group", { queue: "Queue" }, "strings.queue"],
  ["a group for a text", { retry: { label: "Again" } }, "strings.retry"],
  ["null within a group", { surface: { close: null } }, "strings.surface.close"],
  ["a language that no browser knows", { threads: { language: "en_US" } }, "en-US"],
])("%s is replaced by the built-in text, and reported once with its name", (_, texts, named) => {
  const errors = expectErrors();
  for (let times = 0; times < 3; times++) {
    const merged = mergeStrings(englishStrings, untyped(texts));
    expect(Object.keys(merged.threads)).toEqual(Object.keys(englishStrings.threads));
    expect(merged.threads.archived(2)).toBe("Archived (2)");
    expect(merged.threads.language).toBe("en");
    expect([merged.chat, merged.retry, merged.surface.close]).toEqual([
      "Chat",
      "Try again",
      "Close chat",
    ]);
  }
  expect(errors).toHaveBeenCalledTimes(1);
  expect(String(errors.mock.calls[0]?.[0])).toContain(named);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["an object", {}],
  ["a promise", Promise.resolve("Archived")],
])("a text function that returns %s is replaced by the built-in one", (_, returned) => {
  expectErrors();
  const threads: Record<string, unknown> = { archived: () => returned };
  const merged = mergeStrings(englishStrings, { threads });
  expect(merged.threads.archived(2)).toBe("Archived (2)");
});

test("a chat whose text functions all throw runs a tool and shows the answer", async () => {
  expectErrors();
  const thread = createThread({
    agent: scriptedAgent(callRun(call("paint"), call("wash", {}, "c2")), textRun("Done.")),
  });
  let finish = () => {};
  thread.registerTool({
    name: "paint",
    handler: () => new Promise<void>((resolve) => (finish = resolve)),
  });
  thread.registerTool({ name: "wash", handler: () => "clean" });
  render(
    <ThreadProvider thread={thread}>
      <Chat strings={breakFunctions(englishStrings)} />
    </ThreadProvider>,
  );
  const sent = thread.send("Hi");
  expect(await screen.findByText(/^Running: paint/i)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Message" })).toBeEnabled();
  await act(async () => {
    finish();
    await sent;
  });
  expect(await screen.findByText("Done.")).toBeVisible();
  expect(screen.getByRole("status")).not.toBeEmptyDOMElement();
});
