import type { ReactNode } from "react";
import { Drawn } from "./markdown/Drawn.tsx";
import { Markdown } from "./markdown/Markdown.tsx";
import { type RenderMarkdownProps, useSettings } from "./settings.tsx";

/** @internal The Markdown of a message, as the settings around it have it drawn. */
export function MessageText(props: RenderMarkdownProps): ReactNode {
  const { strings, allowedImageOrigins, markdown, renderMarkdown } = useSettings();
  const builtIn = (
    <Markdown
      {...props}
      {...markdown}
      allowedImageOrigins={allowedImageOrigins}
      labels={strings.markdown}
    />
  );
  return renderMarkdown ? (
    <Drawn fallback={builtIn} resetKeys={[renderMarkdown, props.text, props.isStreaming]}>
      <Rendered {...props} render={renderMarkdown} />
    </Drawn>
  ) : (
    builtIn
  );
}

interface RenderedProps extends RenderMarkdownProps {
  readonly render: (props: RenderMarkdownProps) => ReactNode;
}

/** A component of its own, so that what it throws stays in here. */
function Rendered({ render, ...props }: RenderedProps): ReactNode {
  return render(props);
}
