import type { Page } from '@playwright/test'
import {
  APPEARANCES,
  expectAccessibleLayout,
  expectNoHorizontalScroll,
  look,
} from '../support/appearances.ts'
import { expect, test } from '../support/fixtures.ts'

const STRIKEOUTS = 'Strongest to Weakest: Strikeouts'
const TABLES = [STRIKEOUTS, 'Workhorses: Highest Avg IP', 'Strongest to Weakest: Hits Allowed'] as const

const table = (page: Page, name: string) => page.getByRole('table', { name })
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr')
const read = (page: Page) => page.getByText(/^Numbers read/)

/** Requests of the page for pitchers and lines. */
function watchRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/pitchers')
      requests.push(`${searchParams.get('phase')} ${searchParams.get('skip') ?? ''}`)
    if (pathname === '/api/fetch-lines') requests.push(`lines ${searchParams.get('category')}`)
  })
  return requests
}

const open = (page: Page, site: { url: string }, path = '/pitchers') => page.goto(site.url + path)

for (const each of APPEARANCES) {
  const phone = each.viewport.width < 768
  const shot = (page: Page) =>
    page.screenshot({ path: `test-results/screens/pitchers-${each.name.replace(', ', '-')}.png` })

  if (phone)
    test(`H1 H4: A window under 768 px is covered by a dialog that leads to a card view (${each.name})`, {
      tag: each.tag,
    }, async ({ page, site }) => {
      await look(page, each)
      const requests = watchRequests(page)
      await open(page, site)
      const overlay = page.getByRole('alertdialog', { name: 'Desktop Only' })
      await expect(overlay).toBeVisible()
      await expectAccessibleLayout(page)
      await shot(page)
      expect(requests).toEqual([])
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(page.getByRole('heading', { name: "Today's Pitchers" })).toBeVisible()
      await expect(read(page)).toBeVisible()
      await expectNoHorizontalScroll(page)
      await page.setViewportSize(each.viewport)
      await overlay.getByRole('button', { name: 'Show as cards' }).click()
      await expect(page.getByRole('heading', { name: "Today's Pitchers" })).toBeFocused()
      for (const name of TABLES)
        expect(await page.getByRole('region', { name }).getByRole('listitem').count()).toBeGreaterThanOrEqual(
          10,
        )
      await expectNoHorizontalScroll(page)
      await expectAccessibleLayout(page)
      await page.screenshot({
        path: `test-results/screens/pitchers-cards-${each.name.replace(', ', '-')}.png`,
      })
    })
  else
    test(`H1 H2: The page shows its four sections without a session (${each.name})`, {
      tag: each.tag,
    }, async ({ page, site }) => {
      await look(page, each)
      await open(page, site)
      await expect(page.getByRole('heading', { level: 1, name: "Today's Pitchers" })).toBeVisible()
      await expect(
        page.getByText('Saturday, July 18, 2026 ET · 30 probable pitchers · times in EDT'),
      ).toBeVisible()
      await expect(page.getByText(/^Edge: how far our projection is from the line/)).toBeVisible()
      await expect(read(page)).toBeVisible()
      for (const name of TABLES) expect(await rows(page, name).count()).toBeGreaterThanOrEqual(10)
      for (const stat of ['Strikeouts', 'Hits Allowed']) {
        const picks = page.getByRole('region', { name: `Top Picks Today: ${stat}` })
        await expect(
          picks.getByText(/(?:No pitcher|Nobody else) meets this rule today|Over/).first(),
        ).toBeVisible()
      }
      await expect(rows(page, STRIKEOUTS).first()).toContainText(
        /[+−]\d\.\d\d.*(?:HIGH|MEDIUM|LOW).*\d+%\d+–\d+/,
      )
      await expectAccessibleLayout(page)
      await shot(page)
    })
}
