import { checkBundleSizes } from '@propsight/tools/testing'
import { atMost, figure, type Row } from '../row.ts'
import { median } from '../statistics.ts'
import { type BoardEnvironment, startBoardEnvironment } from './environment.ts'
import { smoothnessRows } from './smoothness-rows.ts'

/** Times in ms from the click on Analyze to the frame that shows the result. */
interface Ranked {
  lines: number
  /** The first card with figures of a player. */
  firstCardMs: number
  /** All lines ranked. */
  completeMs: number
}

interface Timestamps {
  clicked?: number
  first?: number
  complete?: number
}

/** Runs in the page: records the click, and the frames after the first real card and after the last rank. */
function recordTimestamps() {
  const timestamps: Timestamps = {}
  Object.assign(globalThis, { timestamps })
  document.addEventListener(
    'click',
    () => {
      timestamps.clicked ??= performance.now()
    },
    { capture: true },
  )
  const checkPage = () => {
    // Placeholders of players that are still loading have no card.
    const card = timestamps.first === undefined && document.querySelector('[data-card]')
    const complete =
      timestamps.complete === undefined &&
      document.querySelector('[role=progressbar][aria-label="Complete!"]')
    if (!card && !complete) return
    requestAnimationFrame(() => {
      if (card) timestamps.first ??= performance.now()
      if (complete) timestamps.complete ??= performance.now()
    })
  }
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] }
  new MutationObserver(checkPage).observe(document.body, changes)
}

/** Runs one analysis in a new profile, on an API with warm caches. */
async function clickToRanked(environment: BoardEnvironment, category: string): Promise<Ranked> {
  const page = await environment.ready(category)
  try {
    await page.evaluate(recordTimestamps)
    const lines = await environment.rank(page)
    await page.waitForFunction(
      () => (globalThis as { timestamps?: Timestamps }).timestamps?.complete !== undefined,
    )
    const timestamps = await page.evaluate(() => (globalThis as { timestamps?: Timestamps }).timestamps ?? {})
    const since = (at: number | undefined) => (at ?? Number.NaN) - (timestamps.clicked ?? Number.NaN)
    return { lines, firstCardMs: since(timestamps.first), completeMs: since(timestamps.complete) }
  } finally {
    await page.context().close()
  }
}

const WARM_VISITS = 5
const FIRST_CARD_BUDGET_MS = 250
const COMPLETE_BUDGET_MS = 600

/** Measures a long board in a browser: time until it is ranked, smoothness of scrolling, bundle sizes. */
export async function browserRows(category: string): Promise<Row[]> {
  const environment = await startBoardEnvironment()
  try {
    // The first visit warms the caches of the API and is not measured.
    await clickToRanked(environment, category)
    const visits: Ranked[] = []
    for (let count = 0; count < WARM_VISITS; count += 1)
      visits.push(await clickToRanked(environment, category))
    const first = median(visits.map(({ firstCardMs }) => firstCardMs))
    const complete = median(visits.map(({ completeMs }) => completeMs))
    return [
      figure('browser, lines of the board', visits[0]?.lines ?? 0, 'lines'),
      atMost('browser, click to first card, warm (p50)', first, FIRST_CARD_BUDGET_MS),
      atMost('browser, click to Complete!, warm (p50)', complete, COMPLETE_BUDGET_MS),
      ...(await smoothnessRows(environment, category)),
      ...checkBundleSizes().filter(({ what }) => what.startsWith('remote analysis')),
    ]
  } finally {
    await environment.close()
  }
}
