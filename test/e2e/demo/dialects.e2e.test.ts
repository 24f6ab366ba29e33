import { describe, expect, it } from "vitest";
import { spellings } from "../../../demo/dialects.ts";
import { findViolations, loadAxe, unfold } from "../support/axe.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";

const { open } = demoInBrowser();

const fast = "?pace=fast";
const choose = ({ page }: ChatPage, name: string) => page.getByRole("radio", { name }).check();
const verdict = ({ page }: ChatPage) => page.getByText("All five conversations are the same.");

/** Text that occurs in the frames of one dialect only. */
const marks: Readonly<Record<string, readonly [asked: string, answered: string]>> = {
  "AG-UI 1.0": ['"protocolVersion":"1.0"', '"outcome":{"type":"success"}'],
  "TanStack AI": ['"conversationId":', '"finishReason":"tool_calls"'],
  Awaken: ['"messages":[{"role":"user"', '"stepName":"step_2"'],
  Hector: ['"contextId":', '"type":"AGUI_EVENT_TYPE_CONTENT_BLOCK_DELTA"'],
  arkavo: ['"type":"userMessage"', '"type":"messageDelta"'],
};

describe("a conversation in five dialects", () => {
  it("has the same messages in all dialects, and different frames in each", async () => {
    await using chat = await open({ example: "dialects", query: fast });
    await chat.suggest("When does the next ferry to Capri leave?");
    await verdict(chat).waitFor();
    const messageTexts = await chat.log.getByRole("article").allInnerTexts();
    expect(messageTexts.join(" ")).toContain("leaves at 14:35 from pier 3");
    const part = (name: string) => chat.page.getByRole("region", { name });
    const wires: { name: string; asked: string; answered: string }[] = [];
    for (const { name } of spellings) {
      await choose(chat, name);
      await chat.page.getByRole("heading", { name: `${name} on the wire` }).waitFor();
      // The duration of a call differs by dialect, and a short one is not shown.
      const withoutTime = (texts: readonly string[]) =>
        texts.map((text) => text.replace(/\s*\d+(\.\d)? s\s*|\s+/g, " "));
      expect(withoutTime(await chat.log.getByRole("article").allInnerTexts()), name).toEqual(
        withoutTime(messageTexts),
      );
      const asked = await part("Asked").innerText();
      wires.push({ name, asked, answered: await part("Answered").innerText() });
    }
    for (const { name, asked, answered } of wires) {
      const [question, answer] = marks[name] ?? ["", ""];
      expect(asked, name).toContain(question);
      expect(answered, name).toContain(answer);
      const others = wires.filter((one) => one.name !== name);
      for (const other of others) expect(other.answered, other.name).not.toContain(answer);
    }
  });

  it("continues in any dialect with the messages of all others", async () => {
    await using chat = await open({ example: "dialects", query: fast });
    await choose(chat, "arkavo");
    await chat.send("And the one to Procida?");
    await verdict(chat).waitFor();
    await choose(chat, "Hector");
    await chat.send("Is there a ferry to Atlantis?");
    await verdict(chat).waitFor();
    await chat.log.getByText("none of them goes where you asked").waitFor();
    await choose(chat, "Awaken");
    expect(await chat.messages("You").allInnerTexts()).toEqual([
      "And the one to Procida?",
      "Is there a ferry to Atlantis?",
    ]);
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await chat.page.getByText("Your message goes to all five.").waitFor();
  });

  it("fits a phone with one row of dialects and folded frames, and axe finds no violation", async () => {
    await using chat = await open({ ...phone, example: "dialects", query: fast });
    await chat.send("To Ischia, please");
    await verdict(chat).waitFor();
    await choose(chat, "TanStack AI");
    await chat.page.getByText(/^On the wire: TanStack AI, \d+ frames$/).waitFor();
    const box = await chat.composer.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(844);
    expect(await chat.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await unfold(chat.page);
    await loadAxe(chat.page);
    expect(await findViolations(chat.page)).toEqual([]);
  });
});
