import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import "agui-kit/styles.css";
import "./styles/page.css";
import "./styles/navigation.css";
import "./styles/example.css";
import "./styles/recipe.css";
import "./styles/edits.css";
import "./styles/document.css";
import "./styles/research.css";
import "./styles/reasoning.css";
import "./styles/usage.css";
import "./styles/orders.css";
import "./styles/notice.css";
import "./styles/feedback.css";
import "./styles/desks.css";
import "./styles/branches.css";
import "./styles/wires.css";
import "./styles/cards.css";
import "./styles/seats.css";
import "./styles/charts.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
