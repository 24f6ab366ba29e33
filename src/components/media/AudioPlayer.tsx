import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactEventHandler,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import { formatClock } from "../strings/format.ts";
import { useStrings } from "../strings/useStrings.ts";
import { useTooltip } from "../tooltip/useTooltip.tsx";
import { Icon } from "../ui/Icon.tsx";

interface AudioPlayerProps {
  /** Address that may be loaded. */
  readonly src: string;
  /** Name of the file. */
  readonly name: string;
  /** True where the name is not shown beside the player. @defaultValue false */
  readonly showsName?: boolean;
  /** True when it plays at once. @defaultValue false */
  readonly autoPlay?: boolean;
  /** Ref of the button that plays. */
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly onError: ReactEventHandler<HTMLElement>;
}

/** The audio that plays, which another one pauses. */
let playing: HTMLAudioElement | undefined;

/** @internal Plays audio with a button, a slider and the time. Renders a `<div>` with an `<audio>` without controls. */
export function AudioPlayer(props: AudioPlayerProps): ReactNode {
  const { src, name, showsName = false, autoPlay = false, button, onError } = props;
  const strings = useStrings().player;
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [duration, setDuration] = useState<number>();
  const label = isPlaying ? strings.pause(name) : strings.play(name);
  const [trigger, tooltip] = useTooltip(label);
  const isSearchingEnd = useRef(false);
  const toggle = () => {
    const { current } = audio;
    if (current?.paused) void current.play().catch(ignoreRejection);
    else current?.pause();
  };
  const handlePlay = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
    if (playing !== currentTarget) playing?.pause();
    playing = currentTarget;
    setIsPlaying(true);
  };
  const handleDuration = ({ currentTarget }: SyntheticEvent<HTMLAudioElement>) => {
    const { duration: seconds } = currentTarget;
    const isKnown = Number.isFinite(seconds);
    setDuration(isKnown ? seconds : undefined);
    // A recording has no duration in its header: the browser finds it at the end.
    const isSearching = !isKnown && src.startsWith("blob:");
    if (isSearching) currentTarget.currentTime = Number.MAX_SAFE_INTEGER;
    else if (isSearchingEnd.current) currentTarget.currentTime = 0;
    isSearchingEnd.current = isSearching;
  };
  const handleSliderKey = (event: KeyboardEvent) => {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  };
  const clock = formatClock(Math.floor(time));
  const end = duration === undefined ? undefined : formatClock(Math.round(duration));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields
    <div className="agk-player" role="group" aria-label={name}>
      {/* biome-ignore lint/a11y/useMediaCaption: the files of users and models have no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        autoPlay={autoPlay}
        onPlay={handlePlay}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setTime(currentTarget.currentTime)}
        onDurationChange={handleDuration}
        onError={onError}
      />
      <button
        type="button"
        className="agk-player-button"
        ref={button}
        aria-label={label}
        {...trigger}
        onClick={toggle}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
        {tooltip}
      </button>
      <span className="agk-player-main">
        {showsName && <bdi className="agk-player-name">{name}</bdi>}
        <input
          type="range"
          className="agk-player-slider"
          min={0}
          max={duration ?? 1}
          step="any"
          value={duration === undefined ? 0 : Math.min(time, duration)}
          disabled={duration === undefined}
          style={duration ? playedStyle(time / duration) : undefined}
          aria-label={strings.position}
          aria-valuetext={end === undefined ? clock : strings.time(clock, end)}
          onKeyDown={handleSliderKey}
          onChange={({ target }) => {
            setTime(target.valueAsNumber);
            if (audio.current) audio.current.currentTime = target.valueAsNumber;
          }}
        />
      </span>
      {/* The slider says the time. */}
      <span className="agk-player-time" aria-hidden="true">
        {end === undefined ? clock : `${clock} / ${end}`}
      </span>
    </div>
  );
}

/** Returns the style of the slider for the fraction of the audio that has been played. */
function playedStyle(fraction: number): CSSProperties {
  // The type of styles has no custom properties.
  return { "--agk-played": Math.min(fraction, 1) } as CSSProperties;
}

/** The browser may refuse to play, and reports a broken file by an event as well. */
function ignoreRejection(): void {}
