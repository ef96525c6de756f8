import { expect, type Locator, type Page } from '@playwright/test'
import { adminNav, openAdmin } from '../pages/admin-page.ts'
import { analyze, lines, pickStat } from '../pages/board-page.ts'
import type { FaultEnvironment } from './environment.ts'

/** Time limit for a page to recover by its own retries, without user input, on a busy machine. */
export const PAGE_RECOVERY_MS = 45_000

/** A page that stays open through every fault. */
export interface WatchedPage {
  readonly name: string
  /** Opens the page in a new browser context. */
  begin(page: Page, environment: FaultEnvironment): Promise<void>
  /** A field with typed text, which must survive. */
  typed?(page: Page): Locator
  /** Expects that the page works without a reload. */
  works(page: Page): Promise<void>
}

const visible = (locator: Locator) => expect(locator.first()).toBeVisible({ timeout: PAGE_RECOVERY_MS })

async function signIn(page: Page, url: string, account: { email: string; password: string }): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visible(page.getByRole('heading', { name: 'Get Started' }))
}

const contactForm = (page: Page) => page.getByRole('dialog', { name: 'Contact Us' })
const weatherOfToday = (page: Page) => page.getByRole('dialog', { name: 'Game Time Weather' })

/** Starts an analysis and expects the Dashboard to show its failure. */
export async function failToAnalyze(page: Page): Promise<void> {
  await pickStat(page, 'Total Bases')
  await page.getByRole('button', { name: /^Analyze ?(\d credits?|free)$/ }).click()
  await visible(lines(page).getByRole('alert'))
}

/** A board, saved picks, the pitchers, the weather, the admin screen, and a contact message in progress. */
export const WATCHED_PAGES: readonly WatchedPage[] = [
  {
    name: 'dashboard',
    async begin(page, { cluster: { url }, bettors: [bettor] }) {
      if (!bettor) throw new Error('there is no bettor')
      await signIn(page, url, bettor)
      await analyze(page, 'Hits')
    },
    typed: (page) => page.getByLabel('Search players').filter({ visible: true }),
    async works(page) {
      // Repeats the analysis, as a user would after an error message.
      await expect(async () => {
        const charged = page.waitForResponse(
          (answer) => answer.url().endsWith('/api/runs') && answer.request().method() === 'POST',
        )
        await analyze(page, 'Total Bases')
        expect((await charged).ok()).toBe(true)
      }).toPass({ timeout: PAGE_RECOVERY_MS })
    },
  },
  {
    name: 'my picks',
    async begin(page, { cluster: { url }, demo }) {
      await signIn(page, url, demo)
      await page.getByRole('link', { name: 'My Picks' }).filter({ visible: true }).first().click()
      await visible(page.getByText('No Picks Saved'))
    },
    async works(page) {
      await visible(page.getByText('No Picks Saved'))
      await expect(page.getByText('Error Loading Picks')).toBeHidden({ timeout: PAGE_RECOVERY_MS })
    },
  },
  {
    name: 'pitchers',
    async begin(page, { cluster: { url } }) {
      await page.goto(`${url}/pitchers`)
      await visible(page.locator('tbody tr'))
    },
    works: (page) => visible(page.locator('tbody tr')),
  },
  {
    name: 'weather',
    async begin(page, { cluster: { url }, demo }) {
      await signIn(page, url, demo)
      await page.getByRole('button', { name: 'Weather' }).click()
      await visible(weatherOfToday(page))
    },
    works: (page) => visible(weatherOfToday(page).getByRole('heading', { level: 4 })),
  },
  {
    name: 'admin',
    begin: (page, { cluster: { url, adminKey } }) => openAdmin(page, url, adminKey),
    typed: (page) => page.getByLabel('Code', { exact: true }),
    works: (page) => visible(adminNav(page)),
  },
  {
    name: 'contact',
    async begin(page, { cluster: { url } }) {
      await page.goto(url)
      await page.getByRole('contentinfo').getByRole('button', { name: 'Contact Us' }).click()
      await visible(contactForm(page))
    },
    typed: (page) => contactForm(page).getByLabel('Message *'),
    works: (page) => visible(contactForm(page)),
  },
]
