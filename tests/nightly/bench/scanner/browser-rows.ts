import type { Browser, Page } from '@playwright/test'
import { createDataService, emptyUpstream, TEST_SECRET_KEY } from '@propsight/api/testing'
import { dashboard, openWithSession } from '../../../support/accounts/session.ts'
import { BOARD_DAY, startGeneratedOdds } from '../../../support/odds/generated-odds.ts'
import { SITE_CLOCK, startTestSite } from '../../../support/product/test-site.ts'
import { launch } from '../federation/measure.ts'
import { atMost, figure, type Row } from '../row.ts'
import { median, percentile } from '../statistics.ts'

const VIEWPORT = { width: 1_440, height: 900 }
const PROPS = 504
const VISITS = 7
const FIRST_ROWS_BUDGET_MS = 400
const KEYSTROKE_BUDGET_MS = 50
/** Each key changes the shown rows. */
const SEARCH = 'batter a nyy'
const SEARCHES = 3

/** Runs in the page: records the time from the click on a link to the frame that shows the first row. */
function recordFirstRow() {
  let clickedAt = 0
  document.addEventListener('click', () => (clickedAt ||= performance.now()), { capture: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-card]')) return
    observer.disconnect()
    requestAnimationFrame(() => Object.assign(globalThis, { firstRowMs: performance.now() - clickedAt }))
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Runs in the page: records the time from each input event to the end of the frame that shows its result. */
function recordKeystrokes() {
  const keystrokes: number[] = []
  Object.assign(globalThis, { keystrokes })
  document.addEventListener(
    'input',
    ({ timeStamp }) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => keystrokes.push(performance.now() - timeStamp)
      // A message that is sent in a frame arrives after its layout and painting.
      requestAnimationFrame(() => port2.postMessage(null))
    },
    { capture: true },
  )
}

/** Opens the scanner from the Dashboard, with its code preloaded by hovering. @returns ms until the first row */
async function openScanner(page: Page): Promise<number> {
  const link = page.getByRole('link', { name: 'AI Odds Scanner' }).filter({ visible: true }).first()
  await link.hover()
  await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/bundles/scanner/') && name.includes('/async/')),
    null,
    { polling: 100 },
  )
  await page.evaluate(recordFirstRow)
  await link.click()
  const shown = await page.waitForFunction(() => Reflect.get(globalThis, 'firstRowMs'), null, { polling: 50 })
  return Number(await shown.jsonValue())
}

/** Waits until the frames of all inputs were shown. */
const settle = (page: Page, inputs: number) =>
  page.waitForFunction(
    (count) => (Reflect.get(globalThis, 'keystrokes') as number[]).length === count,
    inputs,
  )

/**
 * Types into the search and clears it again. A key that is pressed before the frame of the key before it also waits
 * for that one: a person who types ten letters a second leaves 100 ms between two keys.
 * @returns ms of each keystroke, typed key by key, and all at once
 */
async function typeSearches(page: Page): Promise<{ paced: number[]; atOnce: number[] }> {
  const search = page.getByRole('searchbox', { name: 'Search players or games' })
  const read = () => page.evaluate(() => Reflect.get(globalThis, 'keystrokes') as number[])
  await page.evaluate(recordKeystrokes)
  let inputs = 0
  for (let count = 0; count < SEARCHES; count += 1) {
    for (const key of SEARCH) {
      await search.pressSequentially(key)
      inputs += 1
      await settle(page, inputs)
    }
    await search.fill('')
    inputs += 1
    await settle(page, inputs)
  }
  const paced = await read()
  await search.pressSequentially(SEARCH)
  await settle(page, inputs + SEARCH.length)
  return { paced, atOnce: (await read()).slice(inputs) }
}

/** Measures the board of 504 props at eight books in a browser, on the built bundles, with warm caches of the API. */
export async function browserRows(): Promise<Row[]> {
  const site = await startTestSite({ upstream: () => emptyUpstream })
  let browser: Browser | null = null
  let generated: Awaited<ReturnType<typeof startGeneratedOdds>> | null = null
  try {
    const data = createDataService({ url: site.url, secretKey: TEST_SECRET_KEY })
    generated = await startGeneratedOdds({ ...BOARD_DAY, now: SITE_CLOCK.replace('frozen:', '') }, data)
    await generated.ingest()
    const api = await site.instance({ upstream: generated.upstream, env: { ODDS: 'on' } })
    const user = await site.newUser()
    browser = await launch()
    const firstRows: number[] = []
    const paced: number[] = []
    const atOnce: number[] = []
    // The first visit warms the caches of the API and is not measured.
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
      await openWithSession(page, api.url, user)
      await dashboard(page).waitFor()
      const ms = await openScanner(page)
      await page.getByText(`${PROPS} props`, { exact: true }).waitFor()
      const typed = await typeSearches(page)
      if (visit > 0) {
        firstRows.push(ms)
        paced.push(...typed.paced)
        atOnce.push(...typed.atOnce)
      }
      await page.context().close()
    }
    return [
      atMost(
        `browser, click to first rows of ${PROPS} props, warm (median of ${VISITS})`,
        median(firstRows),
        FIRST_ROWS_BUDGET_MS,
      ),
      figure('browser, click to first rows, worst', Math.max(...firstRows)),
      figure(`browser, keystroke of the search to its frame (median of ${paced.length})`, median(paced)),
      atMost(
        'browser, keystroke of the search to its frame (p95)',
        percentile(paced, 0.95),
        KEYSTROKE_BUDGET_MS,
      ),
      figure('the same, all keys pressed at once (p95)', percentile(atOnce, 0.95)),
    ]
  } finally {
    await browser?.close()
    await generated?.close()
    await site.close()
  }
}
