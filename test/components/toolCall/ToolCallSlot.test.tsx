import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, useId, useReducer, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  endRun,
  expectErrors,
  FrontendTool,
  HumanTool,
  renderOneOfTwo,
  renderToolChat,
  startRun,
  ToolRenderer,
} from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";

/** Renders with hooks of its own. */
function ClickCounter({ status }: Pick<ToolRenderProps, "status">): ReactNode {
  const [count, add] = useReducer((count: number) => count + 1, 0);
  return (
    <button type="button" onClick={add}>
      {`${status}, clicked ${count} times`}
    </button>
  );
}

describe("a tool renderer", () => {
  test("may call hooks, which keep their state while the call progresses", async () => {
    const agent = manualAgent();
    const { begin, user } = renderToolChat(
      agent,
      // Called as a function, so that its hooks belong to the card.
      <FrontendTool name="paint" handler={() => "red"} render={(props) => ClickCounter(props)} />,
    );
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("paint")]));
    await user.click(screen.getByRole("button", { name: "pending, clicked 0 times" }));
    await endRun(agent);
    await startRun(agent);
    expect(screen.getByRole("button", { name: "complete, clicked 1 times" })).toBeVisible();
    await endRun(agent);
  });

  test("uses the `render` of the last render of its component", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const tool = (color: string) => (
      <FrontendTool
        name="paint"
        handler={() => "painted"}
        render={({ result }) => <p>{`${String(result)} ${color}`}</p>}
      />
    );
    const { show, send } = renderToolChat(agent, tool("red"));
    await send();
    expect(screen.getByText("painted red")).toBeVisible();
    show(tool("green"));
    expect(screen.getByText("painted green")).toBeVisible();
  });

  test("is replaced by the default card while its tool has no `render`", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const paint = (hasRender: boolean) => (
      <FrontendTool
        name="paint"
        handler={() => "red"}
        {...(hasRender && { render: () => <p>my card</p> })}
      />
    );
    const { show, send } = renderToolChat(agent, paint(true));
    await send();
    expect(screen.getByText("my card")).toBeVisible();
    show(paint(false));
    expect(screen.queryByText("my card")).not.toBeInTheDocument();
    expect(screen.getByText("Paint")).toBeVisible();
    show(paint(true));
    expect(screen.getByText("my card")).toBeVisible();
  });

  test("remounts when another component takes over, with different hooks", async () => {
    const consoleError = vi.spyOn(console, "error");
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const first = <ToolRenderer key="first" name="paint" render={(props) => ClickCounter(props)} />;
    const second = (
      <ToolRenderer
        key="second"
        name="paint"
        render={() => {
          const id = useId();
          const [text] = useState("another card");
          return <p id={id}>{text}</p>;
        }}
      />
    );
    const { show, send, user } = renderToolChat(agent, first);
    await send();
    await user.click(screen.getByRole("button", { name: "failed, clicked 0 times" }));
    show([first, second]);
    expect(screen.getByText("another card")).toBeVisible();
    show([first]);
    expect(screen.getByRole("button", { name: "failed, clicked 0 times" })).toBeVisible();
    expect(consoleError).not.toHaveBeenCalled();
  });

  test("may be lazy, with the default card while it loads", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    let resolveLoad = (_module: { default: () => ReactNode }) => {};
    const LazyCard = lazy(
      () =>
        new Promise<{ default: () => ReactNode }>((resolve) => {
          resolveLoad = resolve;
        }),
    );
    const { send } = renderToolChat(
      agent,
      <FrontendTool name="paint" handler={() => "red"} render={() => <LazyCard />} />,
    );
    await send();
    expect(screen.getByText("Done", { selector: "p" })).toBeVisible();
    expect(screen.getByText("Paint")).toBeVisible();
    await act(async () => resolveLoad({ default: () => <p>late card</p> }));
    expect(screen.getByText("late card")).toBeVisible();
    expect(screen.queryByText("Paint")).not.toBeInTheDocument();
  });

  test("may contain a component that registers tools", async () => {
    const agent = scriptedAgent(callRun(call("open_form")), textRun("Open"), textRun("Sure"));
    function Form() {
      useFrontendTool({ name: "fill", handler: () => "ok", render: () => <p>filled</p> });
      return <p>the form</p>;
    }
    const { send } = renderToolChat(
      agent,
      <FrontendTool name="open_form" handler={() => "open"} render={() => <Form />} />,
    );
    await send();
    expect(screen.getByText("the form")).toBeVisible();
    await send("Fill it");
    expect(agent.inputs[2]?.tools?.map(({ name }) => name)).toContain("fill");
  });
});

