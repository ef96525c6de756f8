import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { productUrl } from '../support/fixtures.ts'

const SEEN = 'propsight.notifications-seen'

test.describe('S4 notifications', () => {
  for (const each of APPEARANCES)
    test(`S4 are marked as seen when the panel opens, and stay so after a reload, ${each.name}`, {
      tag: tagAt('phone', each),
    }, async ({ page }) => {
      await look(page, each)
      await page.goto(productUrl())
      const bell = page.getByRole('button', { name: /^Notifications/ })
      await expect(bell).toHaveAccessibleName('Notifications, 1 unseen')
      await expect(bell).toHaveText('1')
      await bell.click()
      const panel = page.getByRole('dialog', { name: 'Notifications' })
      await expect(panel.getByRole('heading', { name: 'Propsight Beta Testing' })).toBeVisible()
      await expect(panel.getByText('Info', { exact: true })).toBeVisible()
      await expect(panel).toContainText('send a bug report')
      await expectAccessibleLayout(page)
      expect(await page.evaluate((key) => localStorage.getItem(key), SEEN)).toBe('1')
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(bell).toHaveAccessibleName('Notifications')
      await expect(bell).toBeFocused()
      await page.reload()
      await expect(bell).toHaveAccessibleName('Notifications')
    })

  test('S4 lead from the notice to Contact Us by keyboard', async ({ page }) => {
    await page.goto(productUrl())
    await page.getByRole('button', { name: /^Notifications/ }).focus()
    await page.keyboard.press('Enter')
    const report = page.getByRole('button', { name: 'Send a bug report' })
    await report.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Contact Us' })).toBeVisible()
  })
})
