import { expect, onTestFinished, test, vi } from "vitest";
import { createAutoscroll } from "../../../../src/components/transcript/autoscroll/autoscroll.ts";
import { waitFrames } from "./scrollChat.tsx";

test("a follower is not reported as away while the end is briefly further down", async () => {
  const viewport = document.createElement("div");
  viewport.style.cssText = "block-size: 200px; overflow: auto";
  const content = viewport.appendChild(document.createElement("div"));
  content.style.blockSize = "600px";
  document.body.append(viewport);
  const onAway = vi.fn();
  const sticker = createAutoscroll(viewport, { anchor: undefined, onAway, onAnchorChange() {} });
  onTestFinished(() => {
    sticker.dispose();
    viewport.remove();
  });
  await waitFrames(2);
  expect(onAway.mock.calls).toEqual([[false]]);
  content.style.blockSize = "900px";
  // Browsers fire scroll events before resize observers.
  viewport.dispatchEvent(new Event("scroll"));
  await waitFrames(2);
  expect(viewport.scrollTop).toBe(700);
  expect(onAway.mock.calls).toEqual([[false]]);
});
