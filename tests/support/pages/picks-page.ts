import { expect, type Locator, type Page } from '@playwright/test'

/** Locators and actions of My Picks. */
export const parlayButton = (page: Page): Locator => page.getByRole('button', { name: /^Parlay ?1 credit$/ })

export const recommendations = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Parlay Recommendations' })

export const cards = (page: Page): Locator => page.locator('[data-card]')

export const cardOf = (page: Page, player: string): Locator => cards(page).filter({ hasText: player })

/** Player names on the cards, in order. */
export const pickNames = (page: Page): Promise<string[]> =>
  cards(page).locator('[data-open]').allTextContents()

/** Expects My Picks to show this number of picks. */
export async function expectPicks(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'My Picks' })).toBeVisible()
  const noun = count === 1 ? 'pick' : 'picks'
  const text = count === 0 ? 'No Picks Saved' : `${count} ${noun} · each is kept 20 hours`
  await expect(page.getByText(text)).toBeVisible()
}

/** Presses the Close button at the bottom of the dialog, not the cross next to the title. */
export const closeDialog = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Close' }).last().click()
