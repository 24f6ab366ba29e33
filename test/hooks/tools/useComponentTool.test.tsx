import { screen, waitFor } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { useComponentTool } from "../../../src/hooks/tools/useComponentTool.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRun, resultsIn } from "../../store/tools/calls.ts";
import { endRun, renderToolChat, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

const parameters = z.object({ title: z.string(), points: z.array(z.number()) });

interface StreamedChart {
  readonly title?: string;
  readonly points?: readonly number[];
}

function Chart({ title, points = [] }: StreamedChart): ReactNode {
  return <figure aria-label={title}>{points.join(" ")}</figure>;
}

interface ToolProps {
  readonly component?: ComponentType<StreamedChart>;
}

function ChartTool({ component = Chart }: ToolProps): ReactNode {
  useComponentTool({ name: "show_chart", parameters, component });
  return null;
}

const charts = () => screen.queryAllByRole("figure");
const chart = (title: string) => screen.findByRole("figure", { name: title });

/** Renders a chat in which the arguments of a call arrive. */
async function renderStreaming(beside: ReactNode) {
  const agent = manualAgent();
  const { begin } = renderToolChat(agent, beside);
  begin();
  await startRun(agent);
  await emit(agent, { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "show_chart" });
  return {
    agent,
    stream: (delta: string) => emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta }),
    end: () => emit(agent, { type: "TOOL_CALL_END", toolCallId: "c1" }),
  };
}

describe("a component that the agent fills in", () => {
  test("receives its props as they arrive, and keeps its element", async () => {
    const { agent, stream, end } = await renderStreaming(<ChartTool />);
    expect(charts()).toEqual([]);
    await stream('{"title":"Rain","points":[1');
    const figure = await chart("Rain");
    await stream(",2,3]}");
    await waitFor(() => expect(figure).toHaveTextContent("1 2 3"));
    await end();
    await endRun(agent);
    expect(await chart("Rain")).toBe(figure);
  });

  test("is offered with its schema, and answers the agent", async () => {
    const agent = scriptedAgent(
      callRun(call("show_chart", { title: "Rain", points: [1] }, "c1")),
      textRun("There it is."),
    );
    const { send } = renderToolChat(agent, <ChartTool />);
    await send();
    await chart("Rain");
    await screen.findByText("There it is.");
    expect(agent.inputs[0]?.tools).toMatchObject([
      { name: "show_chart", parameters: { properties: { title: {}, points: {} } } },
    ]);
    expect(resultsIn(agent.inputs[1]).c1?.content).toBe("The component is shown to the user.");
  });

  test("gives way to the default card when its arguments are invalid", async () => {
    const agent = scriptedAgent(
      callRun(call("show_chart", { title: "Rain" }, "c1")),
      textRun("Sorry."),
    );
    const { send } = renderToolChat(agent, <ChartTool component={() => <figure />} />);
    await send();
    await screen.findByText("Sorry.");
    expect(charts()).toEqual([]);
    expect(screen.getByText("Failed")).toBeInTheDocument();
  });

  test("gives way to the default card when it throws", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("No canvas");
    };
    const agent = scriptedAgent(
      callRun(call("show_chart", { title: "Rain", points: [1] }, "c1")),
      textRun("Done."),
    );
    const { send } = renderToolChat(agent, <ChartTool component={Broken} />);
    await send();
    await screen.findByText("Done.", { selector: "p" });
    expect(screen.getByText("Show chart")).toBeInTheDocument();
  });
});

describe("complete props", () => {
  interface CompleteChart {
    readonly title: string;
    readonly points: readonly number[];
  }
  const received: CompleteChart[] = [];

  function CompleteTool(): ReactNode {
    useComponentTool({ name: "show_chart", parameters, props: "complete", component: Recorder });
    return null;
  }

  function Recorder(props: CompleteChart): ReactNode {
    received.push(props);
    return <figure aria-label={props.title} />;
  }

  test("are rendered once all have arrived; the default card is shown before", async () => {
    const { agent, stream, end } = await renderStreaming(<CompleteTool />);
    await stream('{"title":"Rain","points":[1');
    expect(screen.getByText("Show chart")).toBeInTheDocument();
    await stream(",2]}");
    await end();
    await endRun(agent);
    await chart("Rain");
    expect(received.every(({ points }) => points.length === 2)).toBe(true);
  });
});

test("a model adds no props that the parameters do not declare", async () => {
  const received: object[] = [];
  const Recorder = (props: StreamedChart) => {
    received.push(props);
    return <figure aria-label={props.title} />;
  };
  const hostile = {
    title: "Rain",
    points: [],
    key: "other",
    ref: "node",
    dangerouslySetInnerHTML: { __html: "<img src=x>" },
    onClick: "alert(1)",
  };
  const agent = scriptedAgent(callRun(call("show_chart", hostile, "c1")), textRun("Done."));
  const { send } = renderToolChat(agent, <ChartTool component={Recorder} />);
  await send();
  await chart("Rain");
  expect(received.length).toBeGreaterThan(0);
  for (const props of received) {
    expect(Object.keys(props).every((name) => ["title", "points"].includes(name))).toBe(true);
  }
});

test("parameters that allow any property still add no HTML", async () => {
  const received: object[] = [];
  function OpenTool(): ReactNode {
    useComponentTool({
      name: "show_chart",
      parameters: { type: "object", additionalProperties: { type: "string" } },
      component: (props: object) => {
        received.push(props);
        return <figure aria-label="Open" />;
      },
    });
    return null;
  }
  const args = { color: "red", dangerouslySetInnerHTML: "<img src=x>" };
  const agent = scriptedAgent(callRun(call("show_chart", args, "c1")), textRun("Done."));
  const { send } = renderToolChat(agent, <OpenTool />);
  await send();
  await chart("Open");
  expect(received.at(-1)).toEqual({ color: "red" });
});
