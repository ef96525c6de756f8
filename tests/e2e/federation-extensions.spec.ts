import type { Page } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { analyze } from '../support/pages/board-page.ts'

const TABLE = 'Strongest to Weakest: Strikeouts'
/** What the weather mark says about a game: outdoors or under a roof. */
const MARK = /^(-?\d+°F|indoors under a fixed roof|wind |calm)/

const table = (page: Page) => page.getByRole('table', { name: TABLE })
const read = (page: Page) => page.getByText(/^Numbers read/)
const links = (page: Page) => table(page).getByRole('link')
const marks = (page: Page) => table(page).getByText(MARK)

/** Counts the requests for the container of a remote. */
function watchContainer(page: Page, remote: string): { count: number } {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (new RegExp(`/bundles/${remote}/[^/]+/static/js/remote-entry\\.js`).test(request.url()))
      seen.count += 1
  })
  return seen
}

test.use({ viewport: { width: 1440, height: 900 } })

test('F1: The pitchers page shows names as links and the weather by other remotes, each loaded once', async ({
  page,
  site,
}) => {
  const weather = watchContainer(page, 'weather')
  const analysis = watchContainer(page, 'analysis')
  await page.goto(`${site.url}/pitchers`)
  // A first read of the day is paced: longer than an expectation waits on a slow machine.
  await expect(read(page)).toBeVisible({ timeout: 60_000 })
  const rows = await table(page).locator('tbody tr').count()
  await expect(links(page)).toHaveCount(rows)
  await expect(marks(page).first()).toBeVisible()
  expect([weather.count, analysis.count]).toEqual([1, 1])
  const link = links(page).first()
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(`${site.url}/?${new URLSearchParams({ stat: 'Pitcher Strikeouts', q: name })}`)
})

test('F1 N11: The first screen and a board load the weather remote once, and an opened row shows its mark', async ({
  page,
  site,
}) => {
  const user = await site.newUser()
  const weather = watchContainer(page, 'weather')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/weather/**', async (route) => {
    await released
    await route.fallback()
  })
  await openWithSession(page, site.url, user)
  await expect(page.getByRole('region', { name: "Today's games" })).toBeVisible()
  await analyze(page, 'Hits')
  const cards = page.locator('[data-card]')
  await expect(cards.first()).toBeVisible()
  release()
  await cards
    .first()
    .getByRole('button', { name: /: hit rates$/ })
    .click()
  await expect(cards.first().getByText(MARK).first()).toBeVisible()
  expect(weather.count).toBe(1)
})
