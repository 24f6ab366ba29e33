import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { call, callRun } from "../store/tools/calls.ts";
import { activitySnapshot, renderSurface, renderSurfaces } from "./a2uiChat.tsx";
import {
  activity,
  component,
  create,
  data,
  formOperations,
  surfaceActivity,
  text,
  toolResult,
  update,
  user as userMessage,
} from "./fixtures.ts";

const button = (action: object, properties: object = {}) => [
  component("root", "Button", { child: "label", action, ...properties }),
  text("label", "Book"),
];

describe("a surface in a chat", () => {
  test("shows its components with their data", () => {
    renderSurface(formOperations);
    expect(screen.getByText("Who are you?")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
  });

  test("is shown for a restored tool result, without the card of the call", () => {
    renderSurfaces({
      messages: [
        userMessage("u1"),
        {
          id: "m1",
          role: "assistant",
          toolCalls: [
            { id: "c1", type: "function", function: { name: "show_form", arguments: "{}" } },
          ],
        },
        toolResult("c1", JSON.stringify({ a2ui_operations: formOperations })),
      ],
    });
    expect(screen.getByText("Who are you?")).toBeInTheDocument();
    expect(screen.queryByText("Show form")).toBeNull();
  });

  test("keeps what the user enters while the agent changes another part", async () => {
    const agent = manualAgent();
    const { thread, user } = renderSurface(formOperations, { agent });
    await user.type(screen.getByRole("textbox", { name: "Name" }), " Lovelace");
    void thread.run();
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    const operations = [...formOperations, data("/title", "Welcome")];
    await act(() =>
      agent.emit(activitySnapshot("a2ui-surface-c1", { a2ui_operations: operations })),
    );
    expect(await screen.findByText("Welcome")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
  });

  test("stays as it was when an update is refused", async () => {
    const agent = manualAgent();
    const { thread } = renderSurface(formOperations, { agent });
    void thread.run();
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    const operations = [...formOperations, update([component("root", "Card", { child: 7 })])];
    await act(() =>
      agent.emit(activitySnapshot("a2ui-surface-c1", { a2ui_operations: operations })),
    );
    await act(() => agent.finish());
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
  });

  test("hides the calls with which an agent makes it", async () => {
    const agent = scriptedAgent([callRun(call("render_a2ui", { surfaceId: "s1" }, "c1"))]);
    const { thread } = renderSurfaces({ agent });
    await act(() => thread.send("Show a form"));
    expect(screen.queryByText("Render a2ui")).toBeNull();
  });
});

describe("an action", () => {
  test("starts a run without a message, with the properties of the application", async () => {
    const agent = scriptedAgent(textRun("Booked."));
    const action = { event: { name: "book", context: { who: { path: "/name" } } } };
    const { user } = renderSurface([create(), data("/", { name: "Ada" }), update(button(action))], {
      agent,
      forwardedProps: { tenant: "acme" },
    });
    await user.click(screen.getByRole("button", { name: "Book" }));
    await screen.findByText("Booked.");
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.messages).toEqual([]);
    expect(agent.inputs[0]?.forwardedProps).toEqual({
      tenant: "acme",
      a2uiAction: {
        userAction: {
          name: "book",
          surfaceId: "s1",
          sourceComponentId: "root",
          context: { who: "Ada" },
          timestamp: expect.any(String),
        },
      },
    });
  });

  test("waits for the end of a run", async () => {
    const agent = manualAgent();
    const { thread, user } = renderSurface(
      [create(), update(button({ event: { name: "book" } }))],
      {
        agent,
      },
    );
    void thread.send("Hi");
    await agent.started();
    await user.click(screen.getByRole("button", { name: "Book" }));
    expect(agent.inputs).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Book" })).toHaveAttribute("aria-disabled", "true");
  });

  test("is a link to the web when it opens an address, and no link to other addresses", () => {
    const link = (url: string) => ({ functionCall: { call: "openUrl", args: { url } } });
    const { unmount } = renderSurface([create(), update(button(link("https://example.com/a")))]);
    expect(screen.getByRole("link", { name: "Book" })).toHaveAttribute(
      "href",
      "https://example.com/a",
    );
    unmount();
    renderSurface([create(), update(button(link("javascript:alert(1)")))]);
    expect(screen.queryByRole("link", { name: "Book" })).toBeNull();
  });
});

describe("the state of an agent that makes a surface", () => {
  test("is shown until the surface arrives, and interrupted when the run ends before", async () => {
    const agent = manualAgent();
    const { thread } = renderSurfaces({ agent });
    void thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await act(() => agent.emit(activitySnapshot("a1", { status: "building" })));
    expect(await screen.findByText("Preparing")).toBeInTheDocument();
    const retrying = { status: "retrying", attempt: 2, maxAttempts: 3, errors: [] };
    await act(() => agent.emit(activitySnapshot("a1", retrying)));
    expect(await screen.findByText(/2 of 3|2\/3/)).toBeInTheDocument();
    await act(() => agent.finish());
    expect(await screen.findByText("Interrupted")).toBeInTheDocument();
  });

  test("is a failure with details as far as the agent exposes them", () => {
    const failed = { status: "failed", error: "No root", attempts: 3, maxAttempts: 3 };
    const first = renderSurfaces({
      messages: [activity("a1", { ...failed, debugExposure: "hidden" })],
    });
    expect(screen.getByText("Couldn’t display this properly.")).toBeInTheDocument();
    expect(screen.queryByText("No root")).toBeNull();
    first.unmount();
    renderSurfaces({ messages: [activity("a1", { ...failed, debugExposure: "verbose" })] });
    expect(screen.getByText("No root")).toBeInTheDocument();
  });
});

test("the catalog is sent as context with each run", async () => {
  const agent = scriptedAgent(textRun("Hello."));
  const { thread } = renderSurfaces({ agent });
  await act(() => thread.send("Hi"));
  const [entry] = agent.inputs[0]?.context ?? [];
  expect(entry?.description).toMatch(/^A2UI Component Schema — available components/);
  const value: unknown = JSON.parse(entry?.value ?? "");
  expect(value).toMatchObject({
    catalogId: "https://a2ui.org/specification/v0_9/basic_catalog.json",
    components: { Button: expect.any(Object), DateTimeInput: expect.any(Object) },
  });
});

test("surfaces of several activities are shown in order, each in its place", async () => {
  renderSurfaces({
    messages: [
      surfaceActivity("a1", [create("one"), update([text("root", "First")], "one")]),
      userMessage("u1"),
      surfaceActivity("a2", [create("two"), update([text("root", "Second")], "two")]),
    ],
  });
  await waitFor(() => expect(document.querySelectorAll(".agk-a2ui")).toHaveLength(2));
  const [first, second] = document.querySelectorAll(".agk-a2ui");
  expect(first).toHaveTextContent("First");
  expect(second).toHaveTextContent("Second");
});
