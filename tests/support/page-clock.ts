import { expect, type Locator, type Page, type Response } from '@playwright/test'

/**
 * Advances the page's clock by `ms` repeatedly until an element is visible.
 *
 * Advancing once would be a race: a timer may be set only after the clock moved, and a poll in progress sets
 * its next timer when it is answered.
 */
export async function advanceClockUntil(page: Page, ms: number, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/** Returns to the page (6 s later, with a focus event) repeatedly until an element is visible. */
export async function refocusUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(6_000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** Advances the page's clock by `ms` repeatedly until the page has received a response from `url`. */
export async function advanceClockUntilResponse(
  page: Page,
  ms: number,
  url: Parameters<Page['waitForResponse']>[0],
): Promise<Response> {
  let answered: Response | undefined
  const answer = page.waitForResponse(url, { timeout: 30_000 }).then((response) => {
    answered = response
    return response
  })
  await expect(async () => {
    await page.clock.fastForward(ms)
    expect(answered).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return await answer
}
