import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { FrontendTool, renderChat } from "../hooks/toolChat.tsx";
import { call, callRun } from "../store/tools/calls.ts";

vi.doMock("../../src/components/Halted.tsx", () => {
  throw new Error("offline");
});

test("why an agent was halted cannot be loaded: that is said, with a way to try again", async () => {
  const { send } = renderChat(
    scriptedAgent(callRun(call("look", {}, "c1"))),
    <FrontendTool name="look" handler={() => "nothing"} />,
    { maxSteps: 0 },
  );
  await act(send);
  await waitFor(() =>
    expect(document.querySelector("[data-status=halted]")).toContainElement(
      screen.getByRole("alert"),
    ),
  );
  const status = document.querySelector<HTMLElement>("[data-status=halted]") as HTMLElement;
  expect(screen.getByRole("alert")).toHaveTextContent("Couldn’t load");
  expect(within(status).getByRole("button", { name: "Try again" })).toBeVisible();
});
