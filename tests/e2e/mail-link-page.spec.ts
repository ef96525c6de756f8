import type { Browser, Page } from '@playwright/test'
import { freshEmail } from '../support/accounts/create-account.ts'
import { defaultTemplateLink } from '../support/accounts/mail-link.ts'
import { codeTo, confirmLink, follow, linkTo, openLink, openMail } from '../support/accounts/mailbox.ts'
import { dashboard, newAccount } from '../support/accounts/session.ts'
import { APPEARANCES, expectAccessibleLayout, look, tagAt } from '../support/appearances.ts'
import { expect, NIGHTLY, productUrl, test } from '../support/fixtures.ts'
import { accountDialog, requestEmailChange } from '../support/pages/account-dialog.ts'
import { requestFirstLink, requestMail, signOut } from '../support/pages/sign-in-page.ts'

// As in a browser that has visited before: the worker and its navigation preload are active.
test.use({ serviceWorkers: 'allow' })

const EXPIRED = 'Email link is invalid or has expired'
const newPassword = (page: Page) => page.getByRole('heading', { name: 'Set New Password' })

/** Opens the product and waits until its service worker answers navigations, with navigation preload. */
async function visit(page: Page): Promise<void> {
  await page.goto(productUrl())
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const isActive = () => active?.state === 'activated'
    if (!isActive()) await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  const isEarly = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready
      return (await navigationPreload.getState()).enabled
    })
  await expect.poll(isEarly).toBe(true)
}

/** Requests a mail in a browser. @returns its recipient */
const REQUESTS: Record<string, (page: Page) => Promise<string>> = {
  'A6 a sign-in': async (page) => {
    const email = await newAccount()
    await visit(page)
    await requestMail(page, email, 'Email me a sign-in link')
    return email
  },
  'A5 A6 a sign-up': async (page) => {
    const email = freshEmail()
    await requestFirstLink(page, email)
    return email
  },
  'A8 A9 a new password': async (page) => {
    const email = await newAccount()
    await visit(page)
    await requestMail(page, email, 'Forgot password')
    return email
  },
  'A12 a change of the email': requestEmailChange,
}
const shownAfter = (page: Page, kind: string) =>
  kind.includes('password') ? newPassword(page) : dashboard(page)
const BUTTONS: Record<string, string> = {
  'A8 A9 a new password': 'Reset password',
  'A12 a change of the email': 'Confirm the new email',
}

