import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DocumentPanel } from "../../../demo/app/document/DocumentPanel.tsx";
import { DraftProvider } from "../../../demo/app/document/DraftProvider.tsx";
import { useReviewDocument } from "../../../demo/app/document/useReviewDocument.tsx";
import { RecipePanel } from "../../../demo/app/recipe/RecipePanel.tsx";
import { StatePanel } from "../../../demo/app/StatePanel.tsx";
import { confirmChangesTool } from "../../../demo/pageTools.ts";
import { Chat, createThread, type Thread, ThreadProvider } from "../../../src/index.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { readSse, type Script, scriptedAgent } from "../../../src/testing.ts";
import writtenOver from "../../fixtures/recordings/langgraph/predictive-state.1.sse?raw";
import writtenOn from "../../fixtures/recordings/langgraph/predictive-state.2.sse?raw";
import starterSteps from "../../fixtures/recordings/server-starter/agentic-generative-ui.sse?raw";
import starterDocument from "../../fixtures/recordings/server-starter/predictive-state.1.sse?raw";
import starterAnswer from "../../fixtures/recordings/server-starter/predictive-state.2.sse?raw";
import starterRecipe from "../../fixtures/recordings/server-starter/shared-state.sse?raw";
import strandsSteps from "../../fixtures/recordings/strands/agentic-generative-ui.sse?raw";
import strandsRecipe from "../../fixtures/recordings/strands/shared-state.sse?raw";
import { createDeferred } from "../../support/deferred.ts";

// Reads a recording of a server that sent AG-UI events.
const eventsOf = (text: string) => readSse(text) as EventInput[];

const indexOf = (events: readonly EventInput[], type: EventInput["type"], nth = 0) =>
  events.flatMap((event, index) => (event.type === type ? [index] : []))[nth] ?? -1;

/** Returns the user message in a recorded snapshot. */
function readUserMessage(recording: string): string {
  const messages = eventsOf(recording).flatMap((event) =>
    event.type === "MESSAGES_SNAPSHOT" ? event.messages : [],
  );
  return String(messages.find(({ role }) => role === "user")?.content ?? "Hello");
}

interface Stage {
  readonly thread: Thread;
  /** Resumes the paused recording. */
  readonly resumeRecording: () => void;
}

/** Renders a panel beside an agent that plays recordings, and pauses the first one at an event. */
async function show(
  panel: ReactElement,
  { recordings, stopAt }: { recordings: readonly string[]; stopAt?: (e: EventInput[]) => number },
): Promise<Stage> {
  await page.viewport(1280, 800);
  const gate = createDeferred();
  const scripts = recordings.map((text, run): Script => {
    const events = eventsOf(text);
    const at = (run === 0 && stopAt?.(events)) || events.length;
    const wait = async () => {
      await gate.promise;
      return undefined;
    };
    return [...events.slice(0, at), ...(at < events.length ? [wait] : []), ...events.slice(at)];
  });
  const thread = createThread({ agent: scriptedAgent(...scripts) });
  render(
    <ThreadProvider thread={thread}>
      <Review />
      <DraftProvider>
        {panel}
        <Chat style={{ blockSize: 400 }} />
      </DraftProvider>
    </ThreadProvider>,
  );
  await waitFor(() => expect(thread.getTool(confirmChangesTool.name)).toBeDefined());
  // The recorded message, because the page ignores calls that a snapshot lists after another one.
  void thread.send(readUserMessage(recordings[0] ?? ""));
  return { thread, resumeRecording: () => gate.resolve() };
}

function Review(): null {
  useReviewDocument();
  return null;
}

afterEach(cleanup);

const panelNamed = (name: string) => screen.findByRole("complementary", { name });
const values = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole<HTMLInputElement>("textbox")
    .map(({ value }) => value);

