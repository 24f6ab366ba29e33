import "../../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import {
  alertText,
  attachButton,
  attachmentNames,
  createThreadWithInput,
  renderFileComposer,
  waitUntilReady,
} from "./attachFiles.tsx";

/** Session of the DevTools protocol that sets permissions. */
interface PermissionSession {
  send(method: "Target.getTargetInfo"): Promise<{ targetInfo: { browserContextId: string } }>;
  send(
    method: "Browser.setPermission",
    params: {
      permission: { name: "microphone" };
      setting: "granted" | "denied";
      origin: string;
      browserContextId: string;
    },
  ): Promise<unknown>;
}

async function setMicrophone(setting: "granted" | "denied") {
  const session = cdp() as PermissionSession;
  const { targetInfo } = await session.send("Target.getTargetInfo");
  await session.send("Browser.setPermission", {
    permission: { name: "microphone" },
    setting,
    origin: location.origin,
    browserContextId: targetInfo.browserContextId,
  });
}

beforeEach(() => setMicrophone("granted"));
afterEach(() => setMicrophone("denied"));

/** Renders a composer with a record button. */
const renderRecorder = (input: Parameters<typeof renderFileComposer>[0] = { audio: true }) =>
  renderFileComposer(input, { attachments: { record: true } });
const record = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Record audio" }));
const recording = () => screen.findByRole("button", { name: /^Stop recording/ });

test("a recording can be played back and is sent on demand", async () => {
  const { sent } = renderRecorder();
  await record();
  const button = await recording();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await waitFor(() => expect(getComputedStyle(button, "::after").content).toBe('"0:01"'));
  await userEvent.click(button);
  await waitUntilReady();
  expect(attachmentNames()).toEqual(["Recording"]);
  await waitFor(() => expect(document.querySelector(".agk-attachment audio")).not.toBeNull());
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const [part] = (sent()[0] ?? []) as [
    { type: string; source: { mimeType: string; value: string } },
  ];
  expect(part.type).toBe("audio");
  expect(part.source.mimeType).toBe("audio/webm");
  // The magic number of a WebM file.
  expect(atob(part.source.value).slice(0, 4)).toBe("\x1a\x45\xdf\xa3");
});

test("Enter ends the recording and sends it with the text", async () => {
  const { sent } = renderRecorder();
  await record();
  await recording();
  const field = screen.getByRole("textbox");
  await userEvent.fill(field, "Listen");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject([
    { type: "text", text: "Listen" },
    { type: "audio", metadata: { filename: "Recording.webm" } },
  ]);
  await screen.findByRole("button", { name: "Record audio" });
  expect([attachmentNames(), (field as HTMLTextAreaElement).value]).toEqual([[], ""]);
});

/** Records the requests for the microphone and answers them on demand. */
function watchMicrophone() {
  const streams: MediaStream[] = [];
  let answer = () => {};
  let answered = Promise.resolve();
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    streams.push(stream);
    await answered;
    return stream;
  };
  onTestFinished(() => {
    devices.getUserMedia = ask;
  });
  const hold = () => {
    answered = new Promise((resolve) => {
      answer = resolve;
    });
  };
  return { streams, hold, answer: () => answer() };
}

test("ending the recording releases the microphone and stops the clock", async () => {
  const { streams } = watchMicrophone();
  const begun = vi.spyOn(globalThis, "setInterval");
  const ended = vi.spyOn(globalThis, "clearInterval");
  onTestFinished(() => void vi.restoreAllMocks());
  /** Intervals of one second, as those of the recorder. */
  const clocks = () =>
    begun.mock.results
      .filter((_, n) => begun.mock.calls[n]?.[1] === 1000)
      .map(({ value }) => value);
  renderRecorder();
  await record();
  await userEvent.click(await recording());
  await waitFor(() => expect(attachmentNames()).toHaveLength(1));
  expect(streams.map((stream) => stream.active)).toEqual([false]);
  expect(clocks()).toHaveLength(1);
  expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(clocks()));
  expect(screen.getByRole("button", { name: "Record audio" })).toBeVisible();
});

test("removing the attachment before permission is granted cancels the recording", async () => {
  const { streams, hold, answer } = watchMicrophone();
  hold();
  renderRecorder();
  await record();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Recording" }));
  await waitFor(() => expect(streams).toHaveLength(1));
  answer();
  await waitFor(() => expect(streams[0]?.active).toBe(false));
  expect(screen.getByRole("button", { name: "Record audio" })).toBeVisible();
  expect(attachmentNames()).toEqual([]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("repeated presses before permission is granted start one recording", async () => {
  const { streams, hold, answer } = watchMicrophone();
  hold();
  renderRecorder();
  await record();
  await record();
  await waitFor(() => expect(streams).toHaveLength(1));
  answer();
  await recording();
  expect(attachmentNames()).toEqual(["Recording"]);
  expect(streams).toHaveLength(1);
});

test("a recording above the size limit is left out with the reason", async () => {
  renderFileComposer({ audio: true }, { attachments: { record: true, maxBytes: 10 } });
  await record();
  await userEvent.click(await recording());
  expect(await alertText()).toBe("Recording.webm is too large. The limit is 10 bytes.");
  expect(attachmentNames()).toEqual([]);
});

test("removing the attachment ends and discards the recording", async () => {
  const { sent } = renderRecorder();
  await record();
  await recording();
  await userEvent.click(screen.getByRole("button", { name: "Remove Recording" }));
  await screen.findByRole("button", { name: "Record audio" });
  expect(attachmentNames()).toEqual([]);
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.fill(screen.getByRole("textbox"), "Without");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toEqual(["Without"]));
});

test("a denied microphone shows an error", async () => {
  await setMicrophone("denied");
  renderRecorder();
  await record();
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t access the microphone.");
  // The user can be asked again.
  await setMicrophone("granted");
  await record();
  await recording();
});

test("switching threads ends the recording, which stays with its thread", async () => {
  const { show } = renderRecorder();
  await record();
  await recording();
  show(createThreadWithInput({ audio: true }).thread);
  await screen.findByRole("button", { name: "Record audio" });
  expect(attachmentNames()).toEqual([]);
  show();
  await waitFor(() => expect(attachmentNames()).toEqual(["Recording"]));
});

test("no record button is shown for an agent without audio capabilities", async () => {
  renderRecorder({ image: true });
  await attachButton();
  expect(screen.queryByRole("button", { name: "Record audio" })).toBeNull();
});

test.each([undefined, true, { accept: "audio/*" }])(
  "no record button is shown without the `record` option, for `attachments` %j",
  async (attachments) => {
    renderFileComposer({ audio: true }, { attachments });
    await attachButton();
    expect(screen.queryByRole("button", { name: "Record audio" })).toBeNull();
  },
);
