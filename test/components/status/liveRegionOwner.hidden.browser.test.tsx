import "../../../src/styles/index.css";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { afterEach, describe, expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { Announcer } from "../../../src/components/status/Announcer.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts } from "../../hooks/toolChat.tsx";

const REFUSAL = "Answer the question above first";

const places: Element[] = [];

afterEach(() => {
  for (const one of places.splice(0)) one.remove();
});

/** Adds an element outside React to the page. */
function place(): HTMLElement {
  const element = document.createElement("div");
  document.body.append(element);
  places.push(element);
  return element;
}

async function askingThread() {
  const agent = scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }]));
  const thread = createThread({ agent, onSendWithInterrupts: "block" });
  await thread.send("Hello");
  return thread;
}

const HIDDEN: readonly [string, (children: ReactNode) => ReactNode][] = [
  ["a tab that is not displayed", (children) => <div style={{ display: "none" }}>{children}</div>],
  ["a tab that is hidden", (children) => <div hidden>{children}</div>],
  ["an invisible drawer", (children) => <div style={{ visibility: "hidden" }}>{children}</div>],
  ["what takes no part", (children) => <div inert>{children}</div>],
  ["what is hidden from screen readers", (children) => <div aria-hidden="true">{children}</div>],
  ["a closed popover", (children) => <div popover="auto">{children}</div>],
  [
    "closed details",
    (children) => (
      <details>
        <summary>More</summary>
        {children}
      </details>
    ),
  ],
];

describe.each(HIDDEN)("in %s", (_name, hide) => {
  test("a composer does not keep a visible one from announcing a send error", async () => {
    render(
      <ThreadProvider thread={await askingThread()}>
        <section>{hide(<Composer />)}</section>
        <section data-testid="seen">
          <Composer />
        </section>
      </ThreadProvider>,
    );
    const seen = screen.getByTestId("seen");
    const field = seen.querySelector("textarea") as HTMLElement;
    fireEvent.change(field, { target: { value: "Never mind" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(seen.textContent).toContain(REFUSAL);
    expect(seen.querySelector("[role=alert]")?.textContent).toBe(REFUSAL);
  });

  test("a composer does not keep a visible one from announcing that a message waits for its file", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hello")) });
    const attachments = { upload: () => new Promise<never>(() => {}) };
    render(
      <ThreadProvider thread={thread}>
        <section>{hide(<Composer attachments={attachments} />)}</section>
        <section data-testid="seen">
          <Composer attachments={attachments} />
        </section>
      </ThreadProvider>,
    );
    const seen = screen.getByTestId("seen");
    await waitFor(() => expect(seen.querySelector("input[type=file]")).not.toBeNull());
    const files = [new File(["a"], "notes.txt", { type: "text/plain" })];
    fireEvent.change(seen.querySelector("input[type=file]") as Element, { target: { files } });
    await within(seen).findByText("notes.txt");
    const field = seen.querySelector("textarea") as HTMLElement;
    fireEvent.change(field, { target: { value: "Look" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await within(seen).findByText("Will send when the upload finishes.", {
      selector: "[role=status]",
    });
  });

  test("an announcer does not replace an exposed one", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
    render(
      <ThreadProvider thread={thread}>
        <section data-testid="seen">
          <Announcer />
        </section>
        <section>{hide(<Announcer />)}</section>
      </ThreadProvider>,
    );
    await act(() => thread.send("Hello"));
    await waitFor(() => expect(document.body.textContent).toContain("The answer"));
    expect(screen.getByTestId("seen").textContent).toContain("The answer");
  });
});

describe("with two open dialogs", () => {
  async function speakIn(names: readonly string[], open: readonly string[], className?: string) {
    const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
    render(
      <ThreadProvider thread={thread}>
        <style>{".bare::backdrop { display: none }"}</style>
        {names.map((name) => (
          <dialog key={name} data-testid={name} className={className}>
            <Announcer />
          </dialog>
        ))}
      </ThreadProvider>,
    );
    for (const name of open) screen.getByTestId<HTMLDialogElement>(name).showModal();
    await act(() => thread.send("Hello"));
    await waitFor(() => expect(document.body.textContent).toContain("The answer"));
    return names.filter((name) => screen.getByTestId(name).textContent?.includes("The answer"));
  }

  test.each([[["front", "behind"]], [["behind", "front"]]])(
    "the topmost one announces, with the DOM order %j",
    async (names) => {
      expect(await speakIn(names, ["behind", "front"])).toEqual(["front"]);
    },
  );

  test("the last one announces when the page stays clickable beside them", async () => {
    expect(await speakIn(["behind", "front"], ["behind", "front"], "bare")).toEqual(["front"]);
  });
});

describe("an open dialog", () => {
  async function speakBeside(mount: (dialog: HTMLDialogElement) => Element | ShadowRoot) {
    const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
    const dialog = document.createElement("dialog");
    const inside = mount(dialog);
    dialog.showModal();
    const { container } = render(
      <ThreadProvider thread={thread}>
        {/* A shadow root works as a portal target, although the types do not allow it. */}
        {createPortal(<Announcer />, inside as Element)}
        <Announcer />
      </ThreadProvider>,
    );
    await act(() => thread.send("Hello"));
    const announced = () =>
      [inside, container].map((one) => one.textContent?.includes("The answer"));
    await waitFor(() => expect(announced()).toContain(true));
    return announced();
  }

  test("announces from a shadow root inside", async () => {
    const mount = (dialog: HTMLDialogElement) => {
      const host = document.createElement("div");
      dialog.append(host);
      place().append(dialog);
      return host.attachShadow({ mode: "open" });
    };
    expect(await speakBeside(mount)).toEqual([true, false]);
  });

  test("announces when it is in a shadow root itself", async () => {
    const mount = (dialog: HTMLDialogElement) => {
      place().attachShadow({ mode: "open" }).append(dialog);
      return dialog;
    };
    expect(await speakBeside(mount)).toEqual([true, false]);
  });

  test("announces when its shadow root is nested in another one", async () => {
    const mount = (dialog: HTMLDialogElement) => {
      const host = document.createElement("div");
      place().attachShadow({ mode: "open" }).append(host);
      host.attachShadow({ mode: "open" }).append(dialog);
      return dialog;
    };
    expect(await speakBeside(mount)).toEqual([true, false]);
  });

  test("announces although the page around it is hidden because of it", async () => {
    const mount = (dialog: HTMLDialogElement) => {
      const around = place();
      around.inert = true;
      around.append(dialog);
      return dialog;
    };
    expect(await speakBeside(mount)).toEqual([true, false]);
  });
});

test("the last of two exposed announcers announces", async () => {
  const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
  render(
    <ThreadProvider thread={thread}>
      {["first", "last"].map((name) => (
        <section key={name} data-testid={name}>
          <Announcer />
        </section>
      ))}
    </ThreadProvider>,
  );
  await act(() => thread.send("Hello"));
  await waitFor(() => expect(screen.getByTestId("last").textContent).toContain("The answer"));
  expect(screen.getByTestId("first").textContent).not.toContain("The answer");
});

test("an announcer in a slot of a hidden element is not exposed", async () => {
  const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
  const host = place();
  host.attachShadow({ mode: "open" }).innerHTML = "<p aria-hidden=true><slot></slot></p>";
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Announcer />
      {createPortal(<Announcer />, host)}
    </ThreadProvider>,
  );
  await act(() => thread.send("Hello"));
  await waitFor(() => expect(document.body.textContent).toContain("The answer"));
  expect(container.textContent).toContain("The answer");
});
