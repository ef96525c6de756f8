import { loadavg } from 'node:os'
import { checkBundleSizes } from '@propsight/tools/testing'
import type { Row } from '../row.ts'
import { type BoardEnvironment, startBoardEnvironment } from './environment.ts'
import { at, within } from './frames.ts'
import { smoothnessRows } from './smoothness-rows.ts'

/** Times in ms from the click on Analyze to the frame that shows the result. */
export interface Ranked {
  lines: number
  /** The first card with figures of a player. */
  firstCardMs: number
  /** All lines ranked. */
  completeMs: number
}

interface Watching {
  clicked?: number
  first?: number
  complete?: number
}

/** Runs in the page: records the click, and the frames after the first real card and after the last rank. */
function watch() {
  const noted: Watching = {}
  Object.assign(globalThis, { noted })
  document.addEventListener(
    'click',
    () => {
      noted.clicked ??= performance.now()
    },
    { capture: true },
  )
  const look = () => {
    // Placeholders of players that are still loading have no card.
    const card = noted.first === undefined && document.querySelector('[data-card]')
    const complete =
      noted.complete === undefined && document.querySelector('[role=progressbar][aria-label="Complete!"]')
    if (!card && !complete) return
    requestAnimationFrame(() => {
      if (card) noted.first ??= performance.now()
      if (complete) noted.complete ??= performance.now()
    })
  }
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] }
  new MutationObserver(look).observe(document.body, changes)
}

/** Runs one analysis in a new profile, on an API with warm caches. */
export async function clickToRanked(stage: BoardEnvironment, category: string): Promise<Ranked> {
  const page = await stage.ready(category)
  try {
    await page.evaluate(watch)
    const lines = await stage.rank(page)
    await page.waitForFunction(() => (globalThis as { noted?: Watching }).noted?.complete !== undefined)
    const noted = await page.evaluate(() => (globalThis as { noted?: Watching }).noted ?? {})
    const since = (at: number | undefined) => (at ?? Number.NaN) - (noted.clicked ?? Number.NaN)
    return { lines, firstCardMs: since(noted.first), completeMs: since(noted.complete) }
  } finally {
    await page.context().close()
  }
}

const WARM_VISITS = 5
const FIRST_CARD_BUDGET_MS = 400
const COMPLETE_BUDGET_MS = 1_000

/** Measures a long board in a browser: time until it is ranked, smoothness of scrolling, bundle sizes. */
export async function browserRows(category: string): Promise<Row[]> {
  const stage = await startBoardEnvironment()
  try {
    // The first visit warms the caches of the API and is not measured.
    await clickToRanked(stage, category)
    const visits = []
    for (let count = 0; count < WARM_VISITS; count += 1) visits.push(await clickToRanked(stage, category))
    const [visit] = visits
    const first = at(
      visits.map(({ firstCardMs }) => firstCardMs),
      0.5,
    )
    const complete = at(
      visits.map(({ completeMs }) => completeMs),
      0.5,
    )
    return [
      { what: 'load average of the machine (1 min)', value: loadavg()[0] ?? 0, unit: '' },
      { what: 'browser, lines of the board', value: visit?.lines ?? 0, unit: 'lines' },
      within('browser, click to first card, warm (p50)', first, FIRST_CARD_BUDGET_MS),
      within('browser, click to Complete!, warm (p50)', complete, COMPLETE_BUDGET_MS),
      ...(await smoothnessRows(stage, category)),
      ...checkBundleSizes().filter(({ what }) => what.startsWith('remote analysis')),
    ]
  } finally {
    await stage.close()
  }
}