describe("recipe card with recorded servers", () => {
  it("shows the recipe that Strands predicts during streaming, marked as unfinished", async () => {
    const { resumeRecording } = await show(<RecipePanel />, {
      recordings: [strandsRecipe],
      stopAt: (events) => indexOf(events, "STATE_SNAPSHOT", 1) - 4,
    });
    const card = await panelNamed("Recipe card");
    await waitFor(() => expect(values(card)).toContain("Pasta al Pomodoro"));
    expect(within(card).getByText(/The agent is writing this/)).toBeVisible();
    expect(values(card)).toContain("Spaghetti");
    expect(within(card).queryByText(/not sent yet/i)).toBeNull();
    resumeRecording();
    await waitFor(() => expect(within(card).queryByText(/The agent is writing this/)).toBeNull());
    expect(values(card)).toEqual([
      "Pasta al Pomodoro",
      "400 g",
      "Tomatoes",
      "320 g",
      "Spaghetti",
      "",
    ]);
    expect(within(card).getByText("Mix with the sauce")).toBeVisible();
  });

  it("preserves the user's edit after the server's last snapshot", async () => {
    const { thread, resumeRecording } = await show(<RecipePanel />, {
      recordings: [strandsRecipe],
      stopAt: (events) => indexOf(events, "TEXT_MESSAGE_START"),
    });
    const card = await panelNamed("Recipe card");
    await waitFor(() => expect(values(card)).toContain("Tomatoes"));
    await userEvent.fill(within(card).getByRole("textbox", { name: /^Title/ }), "Nonna’s pasta");
    resumeRecording();
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    expect(values(card)[0]).toBe("Nonna’s pasta");
    expect(within(card).getByText("✎ not sent yet")).toBeVisible();
  });

  it("shows a recipe without a title from the protocol's server starter", async () => {
    await show(<StatePanel />, { recordings: [starterRecipe] });
    const card = await panelNamed("Recipe card");
    expect(values(card)).toContain("chicken breast");
    expect(within(card).getByText("Slice and wrap in lettuce.")).toBeVisible();
    expect(within(card).queryByRole("group", { name: "Servings" })).toBeNull();
  });
});

describe("document panel with recorded servers", () => {
  const story = "Once there was a pirate named Candy Beard.";

  it("shows the document that LangGraph streams as a draft, and requests a review at its end", async () => {
    const { resumeRecording } = await show(<DocumentPanel />, {
      recordings: [writtenOver, writtenOn],
      stopAt: (events) => indexOf(events, "TOOL_CALL_END"),
    });
    const panel = await panelNamed("Document");
    await within(panel).findByText(story);
    expect(within(panel).getByText("Writing draft…")).toBeVisible();
    resumeRecording();
    await within(panel).findByText("Draft needs your review");
    await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
    await within(panel).findByText("Accepted");
    expect(within(panel).getByText(story)).toBeVisible();
    await screen.findByText("I wrote the story.");
  });

  it("restores the previous document when the user rejects the draft", async () => {
    const { thread } = await show(<DocumentPanel />, {
      recordings: [starterDocument, starterAnswer],
    });
    const panel = await panelNamed("Document");
    await within(panel).findByText(/^Once upon a time, there was a dog named Max/);
    await userEvent.click(await screen.findByRole("button", { name: "Reject" }));
    await within(panel).findByText("Empty");
    await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    expect(within(panel).queryByText(/Max/)).toBeNull();
  });
});

describe("plan panel with recorded servers", () => {
  it("checks off the server starter's steps one by one", async () => {
    const { resumeRecording } = await show(<StatePanel />, {
      recordings: [starterSteps],
      stopAt: (events) => indexOf(events, "STATE_DELTA", 3),
    });
    const panel = await panelNamed("Plan");
    await within(panel).findByText("3 of 10 done");
    expect(within(panel).getAllByRole("listitem")[2]).toHaveTextContent("Done: Step 3");
    expect(within(panel).getAllByRole("listitem")[3]).toHaveTextContent("To do: Step 4");
    resumeRecording();
    await within(panel).findByText("10 of 10 done");
  });

  it("shows the steps that Strands predicts until the last snapshot removes them", async () => {
    const { resumeRecording } = await show(<StatePanel />, {
      recordings: [strandsSteps],
      stopAt: (events) => indexOf(events, "TOOL_CALL_END"),
    });
    const panel = await panelNamed("Plan");
    await within(panel).findByText("The agent is still planning.");
    expect(within(panel).getByText("Mixing batter")).toBeVisible();
    resumeRecording();
    await waitFor(() => expect(screen.queryByRole("complementary", { name: "Plan" })).toBeNull());
    await screen.findByText("All steps are done.");
  });
});
