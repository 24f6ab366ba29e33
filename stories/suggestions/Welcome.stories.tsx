import type { Meta, StoryObj } from "@storybook/react-vite";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { Conversation, onChatBackground } from "../conversation.tsx";

const meta = {
  title: "Welcome",
  component: Welcome,
  decorators: [onChatBackground],
  render: (args) => (
    <Conversation>
      <Welcome {...args} />
    </Conversation>
  ),
} satisfies Meta<typeof Welcome>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const WithSuggestions: Story = {
  args: {
    title: "Hello, Ada",
    text: "I know your orders, your invoices and our terms.",
    suggestions: [
      "Where is my order?",
      "Send me an invoice",
      "Cancel an order",
      "Talk to a person",
    ],
  },
};

export const Dark: Story = { ...WithSuggestions, globals: { theme: "dark" } };
