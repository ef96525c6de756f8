import { expect, type Locator, type Page } from '@playwright/test'

/** Locators and actions of the Dashboard. */
export const lines = (page: Page): Locator => page.getByRole('region', { name: 'Lines', exact: true })

/** Opens the settings. */
export async function settings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Settings: / }).click()
  return page.getByRole('dialog', { name: 'Settings', exact: true })
}

/** Opens the settings, checks one option of each group, and closes them. */
export async function changeSettings(page: Page, options: Readonly<Record<string, string>>): Promise<void> {
  const sheet = await settings(page)
  for (const [group, option] of Object.entries(options)) await choose(sheet, group, option)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
}

/** Checks one option of a radio group `within` a part of the page. */
export async function choose(within: Page | Locator, group: string, option: string): Promise<void> {
  const radio = within
    .getByRole('radiogroup', { name: group, exact: true })
    .filter({ visible: true })
    .getByRole('radio', { name: option, exact: true })
  await radio.check({ force: true })
  await expect(radio).toBeChecked()
}

export const chosenOf = (within: Locator, group: string): Locator =>
  within.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true })

export const pickStat = (page: Page, stat: string | RegExp): Promise<void> =>
  page
    .getByRole('radiogroup', { name: 'MLB stat lines' })
    .getByRole('radio', { name: stat, exact: true })
    .check({ force: true })

export const analyzeButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Analyze ?(\d credits?|free)$/ })

/** Time limit of a run with cold caches on a busy machine. */
const RUN_MS = 60_000

/** Expects the final label of the progress bar. */
export const expectProgressLabel = (page: Page, label: string): Promise<void> =>
  expect(page.getByRole('progressbar').first()).toHaveAttribute('aria-label', label, { timeout: RUN_MS })

/** Runs an analysis and waits for the ranked cards. */
export async function analyze(page: Page, stat: string | RegExp): Promise<void> {
  await pickStat(page, stat)
  await analyzeButton(page).click()
  await expectProgressLabel(page, 'Complete!')
  await expect(page.locator('ol h3').first()).toBeVisible()
}

/** Waits until all lines are loaded. The board loads the first ones; a search or a filter loads the rest. */
export const waitForAllLines = (page: Page): Promise<void> =>
  expect(lines(page).getByText(/^([\d,]+ of [\d,]+ lines? loaded|Loading lines:)/)).toHaveCount(0, {
    timeout: RUN_MS,
  })

/** Reads the text above the board, 'N lines' or 'n of N lines', as two numbers. */
export async function readLineCounts(page: Page): Promise<{ shown: number; total: number }> {
  const text = await page.getByText(/^([\d,]+ of )?[\d,]+ lines?$/).textContent()
  const [first = 0, second] = text?.replaceAll(',', '').match(/\d+/g)?.map(Number) ?? []
  return { shown: first, total: second ?? first }
}

/** Player names of the rendered cards, in order. */
export const names = (page: Page): Promise<string[]> =>
  page.locator('[data-card] [data-open]').allTextContents()

declare global {
  interface Window {
    readProgressLabels?: string[]
  }
}

/** Records every label and percentage that the progress bar shows from now on. */
export const watchProgress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = []
    window.readProgressLabels = seen
    const look = () => {
      const bar = document.querySelector('[role=progressbar]')
      const text = bar && `${bar.getAttribute('aria-valuenow')} ${bar.getAttribute('aria-label')}`
      if (text && text !== seen.at(-1)) seen.push(text)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true })
  })

export const readProgressLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.readProgressLabels ?? [])
