import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import { endRun, FrontendTool, renderToolChat, startRun, ToolRenderer } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

/** Returns the labels of the visible rows of tool calls. */
const labels = (container: HTMLElement) =>
  [...container.querySelectorAll(".agk-tool-label")].map(({ textContent }) => textContent);

describe("the label of a tool call", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is reported once in the console when its function throws", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const error = new Error("no city");
    const fail = () => {
      throw error;
    };
    const { container, send } = renderToolChat(
      scriptedAgent(callRun(call("find_trains", {}, "a"), call("find_trains", {}, "b"))),
      // Another function for each render.
      <ToolRenderer name="find_trains" label={() => fail()} />,
    );
    await send();
    expect(labels(container)).toEqual(["Find trains", "Find trains"]);
    // The second hint names the calls, which stay open.
    expect(warn.mock.calls.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      [expect.stringMatching(/`label` of the tool "find_trains" threw .*"label-threw"/), error],
      [expect.stringMatching(/called the tool "find_trains".*"open-call"/)],
    ]);
  });

  test("is the name of the tool as words without a label", async () => {
    const { container, send } = renderToolChat(
      scriptedAgent(callRun(call("get_weather", {}, "a"), call("findFlights", {}, "b"))),
      null,
    );
    await send();
    expect(labels(container)).toEqual(["Get weather", "Find flights"]);
  });

  test("is a text from the options of a frontend tool or a renderer", async () => {
    const { container, send } = renderToolChat(
      scriptedAgent(callRun(call("paint", {}, "a"), call("search", {}, "b")), textRun("Done")),
      <>
        <FrontendTool name="paint" label="Painting" handler={() => "red"} />
        <ToolRenderer name="search" label="Searching the archive" />
      </>,
    );
    await send();
    expect(labels(container)).toEqual(["Painting", "Searching the archive"]);
  });

  test("is what a function returns for the arguments so far and the status", async () => {
    const agent = manualAgent();
    const { container, begin } = renderToolChat(
      agent,
      <ToolRenderer<{ city: string }, unknown>
        name="get_weather"
        label={({ partialArgs, status }) =>
          `${status === "complete" ? "Checked" : "Checking"} ${partialArgs.city ?? "…"}`
        }
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, {
      type: "TOOL_CALL_START",
      toolCallId: "c1",
      toolCallName: "get_weather",
    });
    expect(labels(container)).toEqual(["Checking …"]);
    await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Ro' });
    expect(labels(container)).toEqual(["Checking Ro"]);
    await emit(
      agent,
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: 'me"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    );
    expect(labels(container)).toEqual(["Checking Rome"]);
    await emit(agent, {
      ...{ type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "Sunny" },
      role: "tool",
    });
    expect(labels(container)).toEqual(["Checked Rome"]);
    await endRun(agent);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no city");
      },
    ],
    ["returns an empty text", () => ""],
  ])("is the name as words when a function %s", async (_case, label) => {
    const { container, send } = renderToolChat(
      scriptedAgent(callRun(call("get_weather"))),
      <ToolRenderer<{ city: string }, unknown> name="get_weather" label={label} />,
    );
    await send();
    expect(labels(container)).toEqual(["Get weather"]);
  });

  test("with the name `*` labels the tools without a label, and is removed with its component", async () => {
    const { container, send, show } = renderToolChat(
      scriptedAgent(callRun(call("paint", {}, "a"), call("look", {}, "b"))),
      <>
        <ToolRenderer name="*" label={({ name }) => `Using ${name}`} />
        <ToolRenderer name="look" label="Looking" />
      </>,
    );
    await send();
    expect(labels(container)).toEqual(["Using paint", "Looking"]);
    show(null);
    expect(labels(container)).toEqual(["Paint", "Look"]);
  });

  test("is in the row of collapsed calls once, and in the status of the run", async () => {
    const gate = createDeferred<string>();
    const { container, begin } = renderToolChat(
      scriptedAgent(
        callRun(call("look", {}, "a"), call("look", {}, "b"), call("read_file", {}, "c")),
        textRun("Done"),
      ),
      <>
        <FrontendTool name="look" label={"Looking\naround"} handler={() => gate.promise} />
        <FrontendTool name="read_file" handler={() => gate.promise} />
      </>,
    );
    begin();
    await waitFor(() =>
      expect(container.querySelector(".agk-run-status")).toHaveTextContent(
        "Running: Looking around, Read file…",
      ),
    );
    await act(async () => gate.resolve("seen"));
    const row = await screen.findByRole("button", { name: /tool calls/ });
    expect(row).toHaveAccessibleName("3 tool calls Looking around, Read file Done");
  });
});
