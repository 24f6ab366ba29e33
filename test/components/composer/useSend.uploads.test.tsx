import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Fragment, StrictMode, useState } from "react";
import { expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { useDraft } from "../../../src/components/composer/draft.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, endRun } from "../../hooks/toolChat.tsx";

const part = {
  type: "document",
  source: { type: "url", value: "https://example.com/a.pdf", mimeType: "application/pdf" },
} as const;

/** Attaches a file whose upload ends on demand. */
function Upload() {
  const { updateDraft } = useDraft();
  const put = (end?: { part: typeof part }) => () => {
    const file = { id: "a", name: "a.pdf", controller: new AbortController(), ...end };
    updateDraft(() => ({ attachments: [file] }));
  };
  return (
    <>
      <button type="button" onClick={put()}>
        Begin
      </button>
      <button type="button" onClick={put({ part })}>
        End
      </button>
    </>
  );
}

function Composers({ count }: { readonly count: number }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Show
      </button>
      {isShown && <Composer attachments={false} />}
      {count > 1 && <Composer attachments={false} />}
    </>
  );
}

test.each([
  ["two composers of a thread", Fragment, 2],
  ["one composer under StrictMode", StrictMode, 1],
  ["two composers under StrictMode", StrictMode, 2],
])("a message that waits for its upload is sent once: %s", async (_what, Mode, count) => {
  const agent = manualAgent();
  const thread = createThread({ agent, whenBusy: "queue" });
  render(
    <Mode>
      <ThreadProvider thread={thread}>
        <Upload />
        <Composers count={count} />
      </ThreadProvider>
    </Mode>,
  );
  const user = userEvent.setup();
  const [field] = screen.getAllByRole("textbox", { name: "Message" });
  await user.click(screen.getByRole("button", { name: "Begin" }));
  await user.type(field as HTMLElement, "Read this{Enter}");
  expect(agent.inputs).toEqual([]);
  if (count === 1) await user.click(screen.getByRole("button", { name: "Show" }));
  await user.click(screen.getByRole("button", { name: "End" }));
  if (count === 1) await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  await user.type(
    screen.getAllByRole("textbox", { name: "Message" })[0] as HTMLElement,
    "Next{Enter}",
  );
  await act(() => agent.started());
  await endRun(agent);
  await waitFor(() => expect(agent.inputs.at(-1)?.messages.at(-1)?.content).toBe("Next"));
  const problem = thread.getSnapshot().messages.filter(({ role }) => role === "user");
  expect(problem).toHaveLength(2);
});

test("a message that waits for its upload is sent after its composer unmounted", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Upload />
        <Composers count={1} />
      </ThreadProvider>
    </StrictMode>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Begin" }));
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Read this{Enter}");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(agent.inputs).toEqual([]);
  await user.click(screen.getByRole("button", { name: "End" }));
  await waitFor(() =>
    expect(agent.inputs.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      [{ type: "text", text: "Read this" }, part],
    ]),
  );
  await act(async () => thread.stop());
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("");
});

test("a waiting message that cannot be sent returns to the field with the reason", async () => {
  const agent = scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }]));
  const thread = createThread({ agent, onSendWithInterrupts: "block" });
  render(
    <ThreadProvider thread={thread}>
      <Upload />
      <Composers count={1} />
    </ThreadProvider>,
  );
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "Message" });
  await user.click(screen.getByRole("button", { name: "Begin" }));
  await user.type(field, "Read this{Enter}");
  await act(() => thread.send("And a question comes first"));
  await user.click(screen.getByRole("button", { name: "End" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Answer the question above first");
  expect(field).toHaveValue("Read this");
  expect(agent.inputs).toHaveLength(1);
});
