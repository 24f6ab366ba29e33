import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { arabicStrings } from "../../src/components/strings/ar.ts";
import { germanStrings } from "../../src/components/strings/de.ts";
import { japaneseStrings } from "../../src/components/strings/ja.ts";
import type { Strings } from "../../src/components/strings/strings.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { Conversation, Page } from "../conversation.tsx";
import { conversationIn, type LanguageCode, questionsIn } from "./languages.ts";

interface TalkProps {
  readonly code: LanguageCode;
  readonly strings: Strings;
  /** True when the agent asks a question at the end. */
  readonly hasQuestion?: boolean;
  readonly inlineSize?: number;
}

/** Renders a chat with all texts in one language. */
function Talk({ code, strings, hasQuestion = false, inlineSize }: TalkProps): React.ReactNode {
  const { events, interrupts } = questionsIn(code);
  return (
    <Page {...(inlineSize !== undefined && { inlineSize })}>
      <Conversation
        key={`${code} ${hasQuestion}`}
        messages={conversationIn(code)}
        scripts={[
          [runStarted(), events, runFinished({ outcome: { type: "interrupt", interrupts } })],
        ]}
        isStarted={hasQuestion}
      >
        <Chat strings={strings} lang={code} dir={code === "ar" ? "rtl" : "ltr"} />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Theming/Languages",
  component: Talk,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
} satisfies Meta<typeof Talk>;

export default meta;
type Story = StoryObj<typeof meta>;

export const German: Story = {
  args: { code: "de", strings: germanStrings },
  play: async ({ canvas }) => {
    const [edit] = await canvas.findAllByRole("button", { name: "Nachricht bearbeiten" });
    // Actions of a user message are visible with the focus.
    edit?.focus();
    await waitFor(() => expect(edit).toBeVisible());
  },
};

export const Japanese: Story = { args: { code: "ja", strings: japaneseStrings } };

export const Arabic: Story = {
  args: { code: "ar", strings: arabicStrings },
  globals: { direction: "rtl" },
};

/** Shows an Arabic chat on a left-to-right page. */
export const ArabicOnAnEnglishPage: Story = { args: Arabic.args };

export const ArabicNarrow: Story = { ...Arabic, args: { ...Arabic.args, inlineSize: 320 } };

export const ArabicDark: Story = { ...Arabic, globals: { direction: "rtl", theme: "dark" } };

export const GermanQuestion: Story = { args: { ...German.args, hasQuestion: true } };

export const JapaneseQuestion: Story = { args: { ...Japanese.args, hasQuestion: true } };

export const ArabicQuestion: Story = { ...Arabic, args: { ...Arabic.args, hasQuestion: true } };