/** In the fast tier, one kind of mail is used by its code. Other tests follow links. */
const BY_CODE = 'A8 A9 a new password'
for (const [kind, request] of Object.entries(REQUESTS)) {
  test(`F01 ${kind} works by the link of the mailbox while the service worker is active`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    const email = await request(page)
    await visit(page)
    await openMail(page, productUrl(), email, BUTTONS[kind] ?? 'Sign in')
    await expect(shownAfter(page, kind)).toBeVisible()
    await expect(page).toHaveURL(`${productUrl()}/`)
  })

  test(`F01 ${kind} works by the code of the mail`, {
    tag: kind === BY_CODE ? [] : [NIGHTLY],
  }, async ({ page, browser, watch }) => {
    // The first proof of a mailbox ends the session that asked for the change.
    watch.expected.push(/status of 40[036]/)
    const email = await request(page)
    const code = await codeTo(productUrl(), email)
    const enter = async (at: Page, digits: string) => {
      await at.getByLabel('Code from the mail').fill(digits)
      await at.getByRole('button', { name: /^(Continue|Confirm)$/ }).click()
    }
    if (kind.startsWith('A12')) {
      await enter(page, code)
      await expect(accountDialog(page).getByText('Email updated successfully!')).toBeVisible()
      return
    }
    // A sign-in and a sign-up are completed in another browser, which has not asked for the mail.
    const at = kind.includes('password') ? page : await browser.newPage()
    if (at !== page) {
      await at.goto(productUrl())
      await at.getByLabel('Email').fill(email)
    }
    await at.getByRole('button', { name: 'Enter the code from the mail' }).click()
    await enter(at, code === '000000' ? '000001' : '000000')
    await expect(at.getByRole('alert')).toHaveText(
      'This code is wrong or has expired. Check it, or ask for a new mail.',
    )
    await enter(at, `${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(shownAfter(at, kind)).toBeVisible()
    if (at !== page) await at.context().close()
  })
}

test('A7 a link of a default template, which the address itself uses up, is opened once by a browser with the service worker', {
  tag: NIGHTLY,
}, async ({ page }) => {
  for (let round = 0; round < 3; round += 1) {
    const email = await newAccount()
    await visit(page)
    await requestMail(page, email, 'Email me a sign-in link')
    await page.goto(defaultTemplateLink(productUrl(), await linkTo(productUrl(), email)))
    await expect(dashboard(page)).toBeVisible()
    await signOut(page)
  }
})

/** Opens a link without pressing its button, and lets the scripts of the page run. */
async function openOnly(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const BEFORE: [string, (link: string, browser: Browser, page: Page) => Promise<void>][] = [
  [
    'a HEAD',
    async (link) => {
      expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
      const own = defaultTemplateLink(productUrl(), link)
      expect((await fetch(own, { method: 'HEAD', redirect: 'manual' })).status).toBe(405)
    },
  ],
  [
    'a GET by a script without JavaScript',
    async (link) => {
      expect((await fetch(link, { headers: { accept: 'text/html' } })).status).toBe(200)
    },
  ],
  [
    'a headless browser that runs scripts',
    async (link, browser) => {
      const gateway = await browser.newPage()
      await openOnly(gateway, link)
      await gateway.context().close()
    },
  ],
  [
    'a second tab and a reload',
    async (link, _browser, page) => {
      const tab = await page.context().newPage()
      await openOnly(tab, link)
      await tab.reload()
      await expect(tab.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
      await page.bringToFront()
    },
  ],
]
for (const [what, before] of BEFORE) {
  test(`A7 F01 a link still works after ${what}, once`, {
    tag: what === 'a headless browser that runs scripts' ? [] : [NIGHTLY],
  }, async ({ page, browser, watch }) => {
    watch.expected.push(/status of 403/)
    const email = await newAccount()
    await visit(page)
    await requestMail(page, email, 'Email me a sign-in link')
    const link = await linkTo(productUrl(), email)
    await before(link, browser, page)
    await openLink(page, link)
    await expect(dashboard(page)).toBeVisible()
    await openLink(page, link)
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)
    // The second use keeps the session of the first.
    await page.getByRole('button', { name: 'Back to Propsight' }).click()
    await expect(dashboard(page)).toBeVisible()
  })
}

test('F01 a link works in another browser, after its page was open for 50 minutes', {
  tag: NIGHTLY,
}, async ({ page, browser }) => {
  const email = await newAccount()
  await visit(page)
  await requestMail(page, email, 'Forgot password')
  const other = await browser.newPage()
  await other.clock.install()
  await openOnly(other, await linkTo(productUrl(), email))
  await other.clock.fastForward('50:00')
  await expect(other.getByText(email)).toBeVisible()
  await confirmLink(other)
  await expect(newPassword(other)).toBeVisible()
  await other.context().close()
})

test('F01 a used link offers a new mail, whose link works', async ({ page, watch }) => {
  watch.expected.push(/status of 403/)
  const email = await newAccount()
  await visit(page)
  await requestMail(page, email, 'Forgot password')
  const link = await linkTo(productUrl(), email)
  await follow(link)
  await openLink(page, link)
  await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(page.getByText('New mail sent. Check your inbox.')).toBeVisible()
  await openLink(page, await linkTo(productUrl(), email, 2))
  await expect(newPassword(page)).toBeVisible()
})

for (const each of APPEARANCES) {
  const { name } = each
  const shot = (screen: string) => `test-results/screens/${screen}-${name.replace(', ', '-')}.png`
  test(`F01 the page of a link and the entry of a code are accessible (${name})`, {
    tag: tagAt('desktop', each),
  }, async ({ page, watch }) => {
    watch.expected.push(/status of 403/)
    const email = await newAccount()
    await look(page, each)
    await page.goto(productUrl())
    await requestMail(page, email, 'Email me a sign-in link')
    await page.getByRole('button', { name: 'Enter the code from the mail' }).click()
    await expect(page.getByLabel('Code from the mail')).toBeFocused()
    await page.getByLabel('Code from the mail').fill('123456')
    await expectAccessibleLayout(page)
    await page.screenshot({ path: shot('mail-code') })
    const link = await linkTo(productUrl(), email)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Sign in to Propsight' })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.screenshot({ path: shot('mail-link') })
    await follow(link)
    await confirmLink(page)
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)
    await expectAccessibleLayout(page)
    await page.screenshot({ path: shot('mail-link-expired') })
  })
}
