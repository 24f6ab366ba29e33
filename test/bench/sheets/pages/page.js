// Code that every page of the sheets shares.

const query = new URLSearchParams(location.search);
export const scene = query.get("scene") ?? "empty";
export const hasThreads = query.has("threads");
export const theme = query.get("theme") ?? "light";
export const root = document.getElementById("root");
export const agentUrl = `/agent/${scene}`;

export const greeting = "Good morning, Nora";
export const subtitle = "I know your orders, products and customers. How can I help?";
export const suggestions = [
  "Which products sold best this week?",
  "Find orders that are late",
  "Refund an order",
  "Write a product description",
];

/** Titles of earlier conversations, with their age in days. */
export const earlier = {
  "Orders that are late": 0,
  "Refund of order 4790": 0,
  "Texts for the autumn sale": 1,
  "Sizes of the trail jacket": 1,
  "Plan for the new shop": 34,
  "Opening hours in May": 36,
  "Letters to suppliers": 37,
};

export const DAY = 86_400_000;

// Each library reads the scheme from a place of its own.
document.documentElement.dataset.theme = theme;
document.documentElement.classList.toggle("dark", theme === "dark");
document.documentElement.style.colorScheme = theme;

/** Tells the screenshots how to send a message, once the page can. */
export function ready(send) {
  window.sendMessage = send;
}
