import { expect, type Page } from '@playwright/test'
import { CALL, INJECTED } from './hostile-texts.ts'

export interface Harm {
  dialogs: string[]
  ran: number
}

/** Observes a page for effects of hostile texts. Must be called before the first load. */
export async function watchHarm(page: Page): Promise<Harm> {
  const harm: Harm = { dialogs: [], ran: 0 }
  page.on('dialog', async (dialog) => {
    harm.dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.exposeFunction(CALL.slice(0, -2), () => {
    harm.ran += 1
  })
  return harm
}

/** Number of hostile texts that the page shows as plain text. */
export const shownLiterally = (page: Page): Promise<number> =>
  page.evaluate((call) => document.body.textContent.split(call).length - 1, CALL)

/**
 * Expects that no hostile text ran, opened a dialog or was interpreted as markup. Violations of the content
 * policy also fail the test.
 */
export async function expectUnharmed(page: Page, harm: Harm): Promise<void> {
  const injected = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)),
    INJECTED,
  )
  expect(injected).toEqual([])
  expect(harm).toEqual({ dialogs: [], ran: 0 })
}
