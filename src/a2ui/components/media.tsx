import { AudioPlayerApi, ImageApi, VideoApi } from "@a2ui/web_core/v0_9";
import type { ReactNode } from "react";
import { MediaPart } from "../../components/message/MediaPart.tsx";
import { useComponent } from "../../components/settings/settings.tsx";
import { a2uiComponent } from "../a2uiComponent.ts";
import { textOfValue } from "./readProps.ts";

interface MediaProps {
  readonly type: "image" | "audio" | "video";
  readonly url: unknown;
  readonly description?: unknown;
}

/** Renders media as in a message: nothing is loaded from an unknown origin before the user asks for it. */
function Media({ type, url, description }: MediaProps): ReactNode {
  const Part = useComponent("MediaPart", MediaPart);
  const value = textOfValue(url);
  const filename = textOfValue(description);
  if (value === "") return null;
  return (
    <Part
      part={{
        type,
        source: { type: "url", value },
        ...(filename && { metadata: { filename } }),
      }}
    />
  );
}

/** Renders an image. */
export const BasicImage = a2uiComponent(ImageApi, ({ props }) => {
  const { url, description, fit = "fill", variant = "mediumFeature", accessibility } = props;
  return (
    <div className="agk-a2ui-image" data-fit={fit} data-variant={variant}>
      <Media type="image" url={url} description={description ?? accessibility?.label} />
    </div>
  );
});

/** Renders a video. */
export const BasicVideo = a2uiComponent(VideoApi, ({ props: { url, accessibility } }) => (
  <Media type="video" url={url} description={accessibility?.label} />
));

/** Renders an audio player. */
export const BasicAudioPlayer = a2uiComponent(
  AudioPlayerApi,
  ({ props: { url, description, accessibility } }) => (
    <Media type="audio" url={url} description={description ?? accessibility?.label} />
  ),
);