describe("a renderer that throws", () => {
  test("is replaced by the default card until the call progresses", async () => {
    const consoleError = expectErrors();
    const agent = manualAgent();
    const { begin } = renderToolChat(
      agent,
      <ToolRenderer
        name="weather"
        render={({ status, result }) => {
          if (status !== "complete") throw new Error("Nothing to show yet");
          return <p>{`It is ${String(result)}`}</p>;
        }}
      />,
    );
    begin();
    await startRun(agent);
    await emit(agent, ...callEvents([call("weather"), call("news", {}, "c2")], "m1"));
    const log = within(screen.getByRole("log"));
    expect(log.getByText("Weather")).toBeVisible();
    expect(log.getByText("News")).toBeVisible();
    expect(log.getByText("Hi")).toBeVisible();
    expect(consoleError).toHaveBeenCalled();
    await emit(agent, {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "c1",
      content: "sunny",
    });
    expect(log.getByText("It is sunny")).toBeVisible();
    expect(log.queryByText("Weather")).not.toBeInTheDocument();
    await endRun(agent);
  });

  test("recovers when its component renders again", async () => {
    expectErrors();
    const agent = scriptedAgent(callRun(call("weather")));
    const renderer = (text?: string) => (
      <ToolRenderer
        name="weather"
        render={() => {
          if (text === undefined) throw new Error("No text");
          return <p>{text}</p>;
        }}
      />
    );
    const { show, send } = renderToolChat(agent, renderer());
    await send();
    expect(screen.getByText("Weather")).toBeVisible();
    show(renderer("better"));
    expect(screen.getByText("better")).toBeVisible();
    show(renderer());
    expect(screen.getByText("Weather")).toBeVisible();
  });

  test("because its hooks changed is replaced by the default card, and then recovers", async () => {
    expectErrors();
    const agent = scriptedAgent(callRun(call("weather")));
    const renderer = (hooks: number) => (
      <ToolRenderer
        name="weather"
        render={() => {
          const ids = [];
          // biome-ignore lint/correctness/useHookAtTopLevel: the test breaks this rule on purpose
          for (let n = 0; n < hooks; n++) ids.push(useId());
          return <p>{ids.length} hooks</p>;
        }}
      />
    );
    const { show, send } = renderToolChat(agent, renderer(1));
    await send();
    expect(screen.getByText("1 hooks")).toBeVisible();
    show(renderer(3));
    expect(screen.getByText("Weather")).toBeVisible();
    show(renderer(3));
    expect(screen.getByText("3 hooks")).toBeVisible();
  });

  test("because it returns no React child is replaced by the default card", async () => {
    expectErrors();
    const { send } = renderToolChat(
      scriptedAgent(callRun(call("weather"))),
      // Untyped JavaScript can return this.
      <ToolRenderer name="weather" render={() => ({ sky: "clear" }) as unknown as ReactNode} />,
    );
    await send();
    expect(screen.getByText("Weather")).toBeVisible();
    expect(screen.getByText("Hi")).toBeVisible();
  });
});

test("a card does not keep its state for another thread with the same ids", async () => {
  const { show } = await renderOneOfTwo(
    { left: scriptedAgent(callRun(call("ask"))), right: scriptedAgent(callRun(call("ask"))) },
    <HumanTool name="ask" render={(props) => <ClickCounter {...props} />} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "waiting, clicked 0 times" }));
  expect(screen.getByRole("button", { name: "waiting, clicked 1 times" })).toBeVisible();
  show("right");
  expect(screen.getByRole("button", { name: "waiting, clicked 0 times" })).toBeVisible();
});
