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

async function open(
  browser: Browser,
  environment: FaultEnvironment,
  watched: WatchedPage,
): Promise<OpenPage> {
  for (let attempt = 1; ; attempt += 1) {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      await watched.begin(page, environment)
      await watched.typed?.(page).fill(TYPED)
      await page.evaluate((mark) => Reflect.set(globalThis, mark, true), MARK)
      return { ...watched, page }
    } catch (error) {
      await context.close()
      if (attempt >= TRIES) throw new Error(`the page '${watched.name}' did not open: ${firstLine(error)}`)
    }
  }
}

async function checkPage({ name, page, typed, works }: OpenPage): Promise<string[]> {
  const broken: string[] = []
  try {
    const marked = await page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)
    if (!marked) broken.push(`the page '${name}' was reloaded`)
    if (typed) {
      const value = await typed(page).inputValue({ timeout: PAGE_RECOVERY_MS })
      if (value !== TYPED) broken.push(`the page '${name}' lost the typed text`)
    }
    await works(page)
    await expect(page.locator(BUSY).filter({ visible: true })).toHaveCount(0, { timeout: PAGE_RECOVERY_MS })
    await typed?.(page).fill(TYPED)
  } catch (error) {
    broken.push(`the page '${name}' did not recover: ${firstLine(error)}`)
  }
  return broken
}

/** Opens the pages that stay open through every fault, each in its own browser context. */
export async function openPages(environment: FaultEnvironment): Promise<Pages> {
  const { executable, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  const pages: OpenPage[] = []
  try {
    // Sequentially: six at once are not faster on a busy machine.
    for (const watched of WATCHED_PAGES) pages.push(await open(browser, environment, watched))
  } catch (error) {
    await browser.close()
    throw error
  }
  const onEachPage = async (check: (opened: OpenPage) => Promise<string[]>) =>
    (await Promise.all(pages.map(check))).flat()
  const expectNotice = async (
    { name }: OpenPage,
    what: string,
    expectation: () => Promise<void>,
  ): Promise<string[]> => {
    try {
      await expectation()
      return []
    } catch {
      return [`the page '${name}' does not show that ${what}`]
    }
  }
  return {
    check: () => onEachPage(checkPage),
    setOffline: async (offline) => {
      await Promise.all(pages.map(({ page }) => page.context().setOffline(offline)))
    },
    expectOfflineNotice: () =>
      onEachPage((opened) =>
        expectNotice(opened, 'it is offline', () =>
          expect(opened.page.getByText('You are offline').first()).toBeVisible({ timeout: PAGE_RECOVERY_MS }),
        ),
      ),
    expectFailureNotice: () =>
      onEachPage(async (opened) =>
        opened.name === 'dashboard'
          ? expectNotice(opened, 'the analysis failed', () => failToAnalyze(opened.page))
          : [],
      ),
    close: () => browser.close(),
  }
}
