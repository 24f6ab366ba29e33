import type { ReactNode } from "react";
import { VideoPlayer } from "../../src/components/media/VideoPlayer.tsx";
import { MediaPart } from "../../src/components/message/MediaPart.tsx";
import { IconButton } from "../../src/components/tooltip/IconButton.tsx";
import { Icon } from "../../src/components/ui/Icon.tsx";
import type { IconName } from "../../src/components/ui/iconPaths.ts";
import { silence, sunOverSea } from "../fixtures.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const link = { disabled: alwaysUsable, busy: neverBusy };

function Sound(): ReactNode {
  return (
    <MediaPart
      part={{
        type: "audio",
        source: { type: "data", value: silence, mimeType: "audio/wav" },
        metadata: { filename: "gulls.wav" },
      }}
    />
  );
}

interface LargeProps {
  readonly icon: IconName;
  readonly isDisabled?: boolean;
}

/** Renders a button over a large image, whose dialog would cover the page. */
function Large({ icon, isDisabled }: LargeProps): ReactNode {
  return (
    <div
      className="agk-lightbox"
      style={{ padding: 9, inlineSize: 48, blockSize: 48, background: "#000" }}
    >
      <IconButton className="agk-quiet" label={icon} aria-disabled={isDisabled}>
        <Icon name={icon} />
      </IconButton>
    </div>
  );
}

/** The media of a message, and the buttons over an image in the whole window. */
export const mediaControls: readonly Control[] = [
  {
    name: "File",
    target: ".agk-file",
    rest: (
      <MediaPart
        part={{
          type: "document",
          source: { type: "data", value: "SGk=", mimeType: "text/plain" },
          metadata: { filename: "route.txt" },
        }}
      />
    ),
    without: link,
  },
  {
    name: "Image",
    target: ".agk-image-open",
    rest: (
      <MediaPart
        part={{
          type: "image",
          source: { type: "data", value: sunOverSea, mimeType: "image/png" },
        }}
      />
    ),
    without: link,
  },
  {
    name: "Audio",
    target: ".agk-player-button",
    rest: <Sound />,
    without: link,
  },
  {
    name: "Position",
    target: ".agk-player-slider",
    rest: <Sound />,
    without: { disabled: "The duration is not known yet.", busy: neverBusy },
  },
  {
    name: "Video",
    target: ".agk-video-play",
    rest: (
      <VideoPlayer
        src="data:video/mp4;base64,AAAA"
        name="harbour.mp4"
        autoPlay={false}
        element={{ current: null }}
        onError={ignore}
      />
    ),
    without: link,
  },
  {
    name: "Remote file",
    target: ".agk-button",
    rest: (
      <MediaPart
        part={{
          type: "image",
          source: { type: "url", value: "https://example.com/sea.png", mimeType: "image/png" },
        }}
      />
    ),
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Smaller",
    target: ".agk-quiet",
    rest: <Large icon="zoomOut" />,
    without: { busy: neverBusy },
    disabled: <Large icon="zoomOut" isDisabled />,
  },
  {
    name: "Larger",
    target: ".agk-quiet",
    rest: <Large icon="zoomIn" />,
    without: { busy: neverBusy },
    disabled: <Large icon="zoomIn" isDisabled />,
  },
  {
    name: "Close the image",
    target: ".agk-quiet",
    rest: <Large icon="close" />,
    without: link,
  },
];
