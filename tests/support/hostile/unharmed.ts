import { expect, type Page } from '@playwright/test'
import { CALL, INJECTED } from './texts.ts'

export interface Harm {
  dialogs: string[]
  ran: number
}

/** Watches a page for what a hostile text would do, from before its first load. */
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

/** How often hostile texts stand on the page as what they are: words. */
export const shownLiterally = (page: Page): Promise<number> =>
  page.evaluate((call) => document.body.textContent.split(call).length - 1, CALL)

/** Nothing ran, nothing opened, and no element or handler came out of a text. The policy's violations fail the test too. */
export async function expectUnharmed(page: Page, harm: Harm): Promise<void> {
  const injected = await page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)),
    INJECTED,
  )
  expect(injected).toEqual([])
  expect(harm).toEqual({ dialogs: [], ran: 0 })
}
