import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../browser.ts'
import type { Stage } from '../stage.ts'
import { BACK_MS } from './patience.ts'
import { failToAnalyze, WATCHED_PAGES, type WatchedPage } from './watched-pages.ts'

const MARK = 'openSinceBefore'
/** What its user has typed so far; also finds players, so that it may stand in a search. */
const TYPED = 'a'
const BUSY = '[aria-busy="true"]'
/** A busy machine may lose one. */
const TRIES = 3

interface OpenPage extends WatchedPage {
  page: Page
}

export interface Pages {
  /** @returns a sentence for each page that did not come back by itself, or lost what was typed */
  check(): Promise<string[]>
  /** Takes the network from every page, or gives it back. */
  setOffline(offline: boolean): Promise<void>
  /** @returns a sentence for each page that does not say that it is offline */
  sayOffline(): Promise<string[]>
  /** Asks for what cannot be had now. @returns a sentence where the page does not say so */
  sayFailed(): Promise<string[]>
  close(): Promise<void>
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ')

async function open(browser: Browser, stage: Stage, watched: WatchedPage): Promise<OpenPage> {
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

async function checkOne({ name, page, typed, works }: OpenPage): Promise<string[]> {
  const broken: string[] = []
  try {
    const marked = await page.evaluate((mark) => Reflect.get(globalThis, mark) === true, MARK)
    if (!marked) broken.push(`the page '${name}' was loaded anew`)
    const kept = typed && (await typed(page).inputValue({ timeout: BACK_MS }))
    if (typed && kept !== TYPED) broken.push(`the page '${name}' lost what was typed`)
    await works(page)
    await expect(page.locator(BUSY).filter({ visible: true })).toHaveCount(0, { timeout: BACK_MS })
    await typed?.(page).fill(TYPED)
  } catch (error) {
    broken.push(`the page '${name}' did not come back: ${firstLine(error)}`)
  }
  return broken
}

/** Pages that stay open through every fault, each in a browser context of its own. */
export async function openPages(stage: Stage): Promise<Pages> {
  const { executable, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: executable,
    args: BROWSER_FLAGS,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  const pages: OpenPage[] = []
  try {
    // One after the other: six at once on a busy machine wait for each other.
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
    check: () => each(checkOne),
    setOffline: async (offline) => {
      await Promise.all(pages.map(({ page }) => page.context().setOffline(offline)))
    },
    sayOffline: () =>
      each((one) =>
        says(one, 'it is offline', () =>
          expect(one.page.getByText('You are offline').first()).toBeVisible({ timeout: BACK_MS }),
        ),
      ),
    sayFailed: () =>
      each(async (one) =>
        one.name === 'dashboard' ? says(one, 'nothing answers', () => failToAnalyze(one.page)) : [],
      ),
    close: () => browser.close(),
  }
}
