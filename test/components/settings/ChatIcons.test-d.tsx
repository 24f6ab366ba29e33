import { lazy, type ReactNode, type SVGProps } from "react";
import { expectTypeOf } from "vitest";
import { Chat, type ChatIcons, ChatSettings, type IconName } from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

/** An icon as those of icon libraries, whose props are all optional. */
declare function LibraryIcon(
  props: SVGProps<SVGSVGElement> & { readonly size?: number },
): ReactNode;

declare function NeedsLabel(props: { readonly label: string }): ReactNode;

export function iconTypes() {
  expectTypeOf<keyof ChatIcons>().toEqualTypeOf<IconName>();
  expectTypeOf<"send">().toExtend<IconName>();
  const Lazy = lazy(async () => ({ default: LibraryIcon }));
  return (
    <ChatSettings icons={{ send: LibraryIcon, copy: Lazy, stop: () => "■" }}>
      <Chat icons={{ attach: LibraryIcon }} />
      {/* @ts-expect-error No icon is named "sendd". */}
      <Chat icons={{ sendd: LibraryIcon }} />
      {/* @ts-expect-error The chat passes no props to an icon. */}
      <Chat icons={{ send: NeedsLabel }} />
    </ChatSettings>
  );
}
