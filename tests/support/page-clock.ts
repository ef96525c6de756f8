import { expect, type Locator, type Page, type Response } from '@playwright/test'

/**
 * Lets the page's clock run ahead, `ms` at a time, until something shows.
 *
 * Once would be a race: what waits may begin to wait only after the clock was moved, and what polls may have a
 * question under way, whose answer starts the next wait.
 */
export async function passTimeUntil(page: Page, ms: number, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/** Somebody returns to the page a little later, and again, until what is new shows. */
export async function comeBackUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(6_000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** Lets the page's clock run ahead, `ms` at a time, until the page has asked for `url` and was answered. */
export async function passTimeUntilAnswered(
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
