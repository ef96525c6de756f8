import { expect, type Page } from '@playwright/test'

/** The call that every hostile text tries to execute. Tests define the function to detect it. */
export const CALL = 'hurt()'

/**
 * Texts that execute if they are not escaped: as markup, in an attribute, as a URL, in a script block, as a
 * template. They are short because contracts truncate long texts.
 */
export const HOSTILE_TEXTS = [
  `<img src=x onerror=${CALL}>`,
  `" onmouseover=${CALL} x="`,
  `<svg/onload=${CALL}>`,
  `javascript:${CALL}`,
  `</script><script>${CALL}</script>`,
  `\${${CALL}}{{${CALL}}}`,
] as const

/** Selector of elements and attributes that exist only if a text was interpreted as markup. */
export const INJECTED_SELECTOR = [
  'img[src="x"]',
  'svg[onload]',
  '[onerror], [onload], [onclick], [onmouseover], [onfocus]',
  '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i], [srcdoc]',
  'iframe, object, embed, base, foreignObject',
].join(', ')

export interface InjectionEffects {
  dialogs: string[]
  ran: number
}

/** Observes a page for effects of hostile texts. Must be called before the first load. */
export async function observeInjections(page: Page): Promise<InjectionEffects> {
  const effects: InjectionEffects = { dialogs: [], ran: 0 }
  page.on('dialog', async (dialog) => {
    effects.dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.exposeFunction(CALL.slice(0, -2), () => {
    effects.ran += 1
  })
  return effects
}

/** Number of hostile texts that the page shows as plain text. */
export const shownLiterally = (page: Page): Promise<number> =>
  page.evaluate((call) => document.body.textContent.split(call).length - 1, CALL)

/**
 * Expects that no hostile text ran, opened a dialog or was interpreted as markup. Violations of the content
 * policy also fail the test.
 */
export async function expectNoScriptRan(page: Page, effects: InjectionEffects): Promise<void> {
  const injected = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)),
    INJECTED_SELECTOR,
  )
  expect(injected).toEqual([])
  expect(effects).toEqual({ dialogs: [], ran: 0 })
}
