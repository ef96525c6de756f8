import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'
import { stubPicks } from '../support/stubs/picks.ts'

/** Duration of a frame at 60 Hz, and by how much the median frame may exceed it. */
const FRAME_MS = 1000 / 60
const SLACK_MS = 4

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'My Picks' })

for (const each of APPEARANCES)
  test(`P5 P6: the list, a pick in full and the Clear All confirmation are accessible (${each.name})`, {
    tag: each.name === 'desktop, dark' ? [] : NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    await stubPicks(page, 8)
    await page.goto(`${productUrl()}/picks`)
    await expect(page.getByText('8 picks · each is kept 20 hours')).toBeVisible()
    await expect(page.getByText('1 pick expires within 2 hours.')).toBeVisible()
    await expect(page.getByText('Winner').first()).toBeVisible()
    const shot = (name: string) =>
      page.screenshot({ path: `test-results/screens/${name}-${each.name.replace(', ', '-')}.png` })
    await expectAccessibleLayout(page)
    await shot('my-picks')

    const player = page.getByRole('button', { name: 'Player 001', exact: true })
    await player.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Player 001' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('my-picks-detail')
    await page.keyboard.press('Escape')
    await expect(player).toBeFocused()

    await page.getByRole('button', { name: 'Clear All' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Clear all 8 picks?' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('my-picks-clear')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Clear All' })).toBeFocused()
  })

test('P5: 500 picks scroll at full frame rate', { tag: NIGHTLY }, async ({ page }) => {
  await stubPicks(page, 500)
  await page.goto(`${productUrl()}/picks`)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('500 picks · each is kept 20 hours')).toBeVisible()
  const cards = page.locator('[data-pick]')
  expect(await cards.count()).toBeLessThan(60)
  const frames = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let before = performance.now()
        const step = (now: number) => {
          times.push(now - before)
          before = now
          window.scrollBy(0, 120)
          if (times.length < 180) requestAnimationFrame(step)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(step)
      }),
  )
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  const summary = `median ${at(0.5).toFixed(1)} ms, 95% ${at(0.95).toFixed(1)} ms, worst ${at(0.999).toFixed(1)} ms`
  test.info().annotations.push({ type: 'frames', description: summary })
  expect(at(0.5), summary).toBeLessThan(FRAME_MS + SLACK_MS)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(15_000)
  const last = Number((await cards.last().getAttribute('data-index')) ?? 0)
  expect(last).toBeGreaterThan(200)
})
