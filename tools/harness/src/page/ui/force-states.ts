/** What can be forced, with what stands in for it below an element that carries `data-force`. */
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
 * Lets hover and focus be shown without pointer and keyboard: every rule for them also holds below an element with
 * `data-force`, so that what is seen is the component's own style. Once, when all styles are there.
 */
export function forceStates(page: Document): void {
  for (const sheet of page.styleSheets) forceIn(sheet.cssRules)
}
