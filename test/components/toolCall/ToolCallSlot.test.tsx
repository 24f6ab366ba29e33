import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, useId, useReducer, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import type { ToolRenderProps } from "../../../src/hooks/tools/toolRenderers.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import {
  endRun,
  expectErrors,
  FrontendTool,
  HumanTool,
  renderChat,
  renderOneOfTwo,
  startRun,
  ToolRenderer,
} from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";

/** Draws with hooks of its own, as a renderer may. */
function Counting({ status }: Pick<ToolRenderProps, "status">): ReactNode {
  const [count, add] = useReducer((count: number) => count + 1, 0);
  return (
    <button type="button" onClick={add}>
      {`${status}, clicked ${count} times`}
    </button>
  );
}

describe("what a renderer draws", () => {
  test("may call hooks, which keep their state as the call goes on", async () => {
    const agent = manualAgent();
    const { begin, user } = renderChat(
      agent,
      // Not as a component: what it calls are hooks of the card.
      <FrontendTool name="paint" handler={() => "red"} render={(props) => Counting(props)} />,
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

  test("is what it drew with when its component rendered last", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const tool = (colour: string) => (
      <FrontendTool
        name="paint"
        handler={() => "painted"}
        render={({ result }) => <p>{`${String(result)} ${colour}`}</p>}
      />
    );
    const { show, send } = renderChat(agent, tool("red"));
    await send();
    expect(screen.getByText("painted red")).toBeVisible();
    show(tool("green"));
    expect(screen.getByText("painted green")).toBeVisible();
  });

  test("gives way to the default card when its tool draws no more, and comes back", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const paint = (isDrawn: boolean) => (
      <FrontendTool
        name="paint"
        handler={() => "red"}
        {...(isDrawn && { render: () => <p>my card</p> })}
      />
    );
    const { show, send } = renderChat(agent, paint(true));
    await send();
    expect(screen.getByText("my card")).toBeVisible();
    show(paint(false));
    expect(screen.queryByText("my card")).not.toBeInTheDocument();
    expect(screen.getByText("paint")).toBeVisible();
    show(paint(true));
    expect(screen.getByText("my card")).toBeVisible();
  });

  test("starts afresh when another component draws, with whatever hooks", async () => {
    const complaints = vi.spyOn(console, "error");
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    const one = <ToolRenderer key="one" name="paint" render={(props) => Counting(props)} />;
    const other = (
      <ToolRenderer
        key="other"
        name="paint"
        render={() => {
          const id = useId();
          const [text] = useState("another card");
          return <p id={id}>{text}</p>;
        }}
      />
    );
    const { show, send, user } = renderChat(agent, one);
    await send();
    await user.click(screen.getByRole("button", { name: "failed, clicked 0 times" }));
    show([one, other]);
    expect(screen.getByText("another card")).toBeVisible();
    show([one]);
    expect(screen.getByRole("button", { name: "failed, clicked 0 times" })).toBeVisible();
    expect(complaints).not.toHaveBeenCalled();
  });

  test("may load its code late, and hides nothing but itself meanwhile", async () => {
    const agent = scriptedAgent(callRun(call("paint")), textRun("Done"));
    let loaded = (_module: { default: () => ReactNode }) => {};
    const Late = lazy(
      () =>
        new Promise<{ default: () => ReactNode }>((resolve) => {
          loaded = resolve;
        }),
    );
    const { send } = renderChat(
      agent,
      <FrontendTool name="paint" handler={() => "red"} render={() => <Late />} />,
    );
    await send();
    expect(screen.getByText("Done", { selector: "p" })).toBeVisible();
    expect(screen.getByText("paint")).toBeVisible();
    await act(async () => loaded({ default: () => <p>late card</p> }));
    expect(screen.getByText("late card")).toBeVisible();
    expect(screen.queryByText("paint")).not.toBeInTheDocument();
  });

  test("may hold a component that registers tools itself", async () => {
    const agent = scriptedAgent(callRun(call("open_form")), textRun("Open"), textRun("Sure"));
    function Form() {
      useFrontendTool({ name: "fill", handler: () => "ok", render: () => <p>filled</p> });
      return <p>the form</p>;
    }
    const { send } = renderChat(
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
  test("is replaced by the default card, while all else lives, until the call goes on", async () => {
    const complaints = expectErrors();
    const agent = manualAgent();
    const { begin } = renderChat(
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
    expect(log.getByText("weather")).toBeVisible();
    expect(log.getByText("news")).toBeVisible();
    expect(log.getByText("Hi")).toBeVisible();
    expect(complaints).toHaveBeenCalled();
    await emit(agent, {
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "c1",
      content: "sunny",
    });
    expect(log.getByText("It is sunny")).toBeVisible();
    expect(log.queryByText("weather")).not.toBeInTheDocument();
    await endRun(agent);
  });

  test("recovers with what its component draws next", async () => {
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
    const { show, send } = renderChat(agent, renderer());
    await send();
    expect(screen.getByText("weather")).toBeVisible();
    show(renderer("better"));
    expect(screen.getByText("better")).toBeVisible();
    show(renderer());
    expect(screen.getByText("weather")).toBeVisible();
  });

  test("because it has other hooks than before is replaced too, and then recovers", async () => {
    expectErrors();
    const agent = scriptedAgent(callRun(call("weather")));
    const renderer = (hooks: number) => (
      <ToolRenderer
        name="weather"
        render={() => {
          const ids = [];
          // biome-ignore lint/correctness/useHookAtTopLevel: just what must not be done
          for (let n = 0; n < hooks; n++) ids.push(useId());
          return <p>{ids.length} hooks</p>;
        }}
      />
    );
    const { show, send } = renderChat(agent, renderer(1));
    await send();
    expect(screen.getByText("1 hooks")).toBeVisible();
    show(renderer(3));
    expect(screen.getByText("weather")).toBeVisible();
    show(renderer(3));
    expect(screen.getByText("3 hooks")).toBeVisible();
  });

  test("in an answer that is no React child is contained as well", async () => {
    expectErrors();
    const { send } = renderChat(
      scriptedAgent(callRun(call("weather"))),
      // What plain JavaScript can return.
      <ToolRenderer name="weather" render={() => ({ sky: "clear" }) as unknown as ReactNode} />,
    );
    await send();
    expect(screen.getByText("weather")).toBeVisible();
    expect(screen.getByText("Hi")).toBeVisible();
  });
});

test("the card of one thread keeps nothing for another with the same ids", async () => {
  const { show } = await renderOneOfTwo(
    { left: scriptedAgent(callRun(call("ask"))), right: scriptedAgent(callRun(call("ask"))) },
    <HumanTool name="ask" render={(props) => <Counting {...props} />} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "waiting, clicked 0 times" }));
  expect(screen.getByRole("button", { name: "waiting, clicked 1 times" })).toBeVisible();
  show("right");
  expect(screen.getByRole("button", { name: "waiting, clicked 0 times" })).toBeVisible();
});
