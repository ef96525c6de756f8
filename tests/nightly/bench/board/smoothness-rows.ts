import type { CDPSession, Page } from '@playwright/test'
import { figure, type Row } from '../row.ts'
import type { BoardEnvironment } from './environment.ts'
import { type Frames, frameRows, recordFrames } from './frames.ts'
import { dragLine, elementsPerRow, openDetail, rest, scrollBoard, scrollEveryRow } from './move-page.ts'

const CPU_FACTOR = 4
const ROUNDS = 3
const SPEEDS = [
  { rate: 1, speed: 'full processor' },
  { rate: CPU_FACTOR, speed: 'processor at a quarter' },
] as const

/** Records the frames of `work` in several rounds, with a CPU slowdown by the factor `rate`. */
async function framesAt(page: Page, rate: number, work: (devtools: CDPSession) => Promise<void>) {
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(() => scrollTo(0, 0))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  try {
    return await recordFrames(page, () => work(devtools))
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
  }
}

const mergeFrames = (recordings: readonly Frames[]): Frames => ({
  gaps: recordings.flatMap(({ gaps }) => gaps),
  long: recordings.flatMap(({ long }) => long),
})

/** Processor time of the parts of a scroll that renders every row, by the counters of Chromium. */
const SCROLL_PARTS = {
  LayoutDuration: 'layout',
  RecalcStyleDuration: 'style',
  ScriptDuration: 'script',
  TaskDuration: 'all tasks',
} as const

/** Measures what the rows of the board cost: their elements, and the processor time of rendering all of them. */
async function rowCostRows(page: Page): Promise<Row[]> {
  await page.evaluate(() => scrollTo(0, 0))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  await scrollEveryRow(page)
  const after = await read()
  await devtools.detach()
  const parts = Object.entries(SCROLL_PARTS).map(([name, part]) =>
    figure(
      `processor time, every row scrolled into view: ${part}`,
      1_000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0)),
    ),
  )
  return [figure('elements of a row (mean)', await elementsPerRow(page), 'elements'), ...parts]
}

async function scrollRows(page: Page): Promise<Row[]> {
  const rows: Row[] = []
  for (const { rate, speed } of SPEEDS) {
    const found: Frames[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      found.push(await framesAt(page, rate, (devtools) => scrollBoard(page, devtools)))
    rows.push(...frameRows(`${speed}, 300 cards scrolled`, mergeFrames(found), true))
  }
  return rows
}

/** The page at rest shows how regular the frames of this machine are. */
async function dragRows(page: Page): Promise<Row[]> {
  const idle: Frames[] = []
  const drag: Frames[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await framesAt(page, CPU_FACTOR, () => rest(page)))
    await openDetail(page)
    drag.push(await framesAt(page, CPU_FACTOR, () => dragLine(page)))
    await page.goBack()
    await page.locator('ol h3').first().waitFor()
  }
  return [
    ...frameRows('processor at a quarter, page at rest', mergeFrames(idle), false),
    ...frameRows('processor at a quarter, the line dragged', mergeFrames(drag), true),
  ]
}

/** Measures how smoothly the board scrolls and the line of a player's chart is dragged. */
export async function smoothnessRows(environment: BoardEnvironment, category: string): Promise<Row[]> {
  const page = await environment.ready(category)
  try {
    await environment.rank(page)
    return [...(await rowCostRows(page)), ...(await scrollRows(page)), ...(await dragRows(page))]
  } finally {
    await page.context().close()
  }
}
