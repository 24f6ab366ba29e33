import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { endRun } from "../../../hooks/toolChat.tsx";
import { messageField } from "../../chatElements.ts";
import { mentions, renderCompletions } from "./renderCompletions.tsx";

describe("an accepted item", () => {
  test("inserts its text, and sends its context with the message that contains the text", async () => {
    const context = { description: "A user", value: "u1" };
    const items = [{ id: "u1", label: "Ada", text: "Ada (u1)", context }];
    const { agent, sent } = renderCompletions([{ trigger: "@", label: "People", items }]);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("option");
    await user.keyboard("{Enter}hello{Enter}");
    await waitFor(() => expect(sent()).toEqual(["Ada (u1) hello"]));
    expect(agent.inputs[0]?.context).toEqual([context]);
    await endRun(agent);
    await user.type(messageField(), "And now?{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(agent.inputs[1]?.context).toEqual([]);
  });

  test("is inserted at the caret", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "for you", { initialSelectionStart: 0 });
    await user.type(messageField(), "@gr", { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(messageField()).toHaveValue("for@gr you");
    await user.clear(messageField());
    await user.type(messageField(), "for  you");
    await user.type(messageField(), "@gr", { initialSelectionStart: 4, initialSelectionEnd: 4 });
    await screen.findByRole("option");
    await user.keyboard("{Enter}");
    expect(messageField()).toHaveValue("for @Grace Hopper you");
  });
});
