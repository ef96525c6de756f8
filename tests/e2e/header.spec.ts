import type { Page } from '@playwright/test'
import { expect, test } from '../support/accounts/signed-in.ts'
import { expectNoHorizontalScroll } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'

const TABS = ['Dashboard', 'My Picks', 'AI Odds Scanner', 'Pricing']
const CREDITS = /^\d+ credits?$/

const banner = (page: Page) => page.getByRole('banner')
const start = async (page: Page) => {
  await page.goto(productUrl())
  await expect(banner(page).getByRole('link', { name: 'Propsight, Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
}

/** Widths of the fast tier: the smallest of each layout. */
const FAST_WIDTHS = [320, 768]

test.describe('S3 header', () => {
  for (const width of [320, 360, 390, 768, 1024, 1440])
    test(`S3 S5 fits without overlap or sideways scroll at ${width} px`, {
      tag: FAST_WIDTHS.includes(width) ? [] : NIGHTLY,
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await start(page)
      await expectNoHorizontalScroll(page)
      const small = width < 768
      const main = banner(page).getByRole('navigation', { name: 'Main' })
      if (small) {
        await expect(main).toBeHidden()
        // At the thumb: the whole bar in the lower part of the window, above its edge.
        const thumbs = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
        for (const target of await thumbs.locator('a, button').all()) {
          const box = await target.boundingBox()
          expect(box?.height).toBeGreaterThanOrEqual(44)
          expect(box?.y).toBeGreaterThan(700)
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
        }
        await expect(thumbs.getByRole('link')).toHaveCount(TABS.length)
      } else
        for (const [at, tab] of TABS.entries())
          await expect(main.getByRole('link').nth(at)).toContainText(tab)
      await expect(banner(page).getByText(CREDITS)).toBeVisible({ visible: !small })
      const parts = banner(page).locator('a, button').filter({ visible: true })
      const boxes = await parts.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      )
      for (const [at, box] of boxes.entries()) {
        expect(box.right).toBeLessThanOrEqual(width)
        expect(box.left).toBeGreaterThanOrEqual(at === 0 ? 0 : (boxes[at - 1]?.right ?? 0) - 0.5)
      }
    })

  test('follows the theme of the system until another is chosen, with which the page is then served', async ({
    page,
  }) => {
    const DARK = 'rgb(13, 16, 18)'
    const LIGHT = 'rgb(244, 244, 240)'
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await start(page)
    await expect.poll(background).toBe(DARK)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(background).toBe(LIGHT)
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await expect.poll(background).toBe(DARK)
    // The served page has the theme, so that no other one is painted before its code runs.
    expect(await (await page.reload())?.text()).toContain('data-theme="dark"')
    await expect.poll(background).toBe(DARK)
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await expect.poll(background).toBe(LIGHT)
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
    expect(await (await page.reload())?.text()).toContain('data-theme="system"')
  })
})
