import type { Meta, StoryObj } from "@storybook/react-vite";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { Conversation, onChatBackground } from "../conversation.tsx";

const meta = {
  title: "Chat/Welcome",
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

export const WithLogo: Story = {
  args: {
    logo: (
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
        <circle cx="20" cy="20" r="20" fill="#4f5bd5" />
        <path d="M12 21l6 6 10-13" fill="none" stroke="#fff" strokeWidth="3" />
      </svg>
    ),
    title: "Hello, Ada",
    text: "I know your orders, your invoices and our terms.",
  },
};

export const Dark: Story = { ...WithLogo, globals: { theme: "dark" } };
