import * as ui from '@propsight/shared/ui'
import { APPEARANCES, expectAccessibleLayout } from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { serveUiPage } from '../support/product/component-gallery.ts'
import type { StaticServer } from '../support/services/static-server.ts'

let server: StaticServer

test.beforeAll(async () => {
  server = await serveUiPage()
})
test.afterAll(() => server?.stop())

test.describe('design system', () => {
  for (const { name, viewport, theme } of APPEARANCES)
    test(`shows every component in every state without accessibility violations, ${name}`, {
      tag: NIGHTLY,
    }, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto(`${server.url}/?theme=${theme}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const shown = await page
        .locator('[data-shows]')
        .evaluateAll((all) => all.flatMap((each) => (each.getAttribute('data-shows') ?? '').split(' ')))
      expect(shown.toSorted()).toEqual(Object.keys(ui).toSorted())
      await expectAccessibleLayout(page)
    })

  for (const { name, viewport, theme } of APPEARANCES)
    test(`shows each dialog and toast alone without accessibility violations, ${name}`, {
      tag: NIGHTLY,
    }, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto(`${server.url}/?theme=${theme}`)
      const alone = await page
        .locator('figcaption a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
      expect(alone.length).toBeGreaterThanOrEqual(9)
      for (const address of alone) {
        await page.goto(server.url + address)
        await expect(page.locator('h1').first()).toBeAttached()
        await expectAccessibleLayout(page)
      }
    })

  test('shows forced hover and focus with the styles that real hover and focus have', {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await page.goto(`${server.url}/?theme=dark`)
    const style = (state: string, property: string) =>
      page
        .locator(`[data-state="button.${state}"] button`)
        .evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property)
    await expect.poll(() => style('default-focus', 'outline-style')).toBe('solid')
    expect(await style('default', 'outline-style')).toBe('none')
    await page.mouse.move(0, 0)
    const hovered = await style('default-hover', 'background-color')
    expect(hovered).not.toBe(await style('default', 'background-color'))
    await page.locator('[data-state="button.default"] button').hover()
    await expect.poll(() => style('default', 'background-color')).toBe(hovered)
  })
})
