import type { Locator, Page } from '@playwright/test'
import { callAsAdmin } from '../support/accounts/admin-api.ts'
import { APPEARANCES, type Appearance, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { demoAccount, expect, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { adminNav, codeRow, openAdmin } from '../support/pages/admin-page.ts'

const adminKey = (): string => process.env.PROPSIGHT_ADMIN_KEY ?? ''

test.beforeEach(({ watch }) => {
  // Requests without the key are refused before the screen asks for it.
  watch.expected.push(/status of (401|403)/)
})

const open = (page: Page, query?: string) => openAdmin(page, productUrl(), adminKey(), query)
async function closed(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

/** Takes screenshots named after an appearance. */
const screenshots = (page: Page, each: Appearance) => (name: string) =>
  page.screenshot({ path: `test-results/screens/admin-${name}-${each.name.replace(', ', '-')}.png` })

for (const each of APPEARANCES) {
  test(`D1: key step, codes and their dialogs are accessible and fit the viewport, ${each.name}`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const shot = screenshots(page, each)
    await look(page, each)
    await page.goto(`${productUrl()}/adminaccess`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Enter admin key to continue.')).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('key')

    await open(page)
    await expect(page.getByRole('table', { name: 'Access codes' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('codes')

    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessibleLayout(page)
    await closed(page, question)
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeFocused()

    await page.getByRole('button', { name: 'Create many' }).click()
    const many = page.getByRole('dialog', { name: 'Create many' })
    await expectAccessibleLayout(page)
    await many.getByText('Import CSV').click()
    await many.getByLabel('Or paste it here').fill('code,max_uses\nFINE,2\nNOT FINE,0\n')
    await expect(many.getByRole('alert')).toContainText('Row 3')
    await expectAccessibleLayout(page)
    await shot('import')
    await closed(page, many)
  })

  test(`D1: users and their dialogs are accessible and fit the viewport, ${each.name}`, {
    tag: tagAt('phone', each),
  }, async ({ page }) => {
    const shot = screenshots(page, each)
    await look(page, each)
    await open(page, '?view=users')
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('users')
    // The newest accounts belong to other tests, and may have no credits yet.
    const { email } = demoAccount()
    await page.getByLabel('Search email or id').fill(email)
    await page.getByRole('link', { name: email }).click()
    await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('user')
    for (const action of ['Adjust credits', 'Change plan']) {
      await page.getByRole('button', { name: action }).click()
      await expectAccessibleLayout(page)
      await closed(page, page.getByRole('alertdialog', { name: action }))
    }
  })

  test(`D1: releases, audit log and administrators are accessible and fit the viewport, ${each.name}`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const shot = screenshots(page, each)
    await look(page, each)
    await open(page, '?view=releases')
    await expect(page.getByRole('table', { name: 'Remotes' })).toContainText('analysis')
    await expectAccessibleLayout(page)
    await shot('releases')
    await page.getByRole('link', { name: 'picks', exact: true }).click()
    await expect(page.getByRole('table', { name: 'History' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('release')
    await page.getByRole('button', { name: 'Retire', exact: true }).click()
    const retiring = page.getByRole('alertdialog', { name: 'Retire picks?' })
    await expect(retiring).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('retire')
    await closed(page, retiring)
    await page
      .getByRole('button', { name: /^Preview / })
      .first()
      .click()
    const previewing = page.getByRole('dialog', { name: /^Preview picks / })
    await expect(previewing.getByRole('textbox', { name: /^Link, until/ })).toHaveValue(/preview=/)
    await expectAccessibleLayout(page)
    await shot('preview')
    await closed(page, previewing)

    await adminNav(page).getByRole('link', { name: 'Audit log' }).click()
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('audit')
    await adminNav(page).getByRole('link', { name: 'Administrators' }).click()
    await expect(page.getByRole('heading', { name: 'Administrators', exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
    await shot('administrators')
  })
}

test('D1: a list of the admin screen reports loading, failure, no entries and no network', {
  tag: NIGHTLY,
}, async ({ page, context, watch }) => {
  watch.expected.push(/status of 50\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await open(page)
  let answer: 'hold' | 'fail' | 'lose' | 'empty' = 'hold'
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/admin/list-codes*', async (route) => {
    if (answer === 'hold') await released
    if (answer === 'fail') return route.fulfill({ status: 503, body: '' })
    if (answer === 'lose') return route.abort()
    return route.fulfill({ json: { codes: [], total: 0, next: null } })
  })
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading Access codes' })).toBeVisible()
  await expectAccessibleLayout(page)
  answer = 'empty'
  release()
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible()
  await expectAccessibleLayout(page)
  answer = 'fail'
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to list codes' })).toBeVisible()
  await expectAccessibleLayout(page)
  answer = 'empty'
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible()
  answer = 'lose'
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to list' })).toBeVisible()

  await context.setOffline(true)
  await adminNav(page).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('D1: the code form validates its input and shows the specified message for every failure', {
  tag: NIGHTLY,
}, async ({ page, watch }) => {
  watch.expected.push(/status of 50\d|ERR_FAILED/)
  const code = `RULES-${Date.now()}`
  await open(page)
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const name = page.getByLabel('Code', { exact: true })
  const uses = page.getByLabel('Max Uses')
  await expect(uses).toHaveValue('1')
  await expect(uses).toHaveAttribute('min', '1')
  await name.fill('   ')
  await expect(create).toBeDisabled()
  await name.fill(` ${code} `)
  await uses.fill('0')
  await expect(create).toBeDisabled()
  await uses.fill('')
  await uses.blur()
  await expect(uses).toHaveValue('1')

  let answer: 'empty' | 'message' | 'lost' = 'empty'
  const failing = '**/api/{access/create,admin/delete-code,admin/list-codes?*,admin/list-codes}'
  const fail = async (page: Page) =>
    page.route(failing, (route) => {
      if (answer === 'lost') return route.abort()
      const json =
        answer === 'message' ? { error: 'Not today', message: 'Not today', code: 'UNAVAILABLE' } : {}
      return route.fulfill({ status: 500, json })
    })
  await fail(page)
  const failure = page.getByRole('alert')
  await create.click()
  await expect(failure).toHaveText('Failed to create code')
  answer = 'message'
  await create.click()
  await expect(failure).toHaveText('Not today')
  answer = 'lost'
  await create.click()
  await expect(failure).toHaveText('Network error')
  await page.unroute(failing)
  const sent = page.waitForRequest('**/api/access/create')
  await create.click()
  expect((await sent).postDataJSON()).toEqual({ code, maxUses: 1, expiresAt: null, notes: null })
  await expect(page.getByText('✅ Code created', { exact: true })).toBeVisible()
  await expect(codeRow(page, code)).toBeVisible()

  await fail(page)
  answer = 'empty'
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${code}?` })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Delete failed')
  answer = 'message'
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toHaveText('Not today')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(failure).toContainText('Not today')
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(failure).toHaveCount(0)
  expect((await callAsAdmin('/api/admin/delete-code', { code })).status).toBe(204)
})

test('D1: codes and credits are administered by keyboard alone', { tag: NIGHTLY }, async ({ page }) => {
  const code = `KEYS-${Date.now()}`
  await page.goto(`${productUrl()}/adminaccess`)
  await expect(page.getByLabel('Admin key')).toBeVisible()
  /** Presses the key until the target has the focus, and fails after 60 presses. */
  const tabTo = async (target: Locator, key = 'Tab') => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(target).toBeFocused()
  }
  await tabTo(page.getByLabel('Admin key'))
  await page.keyboard.type(adminKey())
  await page.keyboard.press('Enter')
  const form = page.getByLabel('Code', { exact: true })
  await expect(form).toBeVisible()
  await tabTo(form)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('✅ Code created')).toBeVisible()

  const deleting = page.getByRole('button', { name: `Delete ${code}` })
  await tabTo(deleting)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `Delete ${code}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(deleting).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Existing codes/ })).toBeFocused()

  await tabTo(adminNav(page).getByRole('link', { name: 'Codes' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?view=users$/)
  const first = page.getByRole('table', { name: 'Users' }).getByRole('link').first()
  await expect(first).toBeVisible()
  await tabTo(first)
  await page.keyboard.press('Enter')
  const adjust = page.getByRole('button', { name: 'Adjust credits' })
  await expect(adjust).toBeVisible()
  await tabTo(adjust)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Adjust credits' })
  await expect(dialog.getByLabel('Change')).toBeFocused()
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    await expect(dialog).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(adjust).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'End session' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Admin key')).toBeVisible()
})
