import type { Locator, Page } from '@playwright/test'
import { newAccount, openAsNewUser, signIn } from '../support/accounts/session.ts'
import { expectNoHorizontalScroll, measureDensity } from '../support/appearances.ts'
import { expect, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { cards, parlayButton, pickNames, recommendations } from '../support/pages/picks-page.ts'
import { openScreen, SCREENS } from '../support/screens/all-screens.ts'
import type { ScreenContext } from '../support/screens/screen.ts'

const PHONE = { width: 390, height: 844 }
/** A window of 1280 × 1024 at 400 % zoom, as WCAG 1.4.10 requires. */
const ZOOMED = { width: 320, height: 256 }

/** A window in which the tallest dialogs fill the height. */
const LOW = { width: 1440, height: 600 }

const adminKey = (): string => process.env.PROPSIGHT_ADMIN_KEY ?? ''
/** 120 characters without a break opportunity. */
const longEmail = (): string => `${'a'.repeat(47)}${Date.now()}@${'b'.repeat(47)}.example`.padEnd(120, 'e')
const account = (page: Page) => page.getByRole('dialog', { name: 'Account' })

async function openRights(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await account(page).getByText('Your data and limits').click()
  await expect(account(page).getByLabel('Credits in 24 hours')).toBeVisible()
}
/** Nothing inside the dialog extends beyond its right edge. */
const expectNothingCutOff = (dialog: Locator): Promise<void> =>
  expect
    .poll(() =>
      dialog.evaluate((box) => {
        const { right } = box.getBoundingClientRect()
        return [...box.querySelectorAll('p, label, input, textarea, button')]
          .filter((each) => each.getBoundingClientRect().right > right)
          .map((each) => each.outerHTML.slice(0, 120))
      }),
    )
    .toEqual([])

function openNamed(screen: string, context: ScreenContext): Promise<void> {
  const found = SCREENS.find(({ name }) => name === screen)
  if (!found) throw new Error(`no screen ${screen}`)
  return openScreen(found, context)
}

async function openAdmin(page: Page, query = ''): Promise<void> {
  await page.goto(`${productUrl()}/adminaccess${query}`)
  await page.getByLabel('Admin key').fill(adminKey())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
}

test('A10 S3: an email of 120 characters and 999,999 credits fit the account dialog and its confirmation', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const email = await newAccount(undefined, longEmail())
  expect(email).toHaveLength(120)
  await page.setViewportSize(PHONE)
  await page.route('**/rest/v1/user_profiles?*', async (route) => {
    const response = await route.fetch()
    const profile: object = await response.json()
    await route.fulfill({ response, json: { ...profile, credits: 999_999 } })
  })
  await signIn(page, email)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('999,999 credits')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(account(page).getByText('999,999', { exact: true })).toBeVisible()
  await expectNothingCutOff(account(page))
  await account(page).getByText('Your data and limits').click()
  await account(page).getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByLabel(`Type ${email} to confirm`)).toBeVisible()
  await expectNothingCutOff(question)
  await expectNoHorizontalScroll(page)
})

test('A10 S9: the fields of a dialog can be scrolled into view at 400 % zoom', async ({ page }) => {
  await openAsNewUser(page)
  await page.setViewportSize(ZOOMED)
  await openRights(page)
  const limit = account(page).getByLabel('Credits in 24 hours')
  await limit.scrollIntoViewIfNeeded()
  await expect(limit).toBeInViewport({ ratio: 1 })
  await account(page).getByRole('button', { name: 'Delete account' }).click()
  const typed = page.getByRole('alertdialog').getByRole('textbox')
  await typed.scrollIntoViewIfNeeded()
  await expect(typed).toBeInViewport({ ratio: 1 })
  await expectNoHorizontalScroll(page)
})

