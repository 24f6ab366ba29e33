import { CommonSchemas } from "@a2ui/web_core/v0_9";
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { a2uiComponent } from "../../src/a2ui/a2uiComponent.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { activitySnapshot, renderSurface } from "./a2uiChat.tsx";
import { component, create, data, update } from "./fixtures.ts";

/** Texts in the order in which they were rendered. */
let rendered: string[] = [];
beforeEach(() => {
  rendered = [];
});

const Counted = a2uiComponent(
  { name: "Counted", props: { text: CommonSchemas.DynamicString } },
  ({ props }) => {
    rendered.push(String(props.text));
    return <p>{props.text}</p>;
  },
);

const ids = Array.from({ length: 200 }, (_, index) => `c${index}`);
const counted = (id: string, value: unknown = id) => component(id, "Counted", { text: value });
const operations = [
  create(),
  data("/", { name: "Ada" }),
  update([
    component("root", "Column", { children: ids }),
    counted("c0", { path: "/name" }),
    ...ids.slice(1).map((id) => counted(id)),
  ]),
];

async function renderRunning() {
  const agent = manualAgent();
  const { thread } = renderSurface(operations, { agent, components: [Counted] });
  void thread.run();
  const { threadId, runId } = await act(() => agent.started());
  await act(() => agent.emit({ type: "RUN_STARTED", threadId, runId }));
  const change = (...added: readonly object[]) => {
    const content = { a2ui_operations: structuredClone([...operations, ...added]) };
    return act(() => agent.emit(activitySnapshot("a2ui-surface-c1", content)));
  };
  return { agent, change };
}

test("a surface renders each component once", () => {
  renderSurface(operations, { components: [Counted] });
  expect(rendered).toHaveLength(200);
});

test("an update of one component renders one component", async () => {
  const { change } = await renderRunning();
  rendered = [];
  await change(update([counted("c7", "Changed")]));
  await screen.findByText("Changed");
  expect(rendered).toEqual(["Changed"]);
});

test("an update of data renders the components that show the data", async () => {
  const { change } = await renderRunning();
  rendered = [];
  await change(data("/name", "Bo"));
  await screen.findByText("Bo");
  expect(rendered).toEqual(["Bo"]);
});

test("a component that arrives later renders by itself", async () => {
  const { change } = await renderRunning();
  rendered = [];
  await change(
    update([
      component("root", "Column", { children: [...ids.slice(0, 3), "late"] }),
      counted("late"),
    ]),
  );
  await screen.findByText("late");
  expect(rendered).toEqual(["late"]);
});
