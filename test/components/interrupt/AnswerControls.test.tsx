import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openInterrupts } from "./openInterrupts.tsx";

const filing = {
  type: "object",
  properties: {
    quarter: { type: "string", enum: ["Q1", "Q2"] },
    year: { type: "integer", minimum: 2000 },
  },
  required: ["quarter", "year"],
};

test("validates and sends the value of a form", async () => {
  const { press, user, resumed, agent } = await openInterrupts([
    { reason: "input_required", message: "The details of the filing?", responseSchema: filing },
  ]);
  const form = (await screen.findByLabelText("Year")).closest("form") as HTMLElement;
  await user.type(within(form).getByLabelText("Year"), "1999");
  await press("Send answer");
  await waitFor(() => expect(screen.getByLabelText("Year")).toBeInvalid());
  expect(agent.inputs).toHaveLength(1);
  await user.clear(screen.getByLabelText("Year"));
  await user.type(screen.getByLabelText("Year"), "2026");
  await user.click(screen.getByRole("radio", { name: "Q2" }));
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { quarter: "Q2", year: 2026 } },
  ]);
});

test("cancels an interrupt with a form", async () => {
  const { press, resumed } = await openInterrupts([
    { reason: "input_required", responseSchema: filing },
  ]);
  await screen.findByLabelText("Year");
  await press("Skip");
  expect(await resumed()).toEqual([{ interruptId: "i1", status: "cancelled" }]);
});

test("takes free text for an unknown reason", async () => {
  const { press, user, resumed, agent } = await openInterrupts(
    [
      {
        id: "call_meet_1",
        toolCallId: "call_meet_1",
        reason: "pick_time",
        message: "When shall we meet?",
      },
    ],
    { toolCalls: { call_meet_1: ["schedule_meeting", '{"topic":"Q2 goals"}'] } },
  );
  const card = screen.getByRole("group", { name: "Pick time" });
  expect(card).toHaveTextContent("When shall we meet?");
  expect(within(card).getByText("Q2 goals")).toBeVisible();
  expect(within(card).queryByText("Details")).not.toBeInTheDocument();

  await press("Send answer");
  expect(await screen.findByText("Required")).toBeVisible();
  const field = screen.getByRole("textbox", { name: "Your answer" });
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/^Sent as text.*Required$/);
  expect(agent.inputs).toHaveLength(1);
  expect(field, "the direction of the page").toHaveAttribute("dir", "");
  await user.type(field, "At ten");
  expect(field).toBeValid();
  expect(field).toHaveAttribute("dir", "auto");
  expect(field).toHaveAccessibleDescription(/Sent as text/);
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "call_meet_1", status: "resolved", payload: "At ten" },
  ]);
});

test("sends valid JSON as JSON and shows the kind while typing", async () => {
  const { press, user, resumed } = await openInterrupts([{ reason: "pick_time" }]);
  const field = screen.getByRole("textbox", { name: "Your answer" });
  await user.type(field, '{{"chosen_time":"10:00"');
  expect(field).toHaveAccessibleDescription(/Not valid JSON/);
  expect(field).toHaveAttribute("dir", "ltr");
  await user.type(field, "}");
  expect(field).toHaveAccessibleDescription("Sent as JSON.");
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { chosen_time: "10:00" } },
  ]);
});

test("does not send JSON with an inexact number", async () => {
  const { press, user, agent } = await openInterrupts([{ reason: "pick_time" }]);
  const field = screen.getByRole("textbox", { name: "Your answer" });
  await user.type(field, '{{"id":9007199254740993}');
  expect(field).toHaveAccessibleDescription(/too long to send exactly/);
  await press("Send answer");
  expect(field).toBeInvalid();
  expect(agent.inputs).toHaveLength(1);
});

test("renders a JSON message as fields and takes free text", async () => {
  const { container } = await openInterrupts([
    {
      reason: "confirmation",
      message: '{"question":"When?","topic":"Q2 goals","attendee":"Alice"}',
      metadata: { strandsName: "pick_time" },
    },
  ]);
  const card = screen.getByRole("group", { name: "Question" });
  expect(within(card).getByText("When?")).toBeVisible();
  expect(within(card).getByText("Topic")).toBeVisible();
  expect(within(card).getByText("Q2 goals")).toBeVisible();
  expect(container).not.toHaveTextContent("{");
  expect(within(card).getByRole("textbox", { name: "Your answer" })).toBeVisible();
});

test("renders the value of a LangGraph interrupt without a message", async () => {
  const raw = { steps: [{ description: "Crack eggs", status: "enabled" }] };
  await openInterrupts([{ reason: "langgraph:interrupt", metadata: { langgraph: { raw } } }]);
  const card = screen.getByRole("group", { name: "Question" });
  expect(within(card).getByText(/Crack eggs/)).toBeVisible();
});

test("renders a form for an unknown reason with a schema", async () => {
  const { press, user, resumed } = await openInterrupts([
    {
      reason: "acme:pick",
      responseSchema: { type: "object", properties: { seat: { type: "string" } } },
    },
  ]);
  await user.type(await screen.findByRole("textbox", { name: "Seat" }), "12A");
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { seat: "12A" } },
  ]);
});

const letter = new File(["hello"], "letter.txt", { type: "text/plain" });

test("lists, removes and sends files", async () => {
  const { press, user, resumed, agent } = await openInterrupts([
    { reason: "upload_required", message: "Your documents, please" },
  ]);
  const field = screen.getByLabelText("Choose files");
  expect(field).toHaveAccessibleDescription("Up to 10 MB in total");
  await press("Send answer");
  expect(await screen.findByText("Required")).toBeVisible();
  expect(field).toHaveAccessibleDescription("Up to 10 MB in total Required");
  expect(agent.inputs).toHaveLength(1);

  await user.upload(field, [letter, new File(["1234567"], "scan.png", { type: "image/png" })]);
  await user.upload(field, letter);
  expect(screen.queryByText("Required")).not.toBeInTheDocument();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "letter.txt5 bytes",
    "scan.png7 bytes",
    "letter.txt5 bytes",
  ]);
  for (const size of screen.getAllByText(/^\d bytes$/)) expect(size).toHaveAttribute("dir", "auto");
  await press("Remove scan.png");
  expect(field).toHaveFocus();
  await press("Send answer");
  const file = { name: "letter.txt", mimeType: "text/plain", data: "aGVsbG8=" };
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { files: [file, file] } },
  ]);
});

test("replaces a single file and sends it as the schema expects", async () => {
  const responseSchema = {
    type: "object",
    properties: { receipt: { type: "string", contentEncoding: "base64" } },
    required: ["receipt"],
  };
  const { press, user, resumed } = await openInterrupts([
    { reason: "upload_required", responseSchema },
  ]);
  const field = screen.getByLabelText("Choose a file");
  await user.upload(field, new File(["first"], "first.txt"));
  await user.upload(field, letter);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { receipt: "aGVsbG8=" } },
  ]);
});

test("refuses files that are too large or too many", async () => {
  const responseSchema = {
    type: "array",
    items: { type: "string", contentEncoding: "base64" },
    maxItems: 2,
  };
  const { user } = await openInterrupts([{ reason: "upload_required", responseSchema }]);
  const field = screen.getByLabelText("Choose files");
  await user.upload(field, new File([new Uint8Array(10 * 1024 ** 2 + 1)], "film.mov"));
  expect(await screen.findByText("Too large. The limit is 10 MB in total.")).toBeVisible();
  expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
  await user.upload(field, [letter, letter, letter]);
  expect(await screen.findByText("Up to 2 allowed.")).toBeVisible();
  expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
});
