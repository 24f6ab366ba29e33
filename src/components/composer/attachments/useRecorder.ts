import { useCallback, useEffect, useRef, useState } from "react";

interface Recorder {
  /** For how long it has been recording; absent while it does not. */
  readonly seconds: number | undefined;
  /**
   * Begins as soon as the person allows it. Returns what will be recorded, which is rejected without a
   * microphone or their word; nothing while another recording goes on.
   */
  readonly start: () => Promise<File> | undefined;
  readonly stop: () => void;
}

/**
 * Records what the microphone hears, one recording at a time.
 *
 * @param owner - What the recording is for. When that changes, or the component goes, it ends.
 * @param name - What the file is called, without the end of the name.
 */
export function useRecorder(owner: unknown, name: string): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const stopSignal = useRef<AbortController>(undefined);
  const stop = useCallback(() => stopSignal.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place ends the recording
  useEffect(() => stop, [owner, stop]);

  const start = () => {
    if (stopSignal.current) return undefined;
    const controller = new AbortController();
    stopSignal.current = controller;
    return record(name, controller.signal, setSeconds).finally(() => {
      stopSignal.current = undefined;
      setSeconds(undefined);
    });
  };

  return { seconds, start, stop };
}

/** Records until it is told to end. */
async function record(
  name: string,
  stopSignal: AbortSignal,
  onSecond: (seconds: number) => void,
): Promise<File> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    stopSignal.throwIfAborted();
    const recorder = new MediaRecorder(stream);
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    // It also stops by itself, when the person takes the microphone away.
    const stopped = new Promise((resolve, reject) => {
      recorder.onstop = resolve;
      recorder.onerror = reject;
    });
    stopSignal.addEventListener("abort", () => recorder.stop());
    recorder.start();
    const startedAt = performance.now();
    const tick = () => onSecond(Math.round((performance.now() - startedAt) / 1000));
    tick();
    timer = setInterval(tick, 1000);
    await stopped;
    return toFile(name, chunks, recorder.mimeType);
  } finally {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  }
}

function toFile(name: string, chunks: Blob[], type: string): File {
  // "audio/webm;codecs=opus" is a .webm file.
  const [, subtype = ""] = type.split(/[/;]/);
  return new File(chunks, `${name}.${subtype}`, { type });
}
