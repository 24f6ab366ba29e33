import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";

interface LoadConsentButtonProps {
  readonly type: "image" | "audio" | "video";
  /** Text that names the host. */
  readonly label: string;
  /** Name of the file, or what the image shows. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly onPress: () => void;
}

const icons = { image: "fileImage", audio: "fileAudio", video: "fileVideo" } as const;

/** @internal Renders a card in the place of a remote file, which is loaded when the user presses it. */
export function LoadConsentButton(props: LoadConsentButtonProps): ReactNode {
  const { type, label, name, title, onPress } = props;
  return (
    <button type="button" className="agk-button agk-consent" title={title} onClick={onPress}>
      <span className="agk-file-icon">
        <Icon name={icons[type]} />
      </span>
      <span className="agk-file-text">
        <span className="agk-consent-label">{label}</span>
        {name && (
          <>
            {" "}
            <span className="agk-consent-name">{name}</span>
          </>
        )}
      </span>
    </button>
  );
}
