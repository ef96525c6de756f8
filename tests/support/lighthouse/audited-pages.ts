import { expect, type Page } from '@playwright/test'
import { openAdmin } from '../pages/admin-page.ts'
import { analyze } from '../pages/board-page.ts'
import { expectPicks } from '../pages/picks-page.ts'
import { fillSignIn } from '../pages/sign-in-page.ts'
import type { RunningProduct } from '../product/start-product.ts'

export type Audited = Pick<RunningProduct, 'url' | 'demo' | 'adminKey'>

export interface AuditedPage {
  name: string
  path: string
  /** Prepares the state of the profile that this page needs. The pages are audited in order. */
  prepare?(page: Page, product: Audited): Promise<void>
}

const PICKS = 3

async function signInAndSave(page: Page, { url, demo }: Audited): Promise<void> {
  await page.goto(url)
  await fillSignIn(page, demo.email, demo.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await analyze(page, 'Total Bases')
  const saves = page.getByRole('button', { name: /^Save .+ Total Bases/ })
  // By name, because the order of the cards may still change.
  const labels = await saves.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  for (const name of labels.slice(0, PICKS)) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: `${name}: saved` })).toBeVisible()
  }
  await page.goto(`${url}/picks`)
  await expectPicks(page, PICKS)
}

/**
 * The pages that Lighthouse audits, with the state of a regular user: signed in, with picks, admin key
 * entered.
 */
export const AUDITED_PAGES: readonly AuditedPage[] = [
  { name: 'Sign in', path: '/' },
  { name: 'Dashboard', path: '/', prepare: signInAndSave },
  { name: 'My Picks', path: '/picks' },
  { name: 'Pitchers', path: '/pitchers' },
  {
    name: 'Admin',
    path: '/adminaccess',
    prepare: (page, { url, adminKey }) => openAdmin(page, url, adminKey),
  },
]
