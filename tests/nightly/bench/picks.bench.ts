import { openWithSession } from '../../support/accounts/session.ts'
import { startTestSite } from '../../support/product/test-site.ts'
import { stubPicks } from '../../support/stubs/picks.ts'
import { frameRows, recordFrames } from './board/frames.ts'
import { scrollBoard } from './board/move-page.ts'
import { launch } from './federation/measure.ts'
import type { Row } from './row.ts'

export const skippedInShortRun = 'it takes a browser'

const PICKS = 500
const CPU_FACTOR = 4

/** Frames while My Picks with 500 picks is scrolled down once, at full speed and with a CPU slowdown of 4. */
export async function run(): Promise<Row[]> {
  const site = await startTestSite()
  const browser = await launch()
  try {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
    const page = await context.newPage()
    await stubPicks(page, PICKS)
    await openWithSession(page, site.url, await site.newUser())
    await page.goto(`${site.url}/picks`)
    await page.getByText(`${PICKS} picks · each is kept 20 hours`).waitFor()
    const devtools = await context.newCDPSession(page)
    const rows: Row[] = []
    for (const [rate, speed] of [
      [1, 'full processor'] as const,
      [CPU_FACTOR, 'processor at a quarter'] as const,
    ]) {
      await page.evaluate(() => scrollTo(0, 0))
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      const frames = await recordFrames(page, () => scrollBoard(page, devtools))
      rows.push(...frameRows(`${speed}, ${PICKS} picks scrolled`, frames, rate > 1))
    }
    return rows
  } finally {
    await browser.close()
    await site.close()
  }
}
