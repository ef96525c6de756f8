import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look, measureDensity } from '../support/appearances.ts'
import { productUrl } from '../support/fixtures.ts'
import { stubOdds } from '../support/stubs/odds.ts'

const open = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`${productUrl()}/scanner${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'AI Odds Scanner' })).toBeVisible()
}
const nameOf = (page: Page, player: string) =>
  page.getByRole('button', { name: new RegExp(`^${player}`) }).first()

for (const each of APPEARANCES)
  test(`The scanner shows props, an expanded prop and its settings (${each.name})`, {
    tag: each.tag,
  }, async ({ page }) => {
    await look(page, each)
    await stubOdds(page)
    await open(page)
    await expect(page.getByText('12 props', { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
    expect((await measureDensity(page)).rows).toBeGreaterThanOrEqual(4)

    await nameOf(page, 'Mateo').click()
    const books = page.getByRole('table', { name: 'All books' })
    await expect(books.getByRole('row')).toHaveCount(9)
    await expect(books.getByRole('row', { name: /^Harbor Sports/ })).toContainText('stale')
    const history = page.getByRole('region', { name: 'Price history' })
    await expect(history.getByRole('img', { name: /^Consensus without margin from/ })).toBeVisible()
    await expect(history.locator('svg').first()).toBeVisible()
    await expectAccessibleLayout(page)
    await history.getByRole('radio', { name: 'Table' }).check()
    await expect(history.getByRole('table')).toBeVisible()

    await page.getByRole('button', { name: 'All books' }).click()
    await expect(page.getByRole('dialog', { name: 'Scanner settings' })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Get probabilities' }).click()
    await expect(page.getByRole('dialog', { name: 'Get the engine’s probabilities' })).toBeVisible()
    await expectAccessibleLayout(page)
  })
