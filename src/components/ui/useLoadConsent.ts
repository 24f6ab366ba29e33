import { type RefObject, useEffect, useRef, useState } from "react";

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
