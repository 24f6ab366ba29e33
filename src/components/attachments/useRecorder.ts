import { useEffect, useRef, useState } from "react";

interface RecorderOptions {
  /** What the file is called, without the end of the name. */
  readonly name: string;
  readonly onRecorded: (file: File) => void;
  /** Without a microphone, or when the person does not allow it. */
  readonly onFailed: () => void;
}

interface Recorder {
  /** For how long it has been recording; absent while it does not. */
  readonly seconds: number | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * Records what the microphone hears, one recording at a time.
 *
 * @param place - What the recording is for. When that changes, or the component goes, the recording
 *   ends, and goes to those who were to have it when it began.
 */
export function useRecorder(place: unknown, options: RecorderOptions): Recorder {
  const [seconds, setSeconds] = useState<number>();
  const end = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place ends the recording
  useEffect(() => () => end.current?.(), [place]);

  const start = () => {
    if (end.current) return;
    end.current = record({
      ...options,
      onSecond: setSeconds,
      onEnd: () => {
        end.current = undefined;
        setSeconds(undefined);
      },
    });
  };

  return { seconds, start, stop: () => end.current?.() };
}

interface RecordOptions extends RecorderOptions {
  readonly onSecond: (seconds: number) => void;
  /** However it ended. */
  readonly onEnd: () => void;
}

/** Begins a recording as soon as the person allows it, and returns what ends it. */
function record({ name, onRecorded, onFailed, onSecond, onEnd }: RecordOptions): () => void {
  const ending = new AbortController();

  async function go(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const release = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    if (ending.signal.aborted) return release();
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const recorder = new MediaRecorder(stream);
      const pieces: Blob[] = [];
      recorder.ondataavailable = ({ data }) => pieces.push(data);
      const stopped = new Promise((resolve, reject) => {
        recorder.onstop = resolve;
        recorder.onerror = reject;
        ending.signal.addEventListener("abort", () => recorder.stop());
        // The person took the permission back, or the microphone away.
        for (const track of stream.getTracks()) track.onended = () => ending.abort();
      });
      recorder.start();
      const begin = performance.now();
      const tick = () => onSecond(Math.round((performance.now() - begin) / 1000));
      tick();
      timer = setInterval(tick, 1000);
      await stopped;
      onRecorded(fileOf(name, pieces, recorder.mimeType));
    } finally {
      clearInterval(timer);
      release();
    }
  }

  go().catch(onFailed).finally(onEnd);
  return () => ending.abort();
}

function fileOf(name: string, pieces: Blob[], type: string): File {
  // "audio/webm;codecs=opus" is a .webm file.
  const [, subtype = ""] = type.split(/[/;]/);
  return new File(pieces, `${name}.${subtype}`, { type });
}
