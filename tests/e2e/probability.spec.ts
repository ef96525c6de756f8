import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { newAccount, signIn } from '../support/log-in.ts'
import { expectInOrder, LOOKS, look } from '../support/looks.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'

/** Before the day's first game, whatever the hour is outside: every line is about a game that is still to come. */
const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const SAID =
  /^(\d+) percent likely (?:over|under), interval (\d+) to (\d+)(?:, break-even ([\d.]+))?(?:, \d+ percent push)?$/

interface Shown {
  percent: number
  low: number
  high: number
  breakEven: number | null
  text: string
}

/** The cards of the board, as they are read out and as they are read. */
async function readCards(page: Page): Promise<Shown[]> {
  const cards = page.getByRole('region', { name: 'Lines' }).getByRole('listitem')
  const shown: Shown[] = []
  for (const card of await cards.all()) {
    const track = card.getByRole('img', { name: SAID })
    if ((await track.count()) === 0) continue
    const label = (await track.first().getAttribute('aria-label')) ?? ''
    const [, percent, low, high, breakEven] = SAID.exec(label) ?? []
    shown.push({
      percent: Number(percent),
      low: Number(low),
      high: Number(high),
      breakEven: breakEven === undefined ? null : Number(breakEven),
      text: (await card.textContent()) ?? '',
    })
  }
  return shown
}

async function analyze(page: Page, market: string): Promise<void> {
  await page.getByRole('radio', { name: market, exact: true }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
  await expect(page.getByText('Complete!')).toBeVisible({ timeout: 60_000 })
}

test.describe('probabilities on the board', () => {
  let product: RunningProduct
  let email: string
  test.beforeAll(async () => {
    product = await startProduct({ env: { RATE_LIMITS: 'off', LEAGUE_CLOCK: CLOCK } })
    email = await newAccount(product.url, product.demo.accessCode)
  })
  test.afterAll(() => product?.stop())

  for (const { name, viewport, theme } of LOOKS)
    test(`N3 N11: a card tells its probability with interval and break-even, ${name}`, async ({ page }) => {
      await look(page, { viewport, theme })
      await signIn(page, email, undefined, product.url)
      await analyze(page, 'Total Bases')
      const cards = await readCards(page)
      expect(cards.length).toBeGreaterThanOrEqual(10)
      const percents = cards.map(({ percent }) => percent)
      expect(percents).toEqual(percents.toSorted((a, b) => b - a))
      for (const { percent, low, high, breakEven, text } of cards) {
        expect(low).toBeLessThanOrEqual(percent)
        expect(high).toBeGreaterThanOrEqual(percent)
        expect(text).toContain(`${percent}%${low}–${high}`)
        expect(breakEven === null, text).toBe(/Goblin|Demon/.test(text))
        if (/Goblin|Demon/.test(text)) expect(text).not.toContain('Under')
      }
      await expectInOrder(page)
      await page.screenshot({ path: `test-results/screens/probability-${name.replaceAll(/\W+/g, '-')}.png` })
    })

  test('N3: a card tells the hit rate beside it, and the board can be sorted by it', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1200 })
    await signIn(page, email, undefined, product.url)
    await analyze(page, 'Hits')
    const rates = async () => {
      const rest = page.getByRole('list', { name: 'Also ranked' }).getByText(/^\d+ of \d+ over/)
      return (await rest.allTextContents()).map((text) => {
        const [over = 0, decided = 1] = text.match(/\d+/g)?.map(Number) ?? []
        return over / decided
      })
    }
    expect(await rates()).not.toEqual((await rates()).toSorted((a, b) => b - a))
    await page.getByLabel('Sort').selectOption('Hit rate')
    expect(await rates()).toEqual((await rates()).toSorted((a, b) => b - a))
  })

  test('P1 P5: a saved pick keeps what was promised', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1200 })
    await signIn(page, email, undefined, product.url)
    await analyze(page, 'Runs')
    const [first] = await readCards(page)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Save / }) })
    await card
      .first()
      .getByRole('button', { name: /^Save / })
      .click()
    await expect(page.getByText('Pick saved')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My Picks' }).click()
    const saved = page.getByRole('listitem').filter({ hasText: 'Runs' }).getByRole('img', { name: SAID })
    const percents = `${first?.percent} percent likely (over|under), interval ${first?.low} to ${first?.high}`
    await expect(saved.first()).toHaveAttribute('aria-label', new RegExp(`^${percents}`))
    await expectInOrder(page)
  })
})
