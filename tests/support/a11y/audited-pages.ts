import { expect, type Page } from '@playwright/test'
import { openAdmin } from '../admin-screen.ts'
import { analyze } from '../board-page.ts'
import { fillSignIn } from '../log-in.ts'
import { expectPicks } from '../picks-page.ts'
import type { RunningProduct } from '../product.ts'

export type Audited = Pick<RunningProduct, 'url' | 'demo' | 'adminKey'>

export interface AuditedPage {
  name: string
  path: string
  /** Brings the profile to where this page shows what it is for; the pages come in their order. */
  prepare?(page: Page, product: Audited): Promise<void>
}

const PICKS = 3

async function signInAndSave(page: Page, { url, demo }: Audited): Promise<void> {
  await page.goto(url)
  await fillSignIn(page, demo.email, demo.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible()
  await analyze(page, 'Total Bases')
  const saves = page.getByRole('button', { name: /^Save .+ Total Bases$/ })
  // By name: what is ranked meanwhile may change places.
  const labels = await saves.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  for (const name of labels.slice(0, PICKS)) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: `${name}: saved` })).toBeVisible()
  }
  await page.goto(`${url}/picks`)
  await expectPicks(page, PICKS)
}

/** What Lighthouse judges, as somebody has it who uses it: signed in, with picks, with the admin key given. */
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
