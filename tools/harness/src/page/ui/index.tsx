import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { OneState, readOptions, UiPage } from './ui-page.tsx'

/**
 * Pseudo-classes that can be forced, with the selector that replaces each below an element with `data-force`.
 */
const FORCED: readonly [RegExp, string][] = [
  [/:hover/g, ':is([data-force="hover"] *)'],
  [/:focus-within/g, ':is([data-force="focus"] *)'],
  [
    /:focus-visible/g,
    ':is([data-force="focus"] :is(button, a, select, textarea, [tabindex], input:not([type="radio"]), input:checked))',
  ],
]

function forceIn(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const forced = FORCED.reduce((text, [what, by]) => text.replace(what, by), rule.selectorText)
      if (forced !== rule.selectorText) rule.selectorText = `${rule.selectorText}, ${forced}`
    } else if (rule instanceof CSSGroupingRule) forceIn(rule.cssRules)
  }
}

/**
 * Shows hover and focus states without pointer and keyboard: every rule with these pseudo-classes is extended
 * to elements below `data-force`. Call once, after all style sheets have loaded.
 */
export function forceStates(page: Document): void {
  for (const sheet of page.styleSheets) forceIn(sheet.cssRules)
}

const options = readOptions(location.search)
document.documentElement.lang = 'en'
document.documentElement.dataset.theme = options.theme === 'light' ? 'light' : 'dark'
// Disables focus() in frames: a dialog that opens in a frame would take the focus from the page around it.
if (window.parent !== window) HTMLElement.prototype.focus = () => {}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  options.only ? <OneState of={options.only} /> : <UiPage first={options} />,
)
if (document.readyState === 'complete') forceStates(document)
else addEventListener('load', () => forceStates(document), { once: true })
