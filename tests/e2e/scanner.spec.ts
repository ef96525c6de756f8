import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { changeRegistry } from '../support/federation/serve-registry.ts'
import { productUrl } from '../support/fixtures.ts'

// The screen of the shell, which an installation without the remote of the scanner shows.
test.beforeEach(({ page }) =>
  changeRegistry(page, (registry) => ({
    ...registry,
    remotes: registry.remotes.filter(({ name }) => name !== 'scanner'),
  })),
)

const FEATURES = [
  'Scan 15+ sportsbooks',
  'Player props',
  'Game lines and totals',
  'Odds movement history',
  'Line-move alerts',
  'Best-value recommendations',
  'Custom player alerts',
  'Mobile dashboard',
]

for (const each of APPEARANCES)
  test(`S11 The scanner page announces its features with sample data (${each.name})`, {
    tag: tagAt('desktop', each),
  }, async ({ page }) => {
    await look(page, each)
    await page.goto(`${productUrl()}/scanner`)
    await expect(page.getByText('COMING SOON', { exact: true })).toBeVisible()
    for (const promise of ['Multi-sport search', 'Best-odds ranking', 'Real-time tracking'])
      await expect(page.getByRole('heading', { name: promise })).toBeVisible()
    await expect(page.getByText('NFL, NBA, MLB and NHL')).toBeVisible()

    const sample = page.getByRole('region', { name: 'How it will look' })
    await expect(sample.getByText('Sample data', { exact: true })).toBeVisible()
    await expect(sample.getByRole('row')).toHaveCount(5)
    // A phone shows the best price alone.
    const columns = each.viewport.width < 768 ? 3 : 6
    await expect(sample.getByRole('columnheader')).toHaveCount(columns)

    const list = page.getByRole('region', { name: 'Everything it will do' })
    await expect(list.getByRole('listitem')).toHaveText(FEATURES)
    await expectAccessibleLayout(page)
  })

test('S8 The window event switchToAnalysisTab opens the scanner page from another tab', async ({ page }) => {
  await page.goto(`${productUrl()}/pricing`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('switchToAnalysisTab')))
  await expect(page).toHaveURL(/\/scanner$/)
  await expect(page.getByText('COMING SOON', { exact: true })).toBeVisible()
})
