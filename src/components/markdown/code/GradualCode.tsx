// biome-ignore-all lint/suspicious/noArrayIndexKey: a part has no identity but its position
import { type ReactNode, useEffect, useState } from "react";

/** Whole lines of code, without and with their colors. */
export interface CodePart {
  text: string;
  nodes: ReactNode;
}

interface GradualCodeProps {
  parts: readonly CodePart[];
}

/** @internal Renders long code, and colors one more part of it in each frame: the elements of all take too long at once. */
export function GradualCode({ parts }: GradualCodeProps): ReactNode {
  const [colored, setColored] = useState({ parts, count: 1 });
  const count = colored.parts === parts ? colored.count : 1;
  useEffect(() => {
    if (count >= parts.length) return;
    const frame = requestAnimationFrame(() => setColored({ parts, count: count + 1 }));
    return () => cancelAnimationFrame(frame);
  }, [parts, count]);
  return parts.map(({ text, nodes }, index) => (
    <span key={index}>{index < count ? nodes : text}</span>
  ));
}
