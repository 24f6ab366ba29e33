import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { useAttachments } from "../../../src/components/composer/attachments/useAttachments.ts";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { drafts } from "../../../src/components/composer/draft.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts } from "../../hooks/toolChat.tsx";

const WORDS = "Answer the question above first";
const fields = () => screen.getAllByRole("textbox", { name: "Message" });
const send = (field: HTMLElement | undefined) =>
  fireEvent.keyDown(field as HTMLElement, { key: "Enter" });

async function renderInterruptChat(names: readonly string[]) {
  const agent = scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }]));
  const thread = createThread({ agent, onSendWithInterrupts: "block" });
  await thread.send("Hello");
  const view = (shown: readonly string[]) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        {shown.map((name) => (
          <section aria-label={name} key={name}>
            <Composer />
          </section>
        ))}
      </ThreadProvider>
    </StrictMode>
  );
  const { rerender } = render(view(names));
  fireEvent.change(fields()[0] as HTMLElement, { target: { value: "Never mind" } });
  return { thread, show: (shown: readonly string[]) => rerender(view(shown)) };
}

const shownIn = (name: string) =>
  within(screen.getByRole("region", { name })).getByText(WORDS, { selector: "p" });

test("a send error is announced by one of two composers and shown by both", async () => {
  await renderInterruptChat(["page", "popup"]);
  send(fields()[1]);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  for (const name of ["page", "popup"]) expect(shownIn(name)).toBeVisible();
});

test("a send error is announced again each time, whichever composer sends", async () => {
  await renderInterruptChat(["page", "popup"]);
  for (const field of [0, 1, 1, 0]) {
    const before = screen.queryByRole("alert");
    send(fields()[field]);
    const [alert, ...others] = screen.getAllByRole("alert");
    expect(alert).not.toBe(before);
    expect(others).toEqual([]);
  }
});

test("the remaining composer announces the next send error", async () => {
  const { show } = await renderInterruptChat(["page", "popup"]);
  send(fields()[0]);
  show(["popup"]);
  send(fields()[0]);
  expect(within(screen.getByRole("region", { name: "popup" })).getByRole("alert")).toBeVisible();
});

test("the remaining composer does not repeat an announced error", async () => {
  const { show } = await renderInterruptChat(["page", "popup"]);
  send(fields()[0]);
  expect(within(screen.getByRole("region", { name: "page" })).getByRole("alert")).toBeVisible();
  show(["popup"]);
  fireEvent.change(fields()[0] as HTMLElement, { target: { value: "Never mind at all" } });
  expect(shownIn("popup")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a composer that mounts later does not repeat an announced error", async () => {
  const { show } = await renderInterruptChat(["page"]);
  send(fields()[0]);
  expect(screen.getByRole("alert")).toHaveTextContent(WORDS);
  show([]);
  show(["popup"]);
  expect(shownIn("popup")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a composer that mounts later announces an error that occurred without one", async () => {
  const { thread, show } = await renderInterruptChat(["page"]);
  send(fields()[0]);
  show([]);
  drafts.updateState(thread, (before) => ({
    ...before,
    sendError: { reason: "answerFirst", id: 1e9 },
  }));
  show(["popup"]);
  expect(screen.getByRole("alert")).toHaveTextContent(WORDS);
});

describe("a message that waits for its file", () => {
  const WAITS = "Will send when the upload finishes.";

  test("is announced by one of two composers each time, and readable in the other", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hello")) });
    const attachments = { upload: () => new Promise<never>(() => {}) };
    const { container } = render(
      <StrictMode>
        <ThreadProvider thread={thread}>
          <Composer attachments={attachments} />
          <Composer attachments={attachments} />
        </ThreadProvider>
      </StrictMode>,
    );
    const inputs = () => container.querySelectorAll("input[type=file]");
    await waitFor(() => expect(inputs()).toHaveLength(2));
    const file = new File(["a"], "notes.txt", { type: "text/plain" });
    fireEvent.change(inputs()[0] as Element, { target: { files: [file] } });
    await waitFor(() => expect(screen.getAllByText("notes.txt")).toHaveLength(2));
    for (const at of [0, 1]) {
      // A changed text is sent when it is submitted again.
      fireEvent.change(fields()[at] as HTMLElement, { target: { value: `Look ${at}` } });
      expect(screen.queryByText(WAITS)).toBeNull();
      send(fields()[at]);
      const announced = await screen.findAllByText(WAITS, { selector: "[role=status]" });
      expect(announced).toHaveLength(1);
      const shown = screen.getAllByText(WAITS, { selector: "p" });
      expect(shown.map((one) => one.getAttribute("aria-hidden"))).toEqual(["true", "false"]);
    }
  });
});

describe("a refused file", () => {
  async function renderAttaching() {
    const thread = createThread({ agent: scriptedAgent(textRun("Hello")) });
    const Own = () => {
      const { add } = useAttachments({ accept: "image/*" });
      return <button onClick={() => add([text()])}>Take it</button>;
    };
    const { container } = render(
      <StrictMode>
        <ThreadProvider thread={thread}>
          <Composer attachments={{ accept: "image/*" }} />
          <Composer attachments={{ accept: "image/*" }} />
          <Own />
        </ThreadProvider>
      </StrictMode>,
    );
    const inputs = () => container.querySelectorAll("input[type=file]");
    await waitFor(() => expect(inputs()).toHaveLength(2));
    const attach = (at: number) =>
      fireEvent.change(inputs()[at] as Element, { target: { files: [text()] } });
    return { attach };
  }

  const text = () => new File(["a"], "notes.txt", { type: "text/plain" });
  const shown = () => screen.getAllByText(/notes\.txt/, { selector: "p" });

  test("is announced by one of two composers each time, and shown by both", async () => {
    const { attach } = await renderAttaching();
    for (const at of [0, 1, 1, 0]) {
      const before = screen.queryByRole("alert");
      attach(at);
      const [alert, ...others] = screen.getAllByRole("alert");
      expect(alert).not.toBe(before);
      expect(others).toEqual([]);
      expect(shown()).toHaveLength(2);
    }
  });

  test("is not announced again by a composer that mounts later", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hello")) });
    const view = (names: readonly string[]) => (
      <ThreadProvider thread={thread}>
        {names.map((name) => (
          <Composer attachments={{ accept: "image/*" }} key={name} />
        ))}
      </ThreadProvider>
    );
    const { container, rerender } = render(view(["page"]));
    const input = await waitFor(() => {
      const found = container.querySelector("input[type=file]");
      expect(found).not.toBeNull();
      return found as Element;
    });
    fireEvent.change(input, { target: { files: [text()] } });
    expect(screen.getByRole("alert")).toHaveTextContent("notes.txt");
    rerender(view(["popup"]));
    await waitFor(() => expect(shown()).toHaveLength(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is announced each time when the application added it", async () => {
    await renderAttaching();
    let before: HTMLElement | undefined;
    for (let times = 0; times < 2; times += 1) {
      fireEvent.click(screen.getByRole("button", { name: "Take it" }));
      const alert = screen.getByRole("alert");
      expect(alert).toHaveTextContent("notes.txt");
      expect(alert).not.toBe(before);
      before = alert;
    }
  });
});
