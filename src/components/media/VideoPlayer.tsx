import { type ReactEventHandler, type ReactNode, type RefObject, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";

interface VideoPlayerProps {
  /** Address that may be loaded. */
  readonly src: string;
  /** Name of the file. */
  readonly name: string;
  /** True when it plays at once, and can take the focus. */
  readonly autoPlay: boolean;
  readonly element: RefObject<HTMLVideoElement | null>;
  readonly onError: ReactEventHandler<HTMLElement>;
}

/**
 * @internal Shows the first picture of a video under a button that plays it. From then on, the video has the controls of
 * the browser.
 */
export function VideoPlayer({
  src,
  name,
  autoPlay,
  element,
  onError,
}: VideoPlayerProps): ReactNode {
  const strings = useStrings().player;
  const [started, setStarted] = useState(autoPlay ? src : undefined);
  const own = useRef<HTMLVideoElement | null>(null);
  const hasStarted = started === src;
  const handlePlay = () => {
    setStarted(src);
    const { current } = own;
    // The button unmounts.
    current?.focus({ preventScroll: true });
    void current?.play().catch(() => {});
  };
  return (
    <div className="agk-video">
      {/* biome-ignore lint/a11y/useMediaCaption: the files of users and models have no captions */}
      <video
        ref={(video) => {
          own.current = video;
          element.current = video;
        }}
        src={src}
        controls={hasStarted}
        preload="metadata"
        autoPlay={autoPlay}
        playsInline
        tabIndex={hasStarted ? 0 : -1}
        aria-label={name}
        onError={onError}
      />
      {!hasStarted && (
        <button
          type="button"
          className="agk-video-play"
          aria-label={strings.play(name)}
          onClick={handlePlay}
        >
          <span className="agk-video-icon">
            <Icon name="play" />
          </span>
        </button>
      )}
    </div>
  );
}
