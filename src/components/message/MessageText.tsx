import type { ReactNode } from "react";
import { Markdown } from "../markdown/Markdown.tsx";
import { type RenderMarkdownProps, usePart, useSettings } from "../settings/settings.tsx";
import { CustomRender } from "../ui/CustomRender.tsx";

/** @internal The Markdown of a message, as the settings around it have it drawn. */
export function MessageText(props: RenderMarkdownProps): ReactNode {
  const { allowedImageOrigins, markdown, renderMarkdown } = useSettings();
  const Text = usePart("Markdown", Markdown);
  const builtIn = <Text {...props} {...markdown} allowedImageOrigins={allowedImageOrigins} />;
  return renderMarkdown ? (
    <CustomRender fallback={builtIn} resetKeys={[renderMarkdown, props.text, props.isStreaming]}>
      <Rendered {...props} render={renderMarkdown} />
    </CustomRender>
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
