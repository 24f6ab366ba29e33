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
 * @param place - What the recording is for. When that changes, or the component goes, it ends.
 * @param name - What the file is called, without the end of the name.
 */
export function useRecorder(place: unknown, name: string): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const ending = useRef<AbortController>(undefined);
  const stop = useCallback(() => ending.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place ends the recording
  useEffect(() => stop, [place, stop]);

  const start = () => {
    if (ending.current) return undefined;
    const own = new AbortController();
    ending.current = own;
    return record(name, own.signal, setSeconds).finally(() => {
      ending.current = undefined;
      setSeconds(undefined);
    });
  };

  return { seconds, start, stop };
}

/** Records until it is told to end. */
async function record(
  name: string,
  ending: AbortSignal,
  onSecond: (seconds: number) => void,
): Promise<File> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    ending.throwIfAborted();
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    // It also stops by itself, when the person takes the microphone away.
    const stopped = new Promise((resolve, reject) => {
      recorder.onstop = resolve;
      recorder.onerror = reject;
    });
    ending.addEventListener("abort", () => recorder.stop());
    recorder.start();
    const begin = performance.now();
    const tick = () => onSecond(Math.round((performance.now() - begin) / 1000));
    tick();
    timer = setInterval(tick, 1000);
    await stopped;
    return fileOf(name, pieces, recorder.mimeType);
  } finally {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  }
}

function fileOf(name: string, pieces: Blob[], type: string): File {
  // "audio/webm;codecs=opus" is a .webm file.
  const [, subtype = ""] = type.split(/[/;]/);
  return new File(pieces, `${name}.${subtype}`, { type });
}
