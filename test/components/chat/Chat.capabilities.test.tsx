// Loads lazy code before the tests run.
import "../../../src/components/schemaForm/SchemaFormView.tsx";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { germanStrings } from "../../../src/components/strings/de.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { listen } from "../status/announcements.tsx";

afterEach(cleanup);

/** Offers a frontend tool. */
function PageTool() {
  useFrontendTool({
    name: "open_page",
    description: "Opens a page",
    parameters: { type: "object" },
    handler: () => "opened",
  });
  return null;
}

/** Renders a chat whose agent declares these capabilities, and waits until they are known. */
async function renderChat(capabilities: unknown, props: ChatProps = {}, ...scripts: Script[]) {
  const scripted = scriptedAgent(...(scripts.length > 0 ? scripts : [textRun("Hello")]));
  // A server may return any shape.
  const answer = capabilities as AgentCapabilities;
  const agent = { ...scripted, getCapabilities: async () => answer };
  await act(async () => {
    render(
      <AgentProvider agent={agent}>
        <PageTool />
        <Chat {...props} />
      </AgentProvider>,
    );
  });
  return {
    inputs: scripted.inputs,
    send: (text: string) => userEvent.type(screen.getByRole("textbox"), `${text}{Enter}`),
  };
}

/** Returns the accessible name of the answer, once it is there. */
const answer = async () => {
  await within(screen.getByRole("log")).findByText("Hello");
  return screen.getAllByRole("article").at(-1)?.getAttribute("aria-label");
};

const ada = { identity: { name: "Ada", description: "Plans your travels." } };

test("`identity` names and describes the agent, in the welcome and at its answers", async () => {
  const { send } = await renderChat(ada);
  expect(screen.getByText("Ada")).toBeVisible();
  expect(screen.getByText("Plans your travels.")).toBeVisible();
  await send("Hi");
  expect(await answer()).toBe("Ada");
  expect(
    await screen.findByRole("toolbar", { name: /^Actions for message from Ada/ }),
  ).toBeVisible();
  expect(await screen.findByText("Ada: Hello")).toBeInTheDocument();
});

test("`identity.name` is in the announcement of a run, unless the application has chosen a name", async () => {
  const { send } = await renderChat(ada);
  const announcements = listen();
  await send("Hi");
  await waitFor(() => expect(announcements).toEqual(["Ada is responding", "Ada: Hello"]));
});

test.each<[string, ChatProps["strings"], string]>([
  ["takes precedence over the word of a language", germanStrings, "Ada"],
  [
    "gives way to the name that the application has chosen",
    { authors: { assistant: "Eve" } },
    "Eve",
  ],
])("`identity.name` %s", async (_, strings, expected) => {
  const { send } = await renderChat(ada, { strings });
  await send("Hi");
  expect(await answer()).toBe(expected);
});

test.each([
  [{ identity: null }],
  [{ identity: { name: { first: "Ada" }, description: ["a"] } }],
  [{ tools: null, multiAgent: null, humanInTheLoop: null, reasoning: "no" }],
])("capabilities of another shape change nothing: %j", async (capabilities) => {
  const { send, inputs } = await renderChat(capabilities);
  await send("Hi");
  expect(await answer()).toBe("Assistant");
  expect(inputs[0]?.tools).toHaveLength(1);
});

test("`humanInTheLoop.feedback: false` hides the thumbs, unless the application lists them", async () => {
  const capabilities = { humanInTheLoop: { feedback: false } };
  const first = await renderChat(capabilities);
  await first.send("Hi");
  await answer();
  expect(await screen.findByRole("button", { name: "Regenerate" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Good response" })).not.toBeInTheDocument();
  cleanup();
  const second = await renderChat(capabilities, { messageActions: ["feedback"] });
  await second.send("Hi");
  await answer();
  expect(await screen.findByRole("button", { name: "Good response" })).toBeVisible();
});

test.each([
  ["`tools.clientProvided: false`", { tools: { clientProvided: false } }, 0],
  ["`tools.supported: false`", { tools: { supported: false } }, 0],
  ["`tools.clientProvided: true`", { tools: { clientProvided: true } }, 1],
  ["nothing about tools", {}, 1],
])("an agent that declares %s gets the tools that it accepts", async (_, capabilities, count) => {
  const { send, inputs } = await renderChat(capabilities);
  await send("Hi");
  await answer();
  expect(inputs[0]?.tools).toHaveLength(count);
});

const editsSchema = {
  type: "object",
  properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
  required: ["approved"],
};

test.each([
  ["can be edited when its schema has edited arguments", {}, editsSchema, true],
  ["cannot be edited without such a schema", {}, undefined, false],
  ["can be edited with `approveWithEdits: true`", { approveWithEdits: true }, undefined, true],
  [
    "cannot be edited with `approveWithEdits: false`",
    { approveWithEdits: false },
    editsSchema,
    false,
  ],
])(
  "a tool call that waits for approval %s",
  async (_, humanInTheLoop, responseSchema, isEditable) => {
    const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1" };
    const { send, inputs } = await renderChat(
      { humanInTheLoop },
      {},
      [
        runStarted(),
        {
          type: "TOOL_CALL_CHUNK",
          toolCallId: "c1",
          toolCallName: "book",
          delta: '{"day":"Friday"}',
        },
        runFinished({
          outcome: {
            type: "interrupt",
            interrupts: [{ ...interrupt, ...(responseSchema && { responseSchema }) }],
          },
        }),
      ],
      textRun("Hello"),
    );
    await send("Hi");
    const card = await screen.findByRole("group", { name: "Approval needed" });
    const edit = within(card).queryByRole("button", { name: "Edit" });
    expect(edit !== null).toBe(isEditable);
    if (!edit) return;
    await userEvent.click(edit);
    await userEvent.click(await screen.findByRole("button", { name: "Approve with changes" }));
    await answer();
    expect(inputs[1]?.resume).toEqual([
      {
        interruptId: "i1",
        status: "resolved",
        payload: { approved: true, editedArgs: { day: "Friday" } },
      },
    ]);
  },
);

test.each([
  ["offers", undefined, 1],
  ["does not offer", false, 0],
])("the chat %s sub-agents with `multiAgent.supported: %s`", async (_, supported, count) => {
  await renderChat({ multiAgent: { supported, subagents: [{ name: "writer" }] } });
  expect(screen.queryAllByRole("combobox")).toHaveLength(count);
});
