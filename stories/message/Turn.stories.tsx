import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { TimedTurn } from "../../src/components/message/TimedTurn.tsx";
import { Turn } from "../../src/components/message/Turn.tsx";
import type { TurnProps } from "../../src/components/settings/transcriptPartProps.ts";
import { Conversation, Page } from "../conversation.tsx";
import { trip } from "../fixtures.ts";
import { timedRun } from "../timedRun.ts";

const DAY = 24 * 60;

const talk = timedRun(
  { role: "user", text: "Find me a hotel in Lisbon.", age: 3 * DAY },
  { role: "assistant", text: "Hotel Avenida is near the river and has a terrace.", age: 3 * DAY },
  { role: "user", text: "And one with a pool?", age: DAY },
  { role: "assistant", text: "Casa do Pátio has a pool on the roof.", age: DAY },
  { role: "user", text: "Book it, please.", age: 4 },
  { role: "assistant", text: "Booked for two nights, from Friday.", age: 3 },
);

/** Adds an avatar and a name to both authors. */
function WithAvatar(props: TurnProps) {
  if (props.author === "system") return <Turn {...props} />;
  const [avatar, name] = props.author === "user" ? ["MK", "Mira Koch"] : ["A", "Ada"];
  return <Turn {...props} avatar={<span aria-hidden="true">{avatar}</span>} name={name} />;
}

const WithTimeAndAvatar = (props: TurnProps) => (
  <TimedTurn {...props} avatar={<span aria-hidden="true">{props.author[0]}</span>} />
);

const card = {
  padding: 12,
  borderInlineStart: "3px solid var(--agk-accent)",
  background: "var(--agk-surface-raised)",
};

/** Shows an answer as a card, with a footer of the application. */
function Card(props: TurnProps) {
  if (props.author !== "assistant") return <Turn {...props} />;
  return (
    <div style={card}>
      {props.children}
      <small>Written by the travel agent</small>
    </div>
  );
}

const meta = {
  title: "Messages/Turn",
  component: Chat,
  parameters: { controlsFromArgs: true },
  args: { title: "Trip" },
  render: (args: ChatProps) => (
    <Page>
      <Conversation scripts={[talk]} isStarted>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
} satisfies Meta<typeof Chat>;

export default meta;
type Story = StoryObj<typeof meta>;

/** An answer, its tool calls, reasoning and actions share the indent. */
export const AvatarAndName: Story = {
  args: { components: { Turn: WithAvatar } },
  render: (args) => (
    <Page>
      <Conversation messages={trip}>
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

/** Shows the exact time under the pointer, and days where they change. */
export const Timestamps: Story = {
  args: { components: { Turn: TimedTurn } },
  play: async ({ canvas }) => {
    await canvas.findByText("3 minutes ago");
    await expect(canvas.getByRole("separator", { name: "Yesterday" })).toBeVisible();
  },
};

export const TimestampsAndAvatars: Story = {
  args: { components: { Turn: WithTimeAndAvatar } },
};

/** Names the agents of a team, each above its own turn. */
export const SeveralAgents: Story = {
  args: { components: { Turn: TimedTurn } },
  render: (args) => (
    <Page>
      <Conversation
        isStarted
        scripts={[
          timedRun(
            { role: "user", text: "Is the offer good?", age: 2 },
            { role: "assistant", name: "Researcher", text: "I found three offers.", age: 2 },
            { role: "assistant", name: "Researcher", text: "All include breakfast.", age: 1 },
            { role: "assistant", name: "Critic", text: "Only one can be cancelled.", age: 0 },
          ),
        ]}
      >
        <Chat {...args} />
      </Conversation>
    </Page>
  ),
};

export const CardOfYourOwn: Story = {
  args: { components: { Turn: Card } },
};
