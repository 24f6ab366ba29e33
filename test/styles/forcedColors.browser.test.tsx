import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { runError, runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../stories/conversation.tsx";
import { halfAnAnswer, trip } from "../../stories/fixtures.ts";
import { controlGroups } from "../../stories/states/controlGroups.ts";
import { type Control, StateTable } from "../../stories/states/StateTable.tsx";
import { attachSampleFile, people, writeDraft } from "../components/partFixtures.tsx";
import { call, callEvents } from "../store/tools/calls.ts";
import { addStyles } from "./styleChanges.ts";

const force = (value: "active" | "none") => {
  // The types of the session have no commands.
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const features = [{ name: "forced-colors", value }];
  return session.send("Emulation.setEmulatedMedia", { features });
};
const isForced = () => matchMedia("(forced-colors: active)").matches;

beforeAll(async () => {
  await force("active");
  await waitFor(() => expect(isForced()).toBe(true));
});
afterAll(() => force("none"));
beforeEach(() => {
  addStyles("*, *::before, *::after { transition: none !important; animation: none !important; }");
});

const systemColors = [
  ..."Canvas CanvasText LinkText VisitedText ActiveText ButtonFace ButtonText ButtonBorder".split(
    " ",
  ),
  ..."Field FieldText Highlight HighlightText SelectedItem SelectedItemText".split(" "),
  ..."Mark MarkText GrayText".split(" "),
];

const colorProperties = ["color", "fill", "stroke", "background-color"] as const;
const sides = ["top", "right", "bottom", "left"] as const;

/** Returns the colors that an element, or a pseudo-element of it, shows. */
function colorsOf(
  style: CSSStyleDeclaration,
): readonly (readonly [property: string, color: string])[] {
  const read = (property: string) => [property, style.getPropertyValue(property)] as const;
  const borders = sides.filter(
    (side) =>
      style.getPropertyValue(`border-${side}-style`) !== "none" &&
      style.getPropertyValue(`border-${side}-width`) !== "0px",
  );
  return [
    ...colorProperties.map(read),
    ...borders.map((side) => read(`border-${side}-color`)),
    ...(style.outlineStyle === "none" ? [] : [read("outline-color")]),
    ...(style.backgroundImage.includes("gradient") ? [read("background-image")] : []),
  ];
}

/** Returns the elements of the kit below a root with a color that is none of the system. */
function themeColorsIn(root: Element): readonly string[] {
  const probe = document.createElement("i");
  document.body.append(probe);
  const palette = new Set(
    systemColors.map((name) => {
      probe.style.color = name;
      return opaque(getComputedStyle(probe).color);
    }),
  );
  probe.remove();
  // Nothing is painted in these.
  palette.add("none");
  return [...root.querySelectorAll("*")].flatMap((element) =>
    // The paths of icons and the pictures of the user have no box of their own.
    [null, "::before", "::after"].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && (style.content === "none" || style.content === "normal")) return [];
      return colorsOf(style)
        .filter(([, color]) => !palette.has(opaque(color)))
        .map(
          ([property, color]) =>
            `${element.localName}.${element.getAttribute("class")}${pseudo ?? ""} ${property}: ${color}`,
        );
    }),
  );
}

/** Returns a color without its alpha, which a forced background keeps. */
const opaque = (color: string) => color.replace(/^rgba\((\d+, \d+, \d+), [\d.]+\)$/, "rgb($1)");

const approvals: Script = [
  runStarted(),
  ...callEvents([
    call("delete_file", { path: "/a" }, "d1"),
    call("delete_file", { path: "/b" }, "d2"),
  ]),
  runFinished({
    outcome: {
      type: "interrupt",
      interrupts: ["d1", "d2"].map((toolCallId) => ({
        id: toolCallId,
        reason: "tool_call",
        toolCallId,
      })),
    },
  }),
];

async function renderChat(script: Script) {
  const thread = createThread({ agent: scriptedAgent(script), initialMessages: trip });
  onTestFinished(() => thread.stop());
  const { container } = render(
    <div data-theme="dark" style={{ inlineSize: 700, blockSize: 900 }}>
      <ThreadProvider thread={thread}>
        <Chat attachments suggestions={{ static: ["And then?"] }} completions={people} />
      </ThreadProvider>
    </div>,
  );
  void thread.run();
  return { container, thread };
}

