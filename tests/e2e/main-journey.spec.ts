import type { Page } from '@playwright/test'
import { signUpByForm } from '../support/accounts/session.ts'
import {
  demoAccount,
  expect,
  expectAccessible,
  NIGHTLY,
  productUrl,
  test,
  WIDTHS,
} from '../support/fixtures.ts'

const screenshot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/screens/${name}.png`, fullPage: false })

for (const [name, viewport] of Object.entries(WIDTHS)) {
  // Most specs of the fast tier have the width of a desktop.
  const tag = name === 'desktop' ? NIGHTLY : []
  test.describe(`main user journey at ${viewport.width} px`, { tag }, () => {
    test.use({ viewport })

    test('A3 A5 A10 N1 N3 N6 N8 N11 P1 C1 S3: a new user signs up, analyzes Total Bases, saves a pick and finds it after a reload', async ({
      page,
    }) => {
      await page.goto(productUrl())
      await expect(page.getByRole('heading', { name: 'Welcome to Propsight' })).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `sign-in-${name}`)

      await signUpByForm(page, { url: productUrl(), demo: demoAccount() })
      await expectAccessible(page)
      await screenshot(page, `get-started-${name}`)

      await page.getByRole('radio', { name: 'Total Bases' }).check({ force: true })
      await expect(page.getByRole('heading', { level: 1, name: 'Total Bases' })).toBeVisible()
      await page.getByRole('button', { name: /^Analyze/ }).click()
      await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')

      const save = page.getByRole('button', { name: /^Save .+ Total Bases/ }).first()
      await expect(save).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `board-${name}`)

      const card = page.getByRole('listitem').filter({ has: save }).first()
      // A probability always has its interval. Once the games have started, the card shows a reason instead.
      await expect(card).toContainText(/\d+%\d+–\d+|No probability: /)

      // Two players may have one name, and a doubleheader offers the same line twice.
      const labels = await page
        .getByRole('button', { name: /^Save / })
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      expect(labels).toEqual([...new Set(labels)])

      const label = (await save.getAttribute('aria-label')) ?? ''
      const player = /^Save (.+), (?:over|under) /.exec(label)?.[1] ?? 'no player'
      await save.click()
      await expect(page.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true')
      await screenshot(page, `saved-${name}`)

      await page.reload()
      await page.getByRole('link', { name: 'My Picks' }).filter({ visible: true }).first().click()
      await expect(page).toHaveURL(/\/picks$/)
      await expect(page.getByText(player).first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `picks-${name}`)

      await page.goBack()
      await expect(page.getByRole('button', { name: /^Analyze/ })).toBeVisible()
      // The run is restored and was charged once: a reload costs no credit.
      if (name === 'desktop') await expect(page.getByRole('banner').getByText('19 credits')).toBeVisible()
    })
  })
}
