import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
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

/** The user's consent to load one remote address. */
interface LoadConsent<T extends HTMLElement> {
  readonly isGranted: boolean;
  readonly grantConsent: () => void;
  /** Ref of the loading element, which takes the focus of the button that it replaces. */
  readonly element: RefObject<T | null>;
}

/**
 * @internal Keeps the consent to load an address. Consent ends with the address: a server that changes it has to be
 * asked about again.
 */
export function useLoadConsent<T extends HTMLElement>(address: string): LoadConsent<T> {
  const [loaded, setLoaded] = useState<string>();
  const element = useRef<T>(null);
  const isGranted = loaded === address;
  useEffect(() => {
    if (isGranted) element.current?.focus({ preventScroll: true });
  }, [isGranted]);
  return { isGranted, grantConsent: () => setLoaded(address), element };
}