describe("no color of the theme is left", () => {
  test("in a chat with approvals, code, a table, tool rows and attachments", async () => {
    const { container } = await renderChat(approvals);
    await screen.findByRole("button", { name: "Approve all (2)" });
    await waitFor(() => expect(container.querySelector("[data-token]")).not.toBeNull());
    for (const row of container.querySelectorAll<HTMLElement>(
      ".agk-tool-call > summary, .agk-reasoning > summary",
    ))
      row.click();
    await waitFor(() => expect(container.querySelector('input[type="file"]')).not.toBeNull());
    attachSampleFile(container);
    await waitFor(() => expect(container.querySelector(".agk-attachment")).not.toBeNull());
    expect(
      container.querySelectorAll(".agk-tool-call, table, .agk-activity").length,
    ).toBeGreaterThan(4);
    expect(themeColorsIn(container)).toEqual([]);
  });

  test("in a chat that streams, with an open menu", async () => {
    const { container } = await renderChat(hangAfter(...halfAnAnswer()));
    await waitFor(() => expect(container.querySelector("[data-streaming]")).not.toBeNull());
    writeDraft(container, "@");
    await waitFor(() => expect(container.querySelector(".agk-completion")).not.toBeNull());
    expect(themeColorsIn(container)).toEqual([]);
  });

  test("in a chat with an error", async () => {
    const { container } = await renderChat([runStarted(), runError("The kitchen is closed")]);
    await waitFor(() => expect(container.querySelector(".agk-error")).not.toBeNull());
    expect(themeColorsIn(container)).toEqual([]);
  });

  test("in a list of threads", async () => {
    const client = createAgentClient({ agent: scriptedAgent([]) });
    for (const threadId of ["One", "Two"])
      client.thread({
        threadId,
        initialMessages: [{ id: threadId, role: "user", content: threadId }],
      });
    const { container } = render(
      <AgentProvider client={client}>
        <ThreadsProvider>
          <ThreadList />
        </ThreadsProvider>
      </AgentProvider>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "One" }));
    await waitFor(() => expect(container.querySelector("[data-current]")).not.toBeNull());
    // The border that marks the shown thread.
    const mark = getComputedStyle(
      container.querySelector("[data-current] > button") as Element,
      "::before",
    );
    expect([mark.content, mark.borderLeftStyle]).toEqual(['""', "solid"]);
    expect(themeColorsIn(container)).toEqual([]);
  });
});

/** True when something marks the edge of a control: a border, a ring, or the line below a link. */
function hasBoundary(element: Element): boolean {
  return ["", "::before", "::after"].some((pseudo) => {
    const style = getComputedStyle(element, pseudo || null);
    const isRendered = pseudo === "" || style.content !== "none";
    const hasBorder = [style.borderBottomWidth, style.borderLeftWidth].some(
      (width) => width !== "0px",
    );
    return (
      isRendered &&
      (hasBorder || style.outlineStyle === "solid" || style.textDecorationLine === "underline")
    );
  });
}

const tables = Object.entries(controlGroups);

async function renderTable(controls: readonly Control[]) {
  const { container } = render(<StateTable controls={controls} />);
  const find = ({ name, target, focusTarget = target }: Control, state: string) =>
    container.querySelector(
      `[data-control="${name}"] > [data-state="${state}"] ${state === "focus" ? focusTarget : target}`,
    );
  await waitFor(() => {
    for (const control of controls)
      if (!control.without?.rest) expect(find(control, "rest"), control.name).not.toBeNull();
  });
  await waitFor(() => expect(container.querySelector("[data-shown]")).not.toBeNull());
  return { container, find };
}

describe.each(tables)("the controls of %s", (_, controls) => {
  test("have an edge, a ring for the focus and a mark under the pointer", async () => {
    const { container, find } = await renderTable(controls);
    const problems: string[] = [];
    for (const control of controls) {
      if (control.without?.rest) continue;
      const rest = find(control, "rest") as Element;
      // The row of a card has the border of the card, a field that of its frame.
      const frame =
        rest.closest(
          control.frame ??
            ".agk-tool-call, .agk-tool-row, .agk-activity, .agk-subagent, .agk-sidebar",
        ) ?? rest;
      if (!hasBoundary(rest) && !hasBoundary(frame)) problems.push(`${control.name} has no edge`);
      if (control.without?.focus) continue;
      const focused = find(control, "focus") as Element;
      const ring = getComputedStyle(focused);
      const focusedFrame = focused.closest(control.frame ?? "*") as Element;
      const isMarked = [focused, focusedFrame].some(
        (element) =>
          getComputedStyle(element).outlineStyle !== "none" &&
          parseFloat(getComputedStyle(element).outlineWidth) >= 2,
      );
      if (!isMarked && getComputedStyle(focused, "::after").opacity !== "1")
        problems.push(`${control.name} has no ring: ${ring.outline}`);
    }
    expect(problems).toEqual([]);
    expect(themeColorsIn(container.querySelector("table") as Element)).toEqual([]);
  });
});
