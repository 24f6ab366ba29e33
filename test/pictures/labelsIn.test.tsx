import { readFileSync } from "node:fs";
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { labelsIn } from "./labelsIn.ts";
import { createShopClient, ShopChat } from "./ShopChat.tsx";
import { screenshots } from "./screenshots.ts";

// As in the browser of the pictures, which offers to read a reply aloud.
vi.stubGlobal("speechSynthesis", { cancel() {}, speak() {} });

afterEach(cleanup);

const labelsByPicture: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync("test/pictures/labels.json", "utf8"),
);

test.each(Object.entries(screenshots))(
  "the picture %s shows the labels of today",
  async (name, screenshot) => {
    const client = createShopClient(screenshot);
    const { container } = render(<ShopChat client={client} />);
    if (screenshot.sent) await client.thread().send(screenshot.sent);
    // Code blocks and their buttons load lazily. After another text of the kit, run `npm run pictures`.
    await waitFor(() => expect(labelsIn(container)).toEqual(labelsByPicture[name]), {
      timeout: 10_000,
    });
  },
);
