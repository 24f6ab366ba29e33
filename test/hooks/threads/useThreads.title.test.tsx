import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderThreads } from "./renderThreads.tsx";

describe("createTitle", () => {
  test("is called once, after the first answer", async () => {
    const calls: unknown[] = [];
    const app = renderThreads({
      createTitle: async ({ messages }) => {
        calls.push(messages.map(({ content }) => content));
        return " A good title ";
      },
    });
    await app.sendMessage("One");
    await waitFor(() => expect(app.titles()).toEqual(["A good title"]));
    await app.sendMessage("Two");
    expect(calls).toEqual([["One", "Answer"]]);
  });

  test("keeps the first message as the title when it fails", async () => {
    const app = renderThreads({ createTitle: () => Promise.reject(new Error("busy")) });
    await app.sendMessage("One");
    await app.sendMessage("Two");
    expect(app.titles()).toEqual(["One"]);
  });

  test("does not replace a name that the user set meanwhile", async () => {
    let resolveTitle = (_title: string) => {};
    const title = new Promise<string>((resolve) => {
      resolveTitle = resolve;
    });
    const app = renderThreads({ createTitle: () => title });
    await app.sendMessage("One");
    await act(() => app.now().rename(app.now().currentId, "Mine"));
    await act(async () => {
      resolveTitle("Made");
      await title;
    });
    expect(app.titles()).toEqual(["Mine"]);
  });
});
