import type { Page } from '@playwright/test'
import { openWithSession } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import type { TestSite } from '../support/product/test-site.ts'

const PROBABILITY_LABEL =
  /^(\d+) percent likely (?:over|under), interval (\d+) to (\d+)(?:, break-even ([\d.]+))?(?:, \d+ percent push)?$/

interface Shown {
  percent: number
  low: number
  high: number
  breakEven: number | null
  text: string
}

/**
 * Accessible names and texts of the cards of the board that show a probability: the first line of each group of one
 * player and market.
 */
async function readCards(page: Page): Promise<Shown[]> {
  const cards = page.getByRole('region', { name: 'Lines' }).getByRole('listitem')
  // One round trip: queries of each card would take seconds on a full board.
  const read = await cards.evaluateAll((elements) =>
    // Placeholders may be filled after the locator has found them, so that it cannot filter by their content.
    elements
      .filter((element) => !element.querySelector('[data-follows]'))
      .map((element) => ({
        labels: [...element.querySelectorAll('[role=img]')].map(
          (image) => image.getAttribute('aria-label') ?? '',
        ),
        text: element.textContent ?? '',
      })),
  )
  return read.flatMap(({ labels, text }) => {
    const match = labels.map((label) => PROBABILITY_LABEL.exec(label)).find((found) => found !== null)
    if (!match) return []
    const [, percent, low, high, breakEven] = match
    return [
      {
        percent: Number(percent),
        low: Number(low),
        high: Number(high),
        breakEven: breakEven === undefined ? null : Number(breakEven),
        text,
      },
    ]
  })
}

async function analyze(page: Page, site: TestSite, market: string): Promise<void> {
  await openWithSession(page, site.url, await site.newUser())
  await page.getByRole('radio', { name: market, exact: true }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 60_000 })
}

for (const each of APPEARANCES) {
  // The fast tier has the phone layout of the board in analysis-board.spec.ts.
  const tag = each.name === 'desktop, dark' ? [] : NIGHTLY
  test(`N3 N11: Each card shows its probability with interval and break-even (${each.name})`, {
    tag,
  }, async ({ page, site }) => {
    await look(page, each)
    await analyze(page, site, 'Total Bases')
    const cards = await readCards(page)
    expect(cards.length).toBeGreaterThanOrEqual(10)
    // Lines with a break-even are ordered by the points above it; those without one follow.
    const raised = await page.locator('ol > li[data-card]').count()
    const rest = cards.slice(raised).map(({ breakEven }) => breakEven === null)
    expect(rest).toEqual(rest.toSorted((a, b) => Number(a) - Number(b)))
    for (const { percent, breakEven, text } of cards.slice(0, raised))
      expect(percent, text).toBeGreaterThanOrEqual(Math.floor(breakEven ?? 101))
    for (const { percent, low, high, breakEven, text } of cards) {
      expect(low).toBeLessThanOrEqual(percent)
      expect(high).toBeGreaterThanOrEqual(percent)
      expect(text).toContain(`${percent}%${low}–${high}`)
      expect(breakEven === null, text).toBe(/Goblin|Demon/.test(text))
      if (/Goblin|Demon/.test(text)) expect(text).not.toContain('Under')
    }
    await expectAccessibleLayout(page)
    await page.screenshot({
      path: `test-results/screens/probability-${each.name.replaceAll(/\W+/g, '-')}.png`,
    })
  })
}

test('N3: The texts of a row stay in their column, and the expanded row has them in full', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 })
  await analyze(page, site, 'Total Bases')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 1200 })
    const rows = page.getByRole('list', { name: 'Also ranked' }).locator('[data-card]')
    const overflowing = await rows.evaluateAll((shown) =>
      shown.flatMap((row) => {
        const column = row.querySelector('[data-open]')?.parentElement
        return column && column.scrollWidth > column.clientWidth + 1 ? [column.textContent] : []
      }),
    )
    expect(overflowing, `at ${width} pixels`).toEqual([])
  }
  const weather = /wind \d+ mph/
  const row = page.getByRole('list', { name: 'Also ranked' }).getByRole('listitem').first()
  await expect(row.getByText(weather)).toHaveCount(0)
  await row.getByRole('button', { name: /: hit rates$/ }).click()
  await expect(row.getByText(weather)).toBeVisible()
})
