/** Styles of the page, with the colours of the product's tokens (shared/src/ui/styles/tokens.css). */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --surface-0: light-dark(#f4f4f0, #0d1012);
  --surface-1: light-dark(#ffffff, #14181b);
  --text-1: light-dark(#14181b, #eff2f1);
  --text-2: light-dark(#414a50, #b7c0c5);
  --text-3: light-dark(#586168, #929da4);
  --line: light-dark(#dfe0da, #242b30);
  --line-strong: light-dark(#c6c8c1, #38424a);
  --over: light-dark(#0a58a8, #77b8ff);
  --over-fill: light-dark(#2f7dd1, #4a9bf0);
  --focus: light-dark(#5a3fd0, #b5a2ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 1180px;
  padding: 32px 24px 64px;
  background: var(--surface-0);
  color: var(--text-1);
  font: 400 0.875rem/1.5 "Archivo", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { margin: 0 0 4px; font-size: 1.75rem; line-height: 1.1; font-weight: 650; }
h2 { margin: 48px 0 8px; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0 0 2px; color: var(--text-1); font-size: 1rem; }
p { margin: 0 0 12px; max-width: 72ch; color: var(--text-2); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px; }
figure {
  margin: 0;
  padding: 16px;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: 8px;
}
figcaption { margin-bottom: 8px; color: var(--text-2); }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--text-3); font-size: 10px; }
.grid { stroke: var(--line); }
.ideal { stroke: var(--text-3); stroke-dasharray: 4 4; }
.curve { fill: none; stroke: var(--over); stroke-width: 1.5; }
.band { stroke: var(--over); stroke-opacity: 0.55; stroke-width: 2; }
.point { fill: var(--over-fill); stroke: var(--surface-1); stroke-width: 1.5; }
.pale { opacity: 0.4; }
.count { fill: var(--line-strong); }
.wide { overflow-x: auto; background: var(--surface-1); border: 1px solid var(--line); border-radius: 8px; }
.wide:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 12px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { color: var(--text-3); font-weight: 500; }
th:first-child, td:first-child { text-align: left; }
tbody th { color: var(--text-1); font-weight: 600; }
tr:last-child > * { border-bottom: 0; }
td.best { color: var(--text-1); font-weight: 650; }
td { color: var(--text-2); }
details { margin-top: 8px; }
summary { min-height: 24px; cursor: pointer; color: var(--text-2); }
`
