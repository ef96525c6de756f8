import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { adminNav, openAdmin } from '../admin-screen.ts'
import { analyze } from '../board-page.ts'
import { BROWSER_FLAGS, findBrowser } from '../browser.ts'
import type { Stage } from './stage.ts'

const MARK = 'openSinceBefore'
/** A page may need its own next try; nobody presses anything meanwhile. */
const BACK_MS = 45_000

interface Watched {
  name: string
  page: Page
  /** What this page has to show and do without a reload. */
  works(page: Page): Promise<void>
}

export interface Pages {
  /** @returns a sentence for each page that did not come back by itself */
  check(): Promise<string[]>
  close(): Promise<void>
}

async function signIn(page: Page, url: string, { email, password }: Stage['demo']): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Get Started' })).toBeVisible({ timeout: BACK_MS })
}

/** Five pages that stay open through every fault: a board, saved picks, the starters, the weather, the admin screen. */
export async function openPages({ cluster, demo }: Stage): Promise<Pages> {
  const { executable, env } = await findBrowser()
  const browser: Browser = await chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  const { url } = cluster
  const open = async (name: string, begin: (page: Page) => Promise<void>, works: Watched['works']) => {
    const page = await (await browser.newContext()).newPage()
    await begin(page)
    await page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
    return { name, page, works }
  }
  const pages = await Promise.all([
    open(
      'dashboard',
      async (page) => {
        await signIn(page, url, demo)
        await analyze(page, 'Hits')
      },
      async (page) => {
        await expect(page.locator('ol h3').first()).toBeVisible({ timeout: BACK_MS })
        await analyze(page, 'Total Bases')
      },
    ),
    open(
      'my picks',
      async (page) => {
        await signIn(page, url, demo)
        await page.getByRole('link', { name: 'My Picks' }).filter({ visible: true }).first().click()
        await expect(page.getByText('No Picks Saved')).toBeVisible()
      },
      async (page) => {
        await expect(page.getByText('No Picks Saved')).toBeVisible({ timeout: BACK_MS })
        await expect(page.getByText('Error Loading Picks')).toBeHidden()
      },
    ),
    open(
      'pitchers',
      async (page) => {
        await page.goto(`${url}/pitchers`)
        await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: BACK_MS })
      },
      (page) => expect(page.locator('tbody tr').first()).toBeVisible({ timeout: BACK_MS }),
    ),
    open(
      'weather',
      async (page) => {
        await signIn(page, url, demo)
        await page.getByRole('button', { name: 'Weather' }).click()
        await expect(page.getByRole('dialog', { name: 'Game Time Weather' })).toBeVisible()
      },
      async (page) => {
        const dialog = page.getByRole('dialog', { name: 'Game Time Weather' })
        await expect(dialog.getByRole('heading', { level: 4 }).first()).toBeVisible({ timeout: BACK_MS })
      },
    ),
    open(
      'admin',
      (page) => openAdmin(page, url, cluster.adminKey),
      async (page) => {
        await expect(adminNav(page)).toBeVisible({ timeout: BACK_MS })
      },
    ),
  ])
  const checkOne = async ({ name, page, works }: Watched): Promise<string[]> => {
    try {
      await works(page)
      const marked = await page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)
      return marked ? [] : [`the page '${name}' was loaded anew`]
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
      return [`the page '${name}' did not come back: ${why}`]
    }
  }
  return {
    check: async () => (await Promise.all(pages.map(checkOne))).flat(),
    close: () => browser.close(),
  }
}
