import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { DeclaredActivityRendererOptions } from "../../../src/hooks/renderers/useActivityRenderer.ts";
import type { ActivityMessage } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, renderToolChat, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";
import {
  ActivityRenderer,
  activity,
  activityAgent,
  change,
  mark,
  queryDefault,
} from "./activityChat.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("content with a schema", () => {
  type Schema = NonNullable<DeclaredActivityRendererOptions<{ hits: number }>["content"]>;
  const jsonSchema = {
    type: "object",
    properties: { hits: { type: "number" } },
    required: ["hits"],
  };

  function stubReportError() {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    return reported;
  }

  test.each<[string, Schema]>([
    ["JSON Schema", jsonSchema],
    ["Zod", z.object({ hits: z.number() })],
    ["asynchronous Zod", z.object({ hits: z.number() }).refine(async () => true)],
  ])(
    "renders the default until content matches a %s schema, and reports nothing",
    async (_, content) => {
      const reported = stubReportError();
      const agent = manualAgent();
      const { begin } = renderToolChat(
        agent,
        <ActivityRenderer<{ hits: number }>
          activityType="SEARCH"
          content={content}
          render={({ content }) => <p>{`${content.hits} hits`}</p>}
        />,
      );
      begin();
      await startRun(agent);
      await emit(agent, activity("SEARCH", {}));
      expect(await screen.findByText("Search")).toBeVisible();
      await emit(agent, change({ op: "add", path: "/hits", value: 2 }));
      expect(await screen.findByText("2 hits")).toBeVisible();
      expect(queryDefault()).not.toBeInTheDocument();
      await emit(agent, change({ op: "replace", path: "/hits", value: 3 }));
      expect(await screen.findByText("3 hits")).toBeVisible();
      await endRun(agent);
      expect(screen.getByText("3 hits")).toBeVisible();
      expect(reported).not.toHaveBeenCalled();
    },
  );

  test.each<[string, Schema]>([
    ["JSON Schema", jsonSchema],
    ["Zod", z.object({ hits: z.number() })],
  ])("is reported once when it never matches a %s schema", async (_, content) => {
    const reported = stubReportError();
    const { send, show } = renderToolChat(
      activityAgent(activity("SEARCH", { hits: "many" })),
      <ActivityRenderer activityType="SEARCH" content={content} render={mark("mine")} />,
    );
    await send();
    expect(await screen.findByText("Search")).toBeVisible();
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
    expect(reported.mock.calls[0]).toEqual([
      expect.objectContaining({
        code: "schema-mismatch",
        message: expect.stringMatching(/"SEARCH" does not match its schema.*hits/),
      }),
    ]);
    // A schema written inline is a new object on every render.
    show(
      <ActivityRenderer
        activityType="SEARCH"
        content={{ ...jsonSchema }}
        render={mark("mine again")}
      />,
    );
    await send();
    expect(reported).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/^mine/)).not.toBeInTheDocument();
  });

  test("renders nothing until a restored activity is validated", async () => {
    const messages: ActivityMessage[] = [
      { id: "a1", role: "activity", activityType: "SEARCH", content: { hits: 2 } },
    ];
    const thread = createThread({ agent: manualAgent(), initialMessages: messages });
    const received = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const { textContent } of screen.queryAllByRole("article"))
        received.add(textContent ?? "");
    });
    onTestFinished(() => observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    render(
      <ThreadProvider thread={thread}>
        <ActivityRenderer<{ hits: number }>
          activityType="SEARCH"
          content={jsonSchema}
          render={({ content }) => <p>{`${content.hits} hits`}</p>}
        />
        <Chat />
      </ThreadProvider>,
    );
    expect(await screen.findByText("2 hits")).toBeVisible();
    await waitFor(() => expect([...received].at(-1)).toBe("2 hits"));
    expect([...received].filter((text) => text !== "")).toEqual(["2 hits"]);
  });

  test("is the output of a synchronous schema from the first render on", async () => {
    const renderedContent: unknown[] = [];
    const { send } = renderToolChat(
      activityAgent(activity("SEARCH", {})),
      <ActivityRenderer<{ hits: string[] }>
        activityType="SEARCH"
        content={z.object({ hits: z.array(z.string()).default([]) })}
        render={({ content }) => {
          renderedContent.push(content);
          return <p>{`${content.hits.length} hits`}</p>;
        }}
      />,
    );
    await send();
    expect(screen.getByText("0 hits")).toBeVisible();
    expect(renderedContent[0]).toEqual({ hits: [] });
  });
});
