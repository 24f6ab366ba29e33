import { render } from "@testing-library/react";
import { Activity } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { countChannels } from "../../store/tabs/countChannels.ts";

const answers = page.getByRole("article", { name: "Assistant" });
const questions = page.getByRole("article", { name: "You" });

const agent = scriptedAgent(textRun("Hello"));

test("a hidden provider releases its thread, and restores it when visible again", async () => {
  const storage = memoryStorage();
  const channels = countChannels();
  const renderApp = (mode: "hidden" | "visible") => (
    <Activity mode={mode}>
      <AgentProvider agent={agent} storage={storage}>
        <Chat />
      </AgentProvider>
    </Activity>
  );
  const { rerender } = render(renderApp("visible"));
  await userEvent.fill(page.getByRole("textbox"), "Hi");
  await userEvent.keyboard("{Enter}");
  await expect.element(answers.getByText("Hello")).toBeVisible();
  rerender(renderApp("hidden"));
  await expect.poll(channels.openNames).toEqual([]);

  rerender(renderApp("visible"));
  await expect.element(answers.getByText("Hello")).toBeVisible();
  await userEvent.fill(page.getByRole("textbox"), "More");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => answers.all().length).toBe(2);
  expect(questions.all().map((article) => article.element().textContent)).toEqual(["Hi", "More"]);
});
