import type { Page } from '@playwright/test'
import { openAsNewUser } from '../support/accounts/session.ts'
import {
  countByHand,
  hasSeason,
  MARKETS,
  readBatting,
  SEASON_FOLDER,
} from '../support/analysis/season-csv.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type RunningProduct, startProduct } from '../support/product/start-product.ts'

interface Shown {
  player: string
  line: number
  over: number
  under: number
  push: number
}

/** The visible cards. */
async function readCards(page: Page): Promise<Shown[]> {
  const labels = await page.getByRole('button', { name: /^Save .+, (over|under) [\d.]+ / }).all()
  const shown: Shown[] = []
  for (const button of labels) {
    const label = (await button.getAttribute('aria-label')) ?? ''
    const [, player = '', line = ''] = /^Save (.+), (?:over|under) ([\d.]+) /.exec(label) ?? []
    const card = button.locator('xpath=ancestor::*[contains(., " of ")][1]')
    const text = (await card.textContent()) ?? ''
    const counts = /(\d+) of (\d+) (over|under)(?: · (\d+) push)?/.exec(text)
    if (!counts) throw new Error(`no counts in: ${text}`)
    const hits = Number(counts[1])
    const misses = Number(counts[2]) - hits
    const isUnder = counts[3] === 'under'
    shown.push({
      player,
      line: Number(line),
      over: isUnder ? misses : hits,
      under: isUnder ? hits : misses,
      push: Number(counts[4] ?? 0),
    })
  }
  return shown
}

test.describe('N3 N10 S11 A replay of a real season', { tag: NIGHTLY }, () => {
  test.skip(!hasSeason, 'skipped: there is no folder ../shared/season-2019 next to this checkout')
  test.use({ viewport: { width: 1440, height: 2400 } })

  for (const [day, market] of [
    ['2019-07-05', 'Hits'],
    ['2019-07-15', 'Total Bases'],
    ['2019-07-28', 'H+R+RBI'],
  ] as const) {
    test(`shows a board of ${day} that agrees with counts from the CSV files (${market})`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      let product: RunningProduct | undefined
      try {
        product = await startProduct({
          args: ['--replay', SEASON_FOLDER, '--date', day],
          env: { RATE_LIMITS: 'off' },
        })
        await openAsNewUser(page, product)
        await expect(page.getByText(/2019/).first()).toBeVisible()
        await page.getByRole('radio', { name: market, exact: true }).check({ force: true })
        await page.getByRole('button', { name: /^Analyze/ }).click()
        await expect(page.getByText('Complete!')).toBeVisible({ timeout: 60_000 })

        await page.getByLabel('Sort').selectOption('Hit rate')

        const rows = readBatting()
        const cards = await readCards(page)
        const checked = cards.flatMap((card) => {
          const byHand = countByHand(rows, card.player, market, card.line, day, 10)
          return byHand ? [{ card, byHand }] : []
        })
        expect(Object.keys(MARKETS)).toContain(market)
        expect(checked.length).toBeGreaterThanOrEqual(20)
        for (const { card, byHand } of checked.slice(0, 20)) {
          expect({ player: card.player, over: card.over, under: card.under, push: card.push }).toEqual({
            player: card.player,
            ...byHand,
          })
        }
        await page.screenshot({
          path: `test-results/screens/replay-${day}.png`,
          clip: { x: 0, y: 0, width: 1440, height: 900 },
        })
        // This replay has no recorded quotes, so the scanner has no source (S11).
        await page.goto(`${product.url}/scanner`)
        await expect(page.getByText('COMING SOON', { exact: true })).toBeVisible()
        // An open page would still report its load to the stopped product.
        await page.close()
      } finally {
        await product?.stop()
      }
    })
  }
})
