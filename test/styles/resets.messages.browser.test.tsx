import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { runError, runStarted } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { trip } from "../../stories/fixtures.ts";
import { imageDataUrl, mediaParts } from "./mediaSamples.ts";
import { resets } from "./resetSheets.ts";
import { addStyles, changesBy } from "./styleChanges.ts";

const text = `## Titled

Plain, **bold**, *leaning*, ~~struck~~, \`coded\`, noted[^1] and [linked](https://example.com).

#### Below

1. one
   - inside
2. two

> Said with a ![picture](${imageDataUrl(60, 20)}) in it.

![too wide](${imageDataUrl(1200, 30)})

---

- [x] done

[^1]: By somebody.

\`\`\`ts
const one = 1;
const two = 2;
\`\`\``;

/** Messages of every kind. */
const messages: readonly Message[] = [
  ...trip.map((message) =>
    message.role === "assistant" && message.content ? { ...message, content: text } : message,
  ),
  { id: "media", role: "user", content: mediaParts },
];

test.each(Object.entries(resets))(
  "%s changes nothing in the messages of a chat",
  async (_, reset) => {
    const agent = scriptedAgent([runStarted(), runError("The kitchen is closed")]);
    const thread = createThread({ agent, initialMessages: messages });
    render(
      <div style={{ inlineSize: 700, blockSize: 5000 }}>
        <ThreadProvider thread={thread}>
          <Chat title="Travel" />
        </ThreadProvider>
      </div>,
    );
    await thread.run();
    await screen.findByRole("button", { name: "Try again" });
    await waitFor(() => {
      expect(document.querySelectorAll(".agk-markdown img")).toHaveLength(4);
      expect(document.querySelectorAll(".agk-media > *")).toHaveLength(mediaParts.length);
      expect(document.querySelectorAll(".agk-code button")).toHaveLength(6);
    });
    await userEvent.click(screen.getByText("Get weather"));
    await waitFor(() => expect(screen.getByText("Arguments")).toBeVisible());

    // A chat inherits the font on purpose.
    addStyles("body { font-family: sans-serif !important; }");
    expect(changesBy(reset, ".agk-chat, .agk-chat *:not(svg *, tbody, thead)")).toEqual([]);
  },
);
