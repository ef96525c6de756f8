import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Game Time Weather' })
const sectionOf = (page: Page, league: string) =>
  dialogOf(page).getByRole('region', { name: league, exact: true })

async function openWeather(page: Page): Promise<void> {
  await page.goto(productUrl())
  await page.getByRole('button', { name: 'Weather' }).click()
  await expect(dialogOf(page)).toBeVisible()
}

for (const each of APPEARANCES)
  test(`W1 W2 W3 The weather dialog shows the games of the sample league (${each.name})`, {
    tag: each.name === 'desktop, dark' ? [] : NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    const answered = page.waitForResponse((response) => response.url().includes('/api/games/today'))
    await openWeather(page)
    const { games } = await (await answered).json()
    // On days without games the dialog shows a notice.
    if (games.baseball.length + games.football.length === 0) {
      await expect(dialogOf(page).getByRole('heading', { name: 'No games today' })).toBeVisible()
      return
    }
    for (const [league, list] of [
      ['MLB', games.baseball],
      ['NFL', games.football],
    ] as const) {
      await expect(sectionOf(page, league)).toContainText(`${list.length} game`)
      const cards = sectionOf(page, league).getByRole('listitem')
      await expect(cards).toHaveCount(list.length)
      for (const card of await cards.all())
        await expect(card).toContainText(/\d+(Excellent|Good|Fair|Poor|Terrible)|Not played at/)
    }
    await expect(dialogOf(page).getByText(/could not be loaded/)).toBeHidden()
    await expectAccessibleLayout(page)
  })
