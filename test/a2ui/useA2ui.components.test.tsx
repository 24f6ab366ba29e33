import { createComponentImplementation } from "@a2ui/react/v0_9";
import { CommonSchemas } from "@a2ui/web_core/v0_9";
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { a2uiComponent } from "../../src/a2ui/a2uiComponent.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing/readSse.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { readRecording } from "../support/recordings.ts";
import { renderSurface, renderSurfaces } from "./a2uiChat.tsx";
import { component, create, data, text, update } from "./fixtures.ts";

const Rating = a2uiComponent(
  {
    name: "Rating",
    props: {
      value: CommonSchemas.DynamicNumber,
      child: CommonSchemas.ComponentId.optional(),
    },
  },
  ({ props, buildChild }) => (
    <div>
      <button onClick={() => props.setValue((props.value ?? 0) + 1)}>Stars: {props.value}</button>
      {props.child && buildChild(props.child)}
    </div>
  ),
);

test("a component of the application reads and writes data, and renders a child", async () => {
  const { user } = renderSurface(
    [
      create(),
      data("/", { stars: 3 }),
      update([
        component("root", "Rating", { value: { path: "/stars" }, child: "a" }),
        text("a", "Good"),
      ]),
    ],
    { components: [Rating] },
  );
  await user.click(screen.getByRole("button", { name: "Stars: 3" }));
  expect(screen.getByRole("button", { name: "Stars: 4" })).toBeInTheDocument();
  expect(screen.getByText("Good")).toBeInTheDocument();
});

test("a component of the application replaces a basic one", () => {
  const Text = a2uiComponent(
    { name: "Text", props: { text: CommonSchemas.DynamicString } },
    ({ props }) => <em>{props.text}</em>,
  );
  renderSurface([create(), update([text("root", "Mine")])], { components: [Text] });
  expect(screen.getByText("Mine").tagName).toBe("EM");
});

test("a component that throws is a note, beside the others", () => {
  const report = console.error;
  console.error = () => {};
  const Broken = a2uiComponent({ name: "Broken", props: {} }, () => {
    throw new Error("broken");
  });
  const components = [
    component("root", "Column", { children: ["a", "b"] }),
    component("a", "Broken"),
    text("b", "Still here"),
  ];
  renderSurface([create(), update(components)], { components: [Broken] });
  console.error = report;
  expect(screen.getByText("Still here")).toBeInTheDocument();
});

test("components of @a2ui/react are components of the application", () => {
  const Flight = createComponentImplementation(
    {
      name: "Flight",
      schema: CommonSchemas.AccessibilityAttributes.pick({}).extend({
        airline: CommonSchemas.DynamicString,
      }),
    },
    ({ props }) => <strong>{props.airline}</strong>,
  );
  renderSurface(
    [
      create(),
      data("/", { airline: "Kit Air" }),
      update([component("root", "Flight", { airline: { path: "/airline" } })]),
    ],
    { components: [Flight] },
  );
  expect(screen.getByText("Kit Air")).toBeInTheDocument();
});

test("the surface of a recorded run is shown once, with the component of the application", async () => {
  const FlightCard = a2uiComponent(
    { name: "FlightCard", props: { airline: CommonSchemas.DynamicString } },
    ({ props }) => <strong>{props.airline}</strong>,
  );
  const recording = readRecording("copilotkit/a2ui-fixed-schema.sse");
  // The tests of the recordings validate the events of this file.
  const events = readSse(new TextDecoder().decode(recording)) as EventInput[];
  const { thread } = renderSurfaces({ agent: scriptedAgent(events), components: [FlightCard] });
  await act(() => thread.send("find flights"));
  expect(screen.getAllByText("United")).toHaveLength(1);
});
