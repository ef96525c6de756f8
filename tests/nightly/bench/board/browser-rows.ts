import { loadavg } from 'node:os'
import { checkBundleSizes } from '@propsight/tools/testing'
import type { Row } from '../row.ts'
import { clickToRanked } from './click-to-ranked.ts'
import { at, within } from './figures.ts'
import { moveRows } from './smoothness-rows.ts'
import { startBoardStage } from './environment.ts'

const WARM_VISITS = 5
const FIRST_CARD_BUDGET_MS = 400
const COMPLETE_BUDGET_MS = 1_000

/** Measures a long board in a browser: time until it is ranked, smoothness of scrolling, bundle sizes. */
export async function browserRows(category: string): Promise<Row[]> {
  const stage = await startBoardStage()
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
      ...(await moveRows(stage, category)),
      ...checkBundleSizes().filter(({ what }) => what.startsWith('remote analysis')),
    ]
  } finally {
    await stage.close()
  }
}
