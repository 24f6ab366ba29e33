import { render } from "@testing-library/react";
import { Activity } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { countChannels } from "../../store/tabs/countChannels.ts";

const answers = page.getByRole("article", { name: "Assistant" });
const questions = page.getByRole("article", { name: "You" });

const agent = scriptedAgent(textRun("Hello"));

test("what is hidden lets go of its thread, and shown again is what it was", async () => {
  const storage = memoryStorage();
  const channels = countChannels();
  const shown = (mode: "hidden" | "visible") => (
    <Activity mode={mode}>
      <AgentProvider agent={agent} storage={storage}>
        <Chat />
      </AgentProvider>
    </Activity>
  );
  const { rerender } = render(shown("visible"));
  await userEvent.fill(page.getByRole("textbox"), "Hi");
  await userEvent.keyboard("{Enter}");
  await expect.element(answers.getByText("Hello")).toBeVisible();
  rerender(shown("hidden"));
  await expect.poll(channels.openNames).toEqual([]);

  rerender(shown("visible"));
  await expect.element(answers.getByText("Hello")).toBeVisible();
  await userEvent.fill(page.getByRole("textbox"), "More");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => answers.all().length).toBe(2);
  expect(questions.all().map((one) => one.element().textContent)).toEqual(["Hi", "More"]);
});
