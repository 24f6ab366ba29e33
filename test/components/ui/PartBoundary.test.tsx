import { act, render, screen } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";

function Broken(): ReactNode {
  throw new Error("broken content");
}

function renderChat(props: ChatProps, agent = scriptedAgent(textRun("Hello"))) {
  const thread = createThread({ agent });
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>,
  );
  return thread;
}

test.each<[string, ChatProps]>([
  ["title", { title: <Broken /> }],
  ["welcome", { welcome: <Broken /> }],
  ["composerStart", { composerStart: <Broken /> }],
  ["composerEnd", { composerEnd: <Broken /> }],
  ["footer", { footer: <Broken /> }],
])("the content of `%s` that throws leaves the transcript and the composer", async (_, props) => {
  const errors = expectErrors();
  const thread = renderChat(props);
  expect(errors).toHaveBeenCalled();
  expect(screen.getByRole("textbox", { name: "Message" })).toBeEnabled();
  await act(() => thread.send("Hi"));
  expect(await screen.findByText("Hello")).toBeVisible();
});

test("a run status that throws leaves the transcript and the composer", async () => {
  const errors = expectErrors();
  const agent = scriptedAgent(textRun("Hello"));
  const thread = renderChat(
    {},
    Object.defineProperty(agent, "slowMs", {
      get() {
        throw new Error("no time");
      },
    }),
  );
  expect(errors).toHaveBeenCalled();
  expect(screen.getByRole("textbox", { name: "Message" })).toBeEnabled();
  await act(() => thread.send("Hi"));
  expect(await screen.findByText("Hello")).toBeVisible();
});

test("a region that has thrown is rendered again when the conversation changes", async () => {
  expectErrors();
  let isBroken = true;
  const Footer = () => {
    if (isBroken) throw new Error("not yet");
    return "Ready";
  };
  const thread = renderChat({ footer: <Footer /> });
  expect(screen.queryByText("Ready")).toBeNull();
  isBroken = false;
  await act(() => thread.send("Hi"));
  expect(screen.getByText("Ready")).toBeVisible();
});
