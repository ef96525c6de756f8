import type { Browser, Page } from '@playwright/test'
import type { TestUser } from '@propsight/api/testing'
import { openWithSession } from '../../../support/accounts/session.ts'
import { expectProgressLabel, pickStat, readLineCounts } from '../../../support/pages/board-page.ts'
import { startTestSite } from '../../../support/product/test-site.ts'
import { launch } from '../federation/measure.ts'

/** Wide enough for settings, board and detail view side by side, the largest layout. */
const VIEWPORT = { width: 1_440, height: 900 }

export interface BoardEnvironment {
  /** Opens the Dashboard in a new profile with the market selected. The caller closes the page's context. */
  ready(category: string): Promise<Page>
  /** Presses Analyze and waits for the ranked board. @returns its number of lines */
  rank(page: Page): Promise<number>
  close(): Promise<void>
}

/** Less than the 20 credits of a new user; an analysis costs one. */
const VISITS_PER_USER = 15

/** Starts a browser and the built product; the API runs in a separate process. */
export async function startBoardEnvironment(): Promise<BoardEnvironment> {
  const site = await startTestSite()
  let browser: Browser | null = null
  const close = async () => {
    await browser?.close()
    await site.close()
  }
  try {
    const api = await site.process()
    browser = await launch()
    const opened = browser
    let visits = 0
    let user: TestUser | null = null
    return {
      async ready(category) {
        if (!user || visits % VISITS_PER_USER === 0) user = await site.newUser()
        visits += 1
        const page = await (await opened.newContext({ viewport: VIEWPORT })).newPage()
        await openWithSession(page, api.url, user)
        await pickStat(page, category)
        return page
      },
      async rank(page) {
        await page.getByRole('button', { name: /^Analyze ?(\d credits?|free)$/ }).click()
        await expectProgressLabel(page, 'Complete!')
        return (await readLineCounts(page)).total
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
