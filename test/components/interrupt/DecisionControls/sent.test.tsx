// Loads lazy code before the tests run.
import "../../../../src/components/schemaForm/SchemaFormView.tsx";
import "../../../../src/store/jsonSchema/explainErrors.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Chat } from "../../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { httpAgent } from "../../../../src/transport/http/httpAgent.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts an agent that asks to approve a call, and returns its address and the bodies of its requests as they came. */
async function startAgent(name: string, args: string, responseSchema: object) {
  const bodies: string[] = [];
  const call = [
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: name },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: args },
    { type: "TOOL_CALL_END", toolCallId: "c" },
  ];
  const interrupts = [{ id: "i", reason: "tool_call", toolCallId: "c", responseSchema }];
  const outcomes = [
    [...call, { type: "RUN_FINISHED", outcome: { type: "interrupt", interrupts } }],
    [{ type: "RUN_FINISHED" }],
  ];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString("utf8"));
    const ids = { threadId: "t", runId: `r${bodies.length}` };
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [{ type: "RUN_STARTED" }, ...(outcomes[bodies.length - 1] ?? [])];
    for (const event of events) response.write(`data: ${JSON.stringify({ ...event, ...ids })}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { bodies, url: `http://127.0.0.1:${port}/` };
}

/** Opens a chat with the agent, and its approval card. */
async function openApproval(name: string, args: string, responseSchema: object) {
  const { bodies, url } = await startAgent(name, args, responseSchema);
  const user = userEvent.setup();
  render(
    <AgentProvider agent={httpAgent({ url })}>
      <Chat />
    </AgentProvider>,
  );
  await user.type(screen.getByRole("textbox"), "Go{Enter}");
  const card = await screen.findByRole("group", { name: "Approval needed" });
  const press = (label: string) => user.click(within(card).getByRole("button", { name: label }));
  return {
    card,
    press,
    /** Returns the body of the request that answers, as it came. */
    answered: async () => {
      await waitFor(() => expect(bodies).toHaveLength(2));
      return bodies[1] ?? "";
    },
  };
}

const hostileName = `read\u200B_f\u0456le_${"a".repeat(6_000)}_then_delete`;
const hostileText = `/notes\u202E${"\n".repeat(2_000)}\u0000/etc${" ".repeat(300)}\u2066x`;
const lookAlikes = { path: "1", p\u0430th: "2", "path ": "3", deleteAll: "4", delete_all: "5" };
const approved = { type: "boolean" };

test.each([
  ["hidden characters", JSON.stringify({ [hostileText]: hostileText })],
  ["keys that look the same", JSON.stringify(lookAlikes)],
  ["a key that occurs twice", '{"path":"/notes/a","\\u0070ath":"/etc"}'],
  ["a number that is too long", '{ "id" : 12345678901234567890 , "part": 1.50 }'],
])("an approval sends arguments with %s byte for byte as they came", async (_, args) => {
  const schema = {
    type: "object",
    properties: { approved, "gr\u202Eant": { const: hostileText } },
    required: ["approved", "gr\u202Eant"],
  };
  const { card, press, answered } = await openApproval(hostileName, args, schema);
  expect(card).toHaveTextContent("GrU+202Eant");
  await press("Approve");
  const body = await answered();
  expect(body).toContain(`"function":${JSON.stringify({ name: hostileName, arguments: args })}`);
  expect(body).toContain(
    `"payload":${JSON.stringify({ approved: true, "gr\u202Eant": hostileText })}`,
  );
});

test("arguments that the user looks at in a form, and does not change, are sent byte for byte", async () => {
  const args = { ...lookAlikes, text: hostileText, mode: "1", unlisted: { "\u202E": hostileText } };
  const text = { type: "string" };
  const schema = {
    type: "object",
    properties: {
      approved,
      editedArgs: {
        type: "object",
        properties: {
          ...Object.fromEntries(Object.keys(lookAlikes).map((key) => [key, text])),
          text,
          mode: { enum: ["1", 1] },
        },
      },
    },
    required: ["approved"],
  };
  const { card, press, answered } = await openApproval("f", JSON.stringify(args), schema);
  await press("Edit");
  const form = await within(card).findByRole("form", { name: "Arguments" });
  // A text of so many lines is in a JSON field, where each line break has two characters.
  expect(form).toHaveTextContent('With hidden characters: "/notesU+202E4,000 blank characters');
  expect(form).toHaveTextContent("Also submittedUnlisted");
  await press("Approve with changes");
  const body = await answered();
  const { resume }: { resume: unknown } = JSON.parse(body);
  expect(resume).toMatchObject([{ payload: { approved: true, editedArgs: args } }]);
  const sent = body.slice(body.indexOf('"editedArgs"'));
  for (const key of Object.keys(args) as (keyof typeof args)[])
    expect(sent).toContain(`${JSON.stringify(key)}:${JSON.stringify(args[key])}`);
});
