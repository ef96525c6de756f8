import type { Page } from '@playwright/test'
import { generateParlayBody } from '@propsight/shared/contracts'
import { expect, test } from '../support/accounts/signed-in.ts'
import { APPEARANCES, expectAccessibleLayout, look } from '../support/appearances.ts'
import { NIGHTLY, productUrl } from '../support/fixtures.ts'
import { PARLAY_ANSWER, stubPickHistory } from '../support/stubs/parlays.ts'
import { stubPicks } from '../support/stubs/picks.ts'

const GENERATE = '**/api/parlay/generate-parlay'
const FAILURE = {
  error: 'Failed to generate parlays. Please try again.',
  code: 'INTERNAL',
  requestId: 'request-1',
  message: 'Failed to generate parlays. Please try again.',
}
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/screens/${name}.png` })

async function openPicks(page: Page): Promise<void> {
  await stubPicks(page, 8)
  await stubPickHistory(page)
  await page.goto(`${productUrl()}/picks`)
  await expect(page.getByText('8 picks · each is kept 20 hours')).toBeVisible()
}
const parlay = (page: Page) => page.getByRole('button', { name: /^Parlay/ })
const recommendations = (page: Page) => page.getByRole('dialog', { name: 'Parlay Recommendations' })

for (const each of APPEARANCES) {
  const name = each.name.replace(', ', '-')
  test(`P9 P10: Recommendations, past parlays, a group and the track record are accessible (${each.name})`, {
    // In the fast tier, a11y-display-settings.spec.ts scans these screens.
    tag: NIGHTLY,
  }, async ({ page }) => {
    await look(page, each)
    await page.route(GENERATE, (route) => route.fulfill({ json: PARLAY_ANSWER }))
    await openPicks(page)
    await parlay(page).click()
    await expect(recommendations(page).getByRole('tab')).toHaveCount(3)
    await expectAccessibleLayout(page)
    await shot(page, `parlay-${name}`)
    await page.keyboard.press('Escape')
    await expect(parlay(page)).toBeFocused()

    await page.getByRole('button', { name: 'Past Parlays' }).click()
    const stack = page.getByRole('button', { name: /July 18, 2026/ })
    await expect(stack).toHaveCount(1)
    await expectAccessibleLayout(page)
    await shot(page, `past-parlays-${name}`)
    await stack.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 parlay(s) generated on July 18, 2026')).toBeVisible()
    await expectAccessibleLayout(page)
    await shot(page, `parlay-group-${name}`)
    await page.keyboard.press('Escape')
    await expect(stack).toBeFocused()

    await page.goto(`${productUrl()}/picks?view=record`)
    await expect(page.getByRole('img', { name: /^Forecast against result/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Profit after 5 parlays/ })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot(page, `track-record-${name}`)
  })
}

test('P8: A reload during the parlay call repeats it with the same key, and a reload after a shown failure sends no call', async ({
  page,
  watch,
}) => {
  watch.expected.push(/status of 500/)
  const keys: string[] = []
  let answered = false
  let failing = false
  await page.route(GENERATE, (route) => {
    keys.push(generateParlayBody.parse(route.request().postDataJSON()).idempotencyKey)
    if (failing) return route.fulfill({ status: 500, json: FAILURE })
    return answered ? route.fulfill({ json: PARLAY_ANSWER }) : undefined
  })
  await openPicks(page)
  await parlay(page).click()
  const loading = page.getByRole('alertdialog', { name: 'Building your parlays' })
  await expect(loading).toBeVisible()
  await expect.poll(() => keys.length).toBe(1)
  await expectAccessibleLayout(page)
  await shot(page, 'parlay-loading')
  answered = true
  await page.reload()
  await expect(recommendations(page)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)

  await page.keyboard.press('Escape')
  failing = true
  await parlay(page).click()
  await expect(page.getByRole('alertdialog', { name: FAILURE.message })).toContainText('No credit was used.')
  expect(await page.evaluate(() => sessionStorage.getItem('propsight:parlay-call'))).toBeNull()
  await page.reload()
  await expect(page.getByText('8 picks · each is kept 20 hours')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(keys).toHaveLength(3)
})

test('P9: A parlay is copied, or offered as text when the clipboard refuses', { tag: NIGHTLY }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route(GENERATE, (route) => route.fulfill({ json: PARLAY_ANSWER }))
  await openPicks(page)
  await parlay(page).click()
  await recommendations(page).getByRole('button', { name: 'Copy Parlay' }).click()
  await expect(recommendations(page).getByText('Parlay copied')).toHaveAttribute('role', 'status')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '1. Dax Holloway (CIN @ COL): Over 1.5',
  )
  await recommendations(page)
    .getByRole('tab', { name: /^Parlay 2/ })
    .click()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await recommendations(page).getByRole('button', { name: 'Copy Parlay' }).click()
  await expect(recommendations(page).getByLabel('Parlay as text')).toBeFocused()
  await expectAccessibleLayout(page)
})
