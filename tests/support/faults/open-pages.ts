import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../find-browser.ts'
import type { FaultEnvironment } from './environment.ts'
import { failToAnalyze, PAGE_RECOVERY_MS, WATCHED_PAGES, type WatchedPage } from './watched-pages.ts'

const MARK = 'openSinceBefore'
/** Text typed into the watched field. It also matches players, so that it can be used in the search field. */
const TYPED = 'a'
const BUSY = '[aria-busy="true"]'
/** Attempts to open a page; on a busy machine one may fail. */
const TRIES = 3

interface OpenPage extends WatchedPage {
  page: Page
}

export interface Pages {
  /** @returns a sentence for each page that did not recover without a reload, or lost the typed text */
  check(): Promise<string[]>
  /** Switches the network of every page off or on. */
  setOffline(offline: boolean): Promise<void>
  /** @returns a sentence for each page that does not show that it is offline */
  expectOfflineNotice(): Promise<string[]>
  /** Starts an analysis that must fail. @returns a sentence if the page shows no error */
  expectFailureNotice(): Promise<string[]>
  close(): Promise<void>
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ')

async function open(browser: Browser, stage: FaultEnvironment, watched: WatchedPage): Promise<OpenPage> {
  for (let left = TRIES; ; left -= 1) {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await watched.begin(page, stage)
      await watched.typed?.(page).fill(TYPED)
      await page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
      return { ...watched, page }
    } catch (error) {
      await context.close()
      if (left <= 1) throw new Error(`the page '${watched.name}' did not open: ${firstLine(error)}`)
    }
  }
}

async function checkPage({ name, page, typed, works }: OpenPage): Promise<string[]> {
  const broken: string[] = []
  try {
    const marked = await page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)
    if (!marked) broken.push(`the page '${name}' was loaded anew`)
    const kept = typed && (await typed(page).inputValue({ timeout: PAGE_RECOVERY_MS }))
    if (typed && kept !== TYPED) broken.push(`the page '${name}' lost what was typed`)
    await works(page)
    await expect(page.locator(BUSY).filter({ visible: true })).toHaveCount(0, { timeout: PAGE_RECOVERY_MS })
    await typed?.(page).fill(TYPED)
  } catch (error) {
    broken.push(`the page '${name}' did not come back: ${firstLine(error)}`)
  }
  return broken
}

/** Opens the pages that stay open through every fault, each in its own browser context. */
export async function openPages(stage: FaultEnvironment): Promise<Pages> {
  const { executable, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  const pages: OpenPage[] = []
  try {
    // Sequentially: six at once are not faster on a busy machine.
    for (const watched of WATCHED_PAGES) pages.push(await open(browser, stage, watched))
  } catch (error) {
    await browser.close()
    throw error
  }
  const each = async (look: (one: OpenPage) => Promise<string[]>) =>
    (await Promise.all(pages.map(look))).flat()
  const says = async ({ name }: OpenPage, what: string, look: () => Promise<void>): Promise<string[]> => {
    try {
      await look()
      return []
    } catch {
      return [`the page '${name}' does not say that ${what}`]
    }
  }
  return {
    check: () => each(checkPage),
    setOffline: async (offline) => {
      await Promise.all(pages.map(({ page }) => page.context().setOffline(offline)))
    },
    expectOfflineNotice: () =>
      each((one) =>
        says(one, 'it is offline', () =>
          expect(one.page.getByText('You are offline').first()).toBeVisible({ timeout: PAGE_RECOVERY_MS }),
        ),
      ),
    expectFailureNotice: () =>
      each(async (one) =>
        one.name === 'dashboard' ? says(one, 'nothing answers', () => failToAnalyze(one.page)) : [],
      ),
    close: () => browser.close(),
  }
}
