import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { webSpeechDictation } from "../../../../src/components/composer/dictation/webSpeechDictation.ts";

/** Stands in for `SpeechRecognition` of the browser. */
class Recognition {
  static instances: Recognition[] = [];
  lang = "?";
  continuous = false;
  interimResults = false;
  starts = 0;
  stops = 0;
  onresult: (event: unknown) => void = () => {};
  onerror: (event: unknown) => void = () => {};
  onend: () => void = () => {};

  constructor() {
    Recognition.instances.push(this);
  }
  start() {
    this.starts += 1;
  }
  stop() {
    this.stops += 1;
  }
  emitResult(resultIndex: number, ...transcript: readonly [text: string, isFinal: boolean][]) {
    const results = transcript.map(([transcript, isFinal]) =>
      Object.assign([{ transcript }], { isFinal }),
    );
    this.onresult({ results, resultIndex });
  }
}

beforeEach(() => {
  Recognition.instances = [];
  vi.stubGlobal("webkitSpeechRecognition", Recognition);
});
afterEach(() => vi.unstubAllGlobals());

function start(adapter = webSpeechDictation(), language?: string) {
  const results: string[] = [];
  const controller = new AbortController();
  const ended = adapter.start({
    language,
    signal: controller.signal,
    onInterim: (text) => results.push(`~${text}`),
    onFinal: (text) => results.push(text),
  });
  const [recognition] = Recognition.instances;
  if (!recognition) throw new Error("Nothing was started.");
  return { results, controller, ended, recognition };
}

test("recognition is continuous with interim results, in the given language or that of the page", () => {
  const { recognition } = start(webSpeechDictation({ language: "de-DE" }), "en");
  expect(recognition).toMatchObject({
    lang: "de-DE",
    continuous: true,
    interimResults: true,
    starts: 1,
  });
  Recognition.instances = [];
  expect(start(undefined, "en").recognition.lang).toBe("en");
});

test("only new results are delivered, as interim or final text", () => {
  const { recognition, results } = start();
  recognition.emitResult(0, ["one", false]);
  recognition.emitResult(0, ["One.", true], [" two", false], [" three", false]);
  recognition.emitResult(1, ["One.", true], [" Two three.", true]);
  expect(results).toEqual(["~one", "One.", "~ two three", " Two three."]);
});

test("recognition restarts when the browser ends it after speech, and ends after silence", async () => {
  const { recognition, ended } = start();
  recognition.emitResult(0, ["one", true]);
  recognition.onend();
  expect(recognition.starts).toBe(2);
  recognition.onerror({ error: "no-speech", message: "" });
  recognition.onend();
  await expect(ended).resolves.toBeUndefined();
  expect(recognition.starts).toBe(2);
});

test("a failed restart rejects", async () => {
  const { recognition, ended } = start();
  recognition.emitResult(0, ["one", true]);
  recognition.start = () => {
    throw new DOMException("no", "InvalidStateError");
  };
  expect(() => recognition.onend()).not.toThrow();
  await expect(ended).rejects.toThrow("no");
});

test("aborting the signal stops recognition, and pending results still arrive", async () => {
  const { recognition, ended, results, controller } = start();
  recognition.emitResult(0, ["one", false]);
  controller.abort();
  expect(recognition.stops).toBe(1);
  recognition.emitResult(0, ["One.", true]);
  recognition.onend();
  await ended;
  expect(results).toEqual(["~one", "One."]);
  expect(recognition.starts).toBe(1);
});

test.each([
  ["not-allowed", "NotAllowedError"],
  ["service-not-allowed", "NotAllowedError"],
  ["audio-capture", "NotFoundError"],
  ["network", "NetworkError"],
  ["language-not-supported", "NotSupportedError"],
  ["bad-grammar", "OperationError"],
])("the code %s becomes a %s", async (error, name) => {
  const { recognition, ended } = start();
  recognition.onerror({ error, message: "" });
  recognition.onend();
  await expect(ended).rejects.toMatchObject({ name });
});

test("the adapter is supported only in browsers with speech recognition", async () => {
  const adapter = webSpeechDictation();
  expect(adapter.isSupported?.()).toBe(true);
  vi.unstubAllGlobals();
  expect(adapter.isSupported?.()).toBe(false);
  const { signal } = new AbortController();
  const options = { language: undefined, signal, onInterim: () => {}, onFinal: () => {} };
  await expect(adapter.start(options)).rejects.toMatchObject({ name: "NotSupportedError" });
});
