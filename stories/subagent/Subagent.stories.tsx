import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import everything from "../../test/fixtures/recordings/encoder/all-events-1.0.0.sse?raw";
import { Conversation, hangAfter, Page } from "../conversation.tsx";
import { eventsUpTo } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { subagentControls } from "../states/workControls.tsx";
import {
  booker,
  delegationEvents,
  researchEvents,
  researcher,
  subagentCallEvents,
  subagentFinished,
  subagentTextEvents,
  waitingScript,
  waitingTwiceScript,
} from "./subagentEvents.ts";

/** Selector options that match only a card with loaded content. */
const loaded = { selector: "details *" };

interface ScriptProps {
  readonly script: Script;
}

function Show({ script }: ScriptProps) {
  return (
    <Page>
      <Conversation
        scripts={[script]}
        messages={[{ id: "u1", role: "user", content: "Where should we spend a week by the sea?" }]}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  );
}

const meta = {
  title: "Tools/Sub-agent",
  component: Show,
  parameters: { controlsFromArgs: true },
} satisfies Meta<typeof Show>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows the current activity on a collapsed card. */
export const Running: Story = {
  args: { script: hangAfter(...delegationEvents, researcher, ...researchEvents) },
};

export const Opened: Story = {
  ...Running,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Compare 12 beaches"));
    await waitFor(() => expect(canvas.getByText("Zambujeira do Mar")).toBeVisible());
  },
};

export const TwoAtOnce: Story = {
  args: {
    script: hangAfter(
      ...delegationEvents,
      ...subagentCallEvents("c3", "delegate", { to: "booker" }, { parentMessageId: "a2" }),
      researcher,
      booker,
      ...subagentTextEvents("m1", "Three places stand out", "s1"),
      ...subagentTextEvents("m2", "There are trains at 9:30 and 14:30", "s2"),
      ...subagentTextEvents("m1", ": Zambujeira do Mar, Odeceixe and Aljezur.", "s1").slice(1),
      ...subagentCallEvents("c4", "find_rooms", { town: "Odeceixe" }, { subagentRunId: "s2" }),
    ),
  },
};

/** Expands the card automatically. */
export const NeedsYou: Story = {
  args: { script: waitingScript },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/Reserve a room/, loaded)).toBeVisible());
  },
};

/** Shows an answered question while another sub-agent still waits for the user. */
export const Answered: Story = {
  args: { script: waitingTwiceScript },
  play: async ({ canvas }) => {
    const question = await canvas.findByText(/^Reserve a room/, loaded);
    const card = within(question.closest(".agk-interrupt") as HTMLElement);
    await userEvent.click(await card.findByRole("button", { name: "Yes" }));
    await canvas.findByText("Waiting for your other answers", { selector: "summary *" });
    await expect(canvas.getByRole("button", { name: "Yes" })).toBeVisible();
  },
};

/** Shows a sub-agent without a result after the run ended. */
export const Unfinished: Story = {
  args: {
    script: [runStarted(), [...delegationEvents, researcher, ...researchEvents], runFinished()],
  },
  play: async ({ canvas }) => {
    await canvas.findByText("Interrupted", { selector: ".agk-subagent > summary *" });
  },
};

export const Failed: Story = {
  args: {
    script: [
      runStarted(),
      [
        ...delegationEvents,
        researcher,
        ...subagentTextEvents("m1", "I read the reports.", "s1"),
        subagentFinished("m1", "s1"),
        {
          type: "SUBAGENT_ERROR",
          subagentRunId: "s1",
          message: "The library of travel reports did not answer.",
        },
        {
          type: "TOOL_CALL_RESULT",
          messageId: "t1",
          toolCallId: "c1",
          content: "Error: the library of travel reports did not answer.",
        },
        ...subagentTextEvents(
          "a3",
          "My colleague could not finish, so this is from memory: go to Odeceixe.",
        ),
        subagentFinished("a3"),
      ],
      runFinished(),
    ],
  },
};

export const Nested: Story = {
  args: {
    script: hangAfter(
      ...delegationEvents,
      researcher,
      ...subagentTextEvents("m1", "I let somebody count the visitors.", "s1"),
      subagentFinished("m1", "s1"),
      ...subagentCallEvents("c5", "delegate", { to: "counter" }, { subagentRunId: "s1" }),
      {
        type: "SUBAGENT_STARTED",
        subagentRunId: "s3",
        name: "Counter",
        description: "Counts visitors by month",
        parentSubagentRunId: "s1",
        parentToolCallId: "c5",
      },
      ...subagentTextEvents("m3", "June is quiet: 40 people a day.", "s3"),
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Researcher", loaded));
    await userEvent.click(await canvas.findByText("Counter", { selector: "details details *" }));
    await waitFor(() => expect(canvas.getByText(/June is quiet/)).toBeVisible());
  },
};

/** Groups messages attributed to a sub-agent that no event has announced. */
export const Unannounced: Story = {
  args: {
    script: [
      runStarted(),
      [
        ...subagentTextEvents("a1", "Let me look."),
        subagentFinished("a1"),
        ...subagentTextEvents("m1", "I found three places.", "travel_researcher"),
        subagentFinished("m1", "travel_researcher"),
        ...subagentTextEvents("a3", "Go to **Odeceixe** in June."),
        subagentFinished("a3"),
      ],
      runFinished(),
    ],
  },
};

/** Recorded: the protocol's encoder sends two sub-agents, one of which fails. */
export const OneOfTwoFailed: Story = {
  args: { script: [eventsUpTo("SUBAGENT_ERROR", everything), [runFinished()]] },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("helper", loaded));
    await waitFor(() => expect(canvas.getByText("from the subagent")).toBeVisible());
    await canvas.findByText("bad", loaded);
  },
};

export const Dark: Story = { ...NeedsYou, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Opened, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = {
  args: { script: [] },
  render: () => <StateTable controls={subagentControls} />,
};
