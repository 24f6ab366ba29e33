import { useCallback, useEffect, useRef, useState } from "react";

interface Recorder {
  /** Seconds since the recording started; absent while none is active. */
  readonly seconds: number | undefined;
  /**
   * Starts a recording once the user grants the microphone. The promise rejects without a microphone or
   * permission. Returns `undefined` while another recording is active.
   */
  readonly start: () => Promise<File> | undefined;
  readonly stop: () => void;
}

/**
 * Records from the microphone, one recording at a time.
 *
 * @param owner - Draft that the recording belongs to. A new owner ends the recording, and so does unmounting.
 * @param name - File name without extension.
 */
export function useRecorder(owner: unknown, name: string): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const stopSignal = useRef<AbortController>(undefined);
  const stop = useCallback(() => stopSignal.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new owner ends the recording
  useEffect(() => stop, [owner, stop]);

  const start = () => {
    if (stopSignal.current) return undefined;
    const controller = new AbortController();
    stopSignal.current = controller;
    return recordAudio(name, controller.signal, setSeconds).finally(() => {
      stopSignal.current = undefined;
      setSeconds(undefined);
    });
  };

  return { seconds, start, stop };
}

/** Records until the signal aborts. */
async function recordAudio(
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
    // The recorder also stops when the user withdraws the permission.
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
  const [, subtype = ""] = type.split(/[/;]/);
  return new File(chunks, `${name}.${subtype}`, { type });
}
