import { loadavg } from 'node:os'
import { checkWeights } from '../../../scripts/check-weights.ts'
import type { Row } from '../../../scripts/lib/bench-row.ts'
import { clickToRanked } from './click-to-ranked.ts'
import { type Frames, framesDuring } from './frames.ts'
import { dragLine, openDetail, rest, scrollBoard } from './moves.ts'
import { type BoardStage, startBoardStage } from './stage.ts'

const WARM_VISITS = 5
const FIRST_CARD_BUDGET_MS = 400
const COMPLETE_BUDGET_MS = 1_000
const FRAME_BUDGET_MS = 50
const CPU_FACTOR = 4
const ROUNDS = 3
/** Long frames that are told in words, so that what held them up can be found. */
const TOLD_FRAMES = 6

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

const within = (what: string, value: number, budget: number): Row => ({
  ...{ what, value, unit: 'ms', budget, ok: value < budget },
})

function frameRows(what: string, { gaps, long }: Frames, held: boolean): Row[] {
  const worst = Math.max(...gaps)
  for (const { ms, by } of long.slice(0, TOLD_FRAMES)) {
    process.stderr.write(`  ${what}: ${Math.round(ms)} ms: ${by.join('; ')}\n`)
  }
  return [
    { what: `${what}: frames`, value: gaps.length, unit: 'frames' },
    held
      ? within(`${what}: worst frame`, worst, FRAME_BUDGET_MS)
      : { what: `${what}: worst frame`, value: worst, unit: 'ms' },
    { what: `${what}: p95`, value: at(gaps, 0.95), unit: 'ms' },
    {
      what: `${what}: over 50 ms`,
      value: gaps.filter((gap) => gap > FRAME_BUDGET_MS).length,
      unit: 'frames',
    },
    { what: `${what}: long frames of the page’s own making`, value: long.length, unit: 'frames' },
  ]
}

async function moveRows(stage: BoardStage, category: string): Promise<Row[]> {
  const page = await stage.ready(category)
  try {
    await stage.rank(page)
    const devtools = await page.context().newCDPSession(page)
    const frames = { idle: [] as Frames[], scroll: [] as Frames[], drag: [] as Frames[] }
    // In turns, so that another's work on this machine falls on all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_FACTOR })
      frames.idle.push(await framesDuring(page, () => rest(page)))
      frames.scroll.push(await framesDuring(page, () => scrollBoard(page, devtools)))
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await openDetail(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_FACTOR })
      frames.drag.push(await framesDuring(page, () => dragLine(page)))
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.goBack()
      await page.locator('ol h3').first().waitFor()
    }
    const all = (some: readonly Frames[]): Frames => ({
      gaps: some.flatMap(({ gaps }) => gaps),
      long: some.flatMap(({ long }) => long),
    })
    return [
      ...frameRows('processor at a quarter, page at rest', all(frames.idle), false),
      ...frameRows('processor at a quarter, 300 cards scrolled', all(frames.scroll), true),
      ...frameRows('processor at a quarter, the line dragged', all(frames.drag), true),
    ]
  } finally {
    await page.context().close()
  }
}

/** What somebody at a browser sees of a long board: how soon it is there, how evenly it moves, what it weighs. */
export async function browserRows(category: string): Promise<Row[]> {
  const stage = await startBoardStage()
  try {
    // The first reads the day into the API; the others are measured.
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
      ...checkWeights().filter(({ what }) => what.startsWith('remote analysis')),
    ]
  } finally {
    await stage.close()
  }
}
