import type { Page } from '@playwright/test'
import { adjustCredits } from '../support/administer.ts'
import { demoAccount, expect, expectAccessible, productUrl, test, WIDTHS } from '../support/fixtures.ts'
import { signUp } from '../support/sign-up.ts'
import { isMarked, markPage } from '../support/signed-in.ts'

const newAccount = (page: Page) => signUp(page, { url: productUrl(), accessCode: demoAccount().accessCode })
const shown = (page: Page) => page.getByRole('banner').getByText(/^\d+ credits?$/)

async function analyze(page: Page, category: string) {
  await page.getByRole('radio', { name: category }).check({ force: true })
  await page.getByRole('button', { name: /^Analyze/ }).click()
}
/** Another tab of the same user, marked, so that a reload would be seen. */
async function secondTab(page: Page) {
  const tab = await page.context().newPage()
  await tab.goto(`${productUrl()}/pricing`)
  await expect(tab.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await markPage(tab)
  return tab
}

test.describe('at 1440 px', () => {
  test.use({ viewport: WIDTHS.desktop })

  test('C1 C2 S5: what one tab spends the header of the other shows, without a reload', async ({ page }) => {
    await newAccount(page)
    const other = await secondTab(page)
    await expect(shown(other)).toHaveText('20 credits')
    await analyze(page, 'Hits')
    await expect(page.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
    await expect(shown(page)).toHaveText('19 credits')
    await expect(shown(other)).toHaveText('19 credits')
    await expect(page.getByText('3x credits')).toBeVisible()
    await analyze(page, 'All Stat Lines')
    await expect(page.getByRole('heading', { level: 1, name: 'All Stat Lines' })).toBeVisible()
    await expect(shown(other)).toHaveText('16 credits', { timeout: 30_000 })
    await expect(shown(page)).toHaveText('16 credits')
    expect(await isMarked(other)).toBe(true)
  })

  test('C2: one tab learns that none are left, the other says so before it asks the server', async ({
    page,
    watch,
  }) => {
    watch.expected.push(/402/)
    const email = await newAccount(page)
    const other = await page.context().newPage()
    await other.goto(productUrl())
    await expect(other.getByRole('heading', { name: 'Get Started' })).toBeVisible()
    await expect(shown(other)).toHaveText('20 credits')
    await adjustCredits(email, -18)
    // The page still believes in 20: the server refuses, and the header learns.
    await analyze(page, 'All Stat Lines')
    await expect(page.getByRole('heading', { name: 'Not enough credits' })).toBeVisible()
    await expect(page.getByText('No credit was used.')).toBeVisible()
    await expect(shown(page)).toHaveText('2 credits')
    await expect(shown(other)).toHaveText('2 credits')
    await adjustCredits(email, -2)
    await analyze(page, 'Hits')
    await expect(page.getByRole('heading', { name: 'No credits remaining' })).toBeVisible()
    await expect(shown(other)).toHaveText('0 credits')
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/no-credits-desktop.png' })

    const charges: string[] = []
    other.on('request', (request) => {
      if (request.url().endsWith('/api/runs')) charges.push(request.method())
    })
    await analyze(other, 'Hits')
    await expect(other.getByRole('heading', { name: 'No credits remaining' })).toBeVisible()
    expect(charges).toEqual([])
    // A grant that the page has not heard of is enough.
    await adjustCredits(email, 1)
    await other.getByRole('button', { name: 'Retry' }).click()
    await expect(other.getByText('Complete!')).toBeVisible({ timeout: 30_000 })
    await expect(shown(other)).toHaveText('0 credits')
    await expect(shown(page)).toHaveText('0 credits')
  })

  test('C2: a page whose session is lost unnoticed charges nobody, and says so', async ({ page, watch }) => {
    watch.expected.push(/status of 401/)
    await newAccount(page)
    // As when a browser clears what a site keeps: nothing tells the page.
    await page.evaluate(() => localStorage.removeItem('propsight.auth'))
    await analyze(page, 'Hits')
    await expect(page.getByRole('heading', { name: 'No user logged in' })).toBeVisible()
    await expect(page.getByText('No credit was used.')).toBeVisible()
  })

  test('S5: coming back to a page shows what an administrator changed', async ({ page }) => {
    await page.clock.install()
    const email = await newAccount(page)
    await expect(shown(page)).toHaveText('20 credits')
    await adjustCredits(email, 30)
    await page.clock.fastForward(30_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(shown(page)).toHaveText('50 credits')
  })
})

test.describe('at 390 px', () => {
  test.use({ viewport: WIDTHS.phone })

  test('C1 S5: the menu shows the credits, and follows another tab while it is open', async ({
    page,
    watch,
  }) => {
    watch.expected.push(/402/)
    const email = await newAccount(page)
    const other = await secondTab(page)
    await expect(shown(other)).toBeHidden()
    await other.getByRole('button', { name: 'Menu' }).click()
    const menu = other.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByText('20 credits')).toBeVisible()
    await analyze(page, 'Hits')
    await expect(menu.getByText('19 credits')).toBeVisible({ timeout: 30_000 })
    for (const theme of ['Dark', 'Light']) {
      await menu.getByRole('radio', { name: theme }).check({ force: true })
      await expectAccessible(other)
      await other.screenshot({ path: `test-results/screens/credits-menu-phone-${theme.toLowerCase()}.png` })
    }
    // The way to the prices, where credits are what is missing, fits a small light screen too.
    await adjustCredits(email, -19)
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(menu).toBeHidden()
    await analyze(other, 'Total Bases')
    await expect(other.getByRole('heading', { name: 'No credits remaining' })).toBeVisible()
    await expectAccessible(other)
    await other.screenshot({ path: 'test-results/screens/no-credits-phone-light.png' })
    await other.getByRole('button', { name: 'See pricing' }).click()
    await expect(other).toHaveURL(/\/pricing$/)
  })
})
