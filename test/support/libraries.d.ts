/*
 * Of the libraries that the README's examples use and this repository does not, what these use: as it is
 * declared by katex 0.19.1 and mermaid 11.17.2.
 */

declare module "katex" {
  interface KatexOptions {
    displayMode?: boolean;
    throwOnError?: boolean;
    errorColor?: string;
    maxSize?: number;
    maxExpand?: number;
    trust?: boolean;
  }
  const katex: {
    render(tex: string, element: HTMLElement, options?: KatexOptions): void;
  };
  export default katex;
}

declare module "mermaid" {
  interface MermaidConfig {
    startOnLoad?: boolean;
    securityLevel?: "strict" | "loose" | "antiscript" | "sandbox";
    htmlLabels?: boolean;
    suppressErrorRendering?: boolean;
  }
  const mermaid: {
    initialize(config: MermaidConfig): void;
    render(id: string, text: string): Promise<{ svg: string }>;
  };
  export default mermaid;
}
