import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { EventInput } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing/readSse.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { renderSurfaces } from "./a2uiChat.tsx";

/** The answer of `@ag-ui/a2ui-middleware` 0.0.10 to a model that calls `render_a2ui` with the names of its prompt. */
const recording = readFileSync(
  join(import.meta.dirname, "../fixtures/a2ui/middleware-0.0.10.sse"),
  "utf8",
);

test("the surface of the middleware is shown, and its action starts the next run", async () => {
  // The middleware wrote these events.
  const events = readSse(recording) as EventInput[];
  const agent = scriptedAgent(events, textRun("Booked."));
  const { thread, user } = renderSurfaces({ agent });
  await act(() => thread.send("Book a trip"));
  expect(thread.getSnapshot().issues).toEqual([]);
  expect(screen.getByRole("heading", { name: "Your trip" })).toBeInTheDocument();
  expect(screen.queryByText("Render a2ui")).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Name" }), " Lovelace");
  await user.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("Booked.")).toBeInTheDocument();
  expect(agent.inputs[1]?.forwardedProps).toMatchObject({
    a2uiAction: {
      userAction: { name: "book", surfaceId: "trip", context: { name: "Ada Lovelace" } },
    },
  });
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
});
