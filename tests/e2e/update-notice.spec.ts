import type { Registry } from '@propsight/shared/contracts'
import { expect, openProduct, test } from '../support/accounts/signed-in.ts'
import { expectAccessible, NIGHTLY, WIDTHS } from '../support/fixtures.ts'
import { advanceClockUntil } from '../support/page-clock.ts'

test.use({ trace: 'off' })

for (const [size, viewport] of Object.entries(WIDTHS))
  test(`F2 F4 The notice of a newer shell covers neither toasts nor footer links (${size})`, {
    tag: size === 'phone' ? [NIGHTLY] : [],
  }, async ({ page, watch }) => {
    watch.expected.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize(viewport)
    await page.clock.install()
    await page.route('**/api/remotes', async (route) => {
      const { 'if-none-match': _, ...headers } = route.request().headers()
      const response = await route.fetch({ headers })
      const registry: Registry = await response.json()
      await route.fulfill({ response, json: { ...registry, shell: { version: '9.9.9' } } })
    })
    await openProduct(page)
    const notice = page.getByRole('complementary', { name: 'Update' })
    await advanceClockUntil(page, 80_000, notice)
    await expect(notice).toContainText('A new version of Propsight is ready.')

    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Account/ }).click()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    // Playwright clicks only if no other element covers the middle of the target.
    await dismiss.click()
    await page.context().setOffline(false)

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.getByRole('contentinfo').getByRole('link').last().click({ trial: true })
    await page.getByRole('contentinfo').getByRole('button').first().click({ trial: true })
    await expectAccessible(page)

    await notice.getByRole('button', { name: 'Later' }).focus()
    await page.keyboard.press('Enter')
    await expect(notice).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })
