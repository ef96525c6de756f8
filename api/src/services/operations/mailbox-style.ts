import { createHash } from 'node:crypto'

/** Style of the mailbox page: the colours and sizes of shared/src/ui/styles/tokens.css that it needs. */
export const MAILBOX_STYLE = `
:root { color-scheme: dark light; --page: light-dark(#f4f4f0, #0d1012); --card: light-dark(#ffffff, #14181b);
  --ink: light-dark(#14181b, #eff2f1); --ink-2: light-dark(#414a50, #b7c0c5); --line: light-dark(#dfe0da, #242b30);
  --accent: light-dark(#15191c, #eef0ee); --on-accent: light-dark(#ffffff, #0d1012); --focus: light-dark(#5a3fd0, #b5a2ff);
  --control: light-dark(#7d868c, #6b767e) }
* { box-sizing: border-box; margin: 0 }
body { background: var(--page); color: var(--ink); padding: 32px 16px 64px;
  font: 400 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 720px; margin: 0 auto; display: grid; gap: 16px }
h1 { font-size: 28px; line-height: 1.1 }
h2 { font-size: 16px; line-height: 1.3; overflow-wrap: anywhere }
.lead, .about { color: var(--ink-2) }
.about { font-size: 13px; overflow-wrap: anywhere }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.bar { display: flex; gap: 12px; flex-wrap: wrap }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; display: grid; gap: 12px }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border-radius: 8px; font-weight: 600;
  text-decoration: none; color: var(--ink); border: 1px solid var(--control) }
.go { background: var(--accent); color: var(--on-accent); border-color: transparent }
summary { min-height: 44px; display: flex; align-items: center; color: var(--ink-2); font-size: 13px; cursor: pointer;
  text-decoration: underline; text-underline-offset: 3px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 400 12px/1.5 ui-monospace, monospace; color: var(--ink-2) }
.empty { border: 1px dashed var(--line); border-radius: 10px; padding: 32px 20px; color: var(--ink-2) }
`

const digest = createHash('sha256').update(MAILBOX_STYLE).digest('base64')

/** Content security policy of the mailbox page: this style only, no script, picture or form. */
export const MAILBOX_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