test('D1: long emails and notes fit the admin screen', { tag: NIGHTLY }, async ({ page, watch }) => {
  // The first request has no key and is refused; the screen then asks for the key.
  watch.expected.push(/status of (401|403)/)
  const email = await newAccount(undefined, longEmail())
  await page.setViewportSize(PHONE)
  await openAdmin(page)
  const code = `LONG-${Date.now()}`.padEnd(64, 'X')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page
    .getByLabel('Notes (optional)')
    .fill('Given to the testers of the spring. '.repeat(60).slice(0, 2_000))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('✅ Code created')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: code })
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(160)
  await row.getByText('Given to the testers').click()
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(400)
  await expectNoHorizontalScroll(page)

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search email or id').fill(email)
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
  await expectNoHorizontalScroll(page)
  for (const action of ['Adjust credits', 'Change plan']) {
    await page.getByRole('button', { name: action }).click()
    await expectNothingCutOff(page.getByRole('alertdialog', { name: action }))
    await page.keyboard.press('Escape')
  }
})

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('S3 S10 A10: mark the current tab and the selected radio button', {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await openAsNewUser(page)
    const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
    const current = main.locator('[aria-current]')
    await expect(current).toBeVisible()
    const [mark, ground] = await current.evaluate((tab) => [
      getComputedStyle(tab, '::after').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ])
    expect(mark).not.toBe(ground)
    await page.getByRole('button', { name: /^Account/ }).click()
    const groundOf = (name: string) =>
      account(page)
        .getByRole('radio', { name })
        .evaluate((radio) => getComputedStyle(radio.parentElement ?? radio).backgroundColor)
    await expect(account(page).getByRole('radio', { name: 'Account' })).toBeChecked()
    expect(await groundOf('Account')).not.toBe(await groundOf('Your data and limits'))
  })
})

for (const viewport of [PHONE, LOW])
  test(`P4 P8: a toast covers nothing of an open dialog, and a dialog nothing of a toast, ${viewport.width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(viewport)
    await openNamed('picks', { page, site })
    const dialog = recommendations(page)
    const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { y: Number.NaN, height: 0 }
    await parlayButton(page).click()
    await expect(dialog.getByRole('tab')).toHaveCount(3)
    const before = await boxOf(dialog)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    const [first = ''] = await pickNames(page)
    await page.getByRole('button', { name: `Delete ${first}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await parlayButton(page).click()
    await expect(dialog.getByRole('tab')).toHaveCount(3)
    const undo = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' })
    // Playwright clicks only if no other element covers the middle of the target.
    await dialog.getByRole('button', { name: 'Close' }).last().click({ trial: true })
    const { y, height } = await boxOf(dialog)
    expect(y + height).toBeLessThan((await boxOf(undo)).y)
    expect(y).toBe(before.y)
    await undo.click()
    await expect(undo).toBeHidden()
    await expect(dialog).toBeVisible()
    await expect.poll(() => boxOf(dialog)).toEqual(before)
  })

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test(`P5: the cards of My Picks have equal heights, and what deletes has no neighbour, ${viewport.width} px`, {
    tag: NIGHTLY,
  }, async ({ page, site }) => {
    await page.setViewportSize(viewport)
    await openNamed('picks', { page, site })
    const heights = await cards(page).evaluateAll((all) =>
      all.map((each) => Math.round(each.getBoundingClientRect().height)),
    )
    expect(new Set(heights).size).toBe(1)
    expect((await measureDensity(page)).rows).toBeGreaterThanOrEqual(viewport === PHONE ? 3 : 8)
    const neighbours = await page.getByRole('button', { name: 'Clear All' }).evaluate((button) => {
      const NEAR_PX = 16
      const own = button.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(a, button, input, select)')]
        .filter((each) => each !== button && each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect()
          const isBeside = left < own.right + NEAR_PX && right > own.left - NEAR_PX
          return isBeside && top < own.bottom + NEAR_PX && bottom > own.top - NEAR_PX
        })
        .map((each) => each.ariaLabel ?? each.textContent)
    })
    expect(neighbours).toEqual([])
  })
