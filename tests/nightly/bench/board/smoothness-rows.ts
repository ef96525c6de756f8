import type { CDPSession, Page } from '@playwright/test'
import * as z from 'zod'
import type { Row } from '../row.ts'
import type { BoardEnvironment } from './environment.ts'
import { type Frames, frameRows, mean, p95, recordFrames, timesRow, worst } from './frames.ts'
import {
  dragLine,
  elementsPerRow,
  openBlankPage,
  openDetail,
  openStaticCards,
  rest,
  scrollBoard,
  scrollEveryRow,
} from './move-page.ts'

/** Trace event names of Chromium: the main thread of a page, and a task on it. */
const PAGE_THREAD = 'CrRendererMain'
const TASK = 'RunTask'
const TRACED = ['disabled-by-default-devtools.timeline']
const MICROSECONDS_PER_MS = 1_000

const traceEventSchema = z.object({
  ph: z.string(),
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional() }).catch({}),
})

export interface ThreadTime {
  /** CPU time of the main threads of all pages in ms. */
  totalMs: number
  /** CPU time of the longest task. */
  longestMs: number
}

/**
 * Measures the CPU time of the main threads during `work`. Unlike frame times it is independent of other load
 * on the machine. Valid only without simulated CPU slowdown, which is counted as CPU time.
 */
export async function measureThreadTime(page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser to trace')
  const devtools = await browser.newBrowserCDPSession()
  const events: unknown[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...value)
  })
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: TRACED },
  })
  try {
    await work()
  } finally {
    await devtools.send('Tracing.end')
    await complete
    await devtools.detach()
  }
  const read = events.flatMap((event) => traceEventSchema.safeParse(event).data ?? [])
  const threads = new Set(
    read
      .filter(({ name, args }) => name === 'thread_name' && args.name === PAGE_THREAD)
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = read.flatMap(({ ph, name, pid, tid, tdur = 0 }) =>
    ph === 'X' && name === TASK && threads.has(`${pid}/${tid}`) ? [tdur / MICROSECONDS_PER_MS] : [],
  )
  if (tasks.length === 0) throw new Error('the trace contains no task of the page')
  return { totalMs: tasks.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...tasks) }
}

const CPU_FACTOR = 4
const ROUNDS = 3

const PAGES = {
  blank: 'a blank page scrolled',
  still: 'the same cards without code scrolled',
  board: '300 cards scrolled',
} as const
const SPEEDS = [
  { rate: 1, speed: 'full processor' },
  { rate: CPU_FACTOR, speed: 'processor at a quarter' },
] as const

const mergeFrames = (recordings: readonly Frames[]): Frames => ({
  gaps: recordings.flatMap(({ gaps }) => gaps),
  long: recordings.flatMap(({ long }) => long),
})

/** Records the frames of `work` with a CPU slowdown by the factor `rate`. */
async function framesAt(page: Page, rate: number, work: (devtools: CDPSession) => Promise<void>) {
  const devtools = await page.context().newCDPSession(page)
  await page.bringToFront()
  await page.evaluate(() => scrollTo(0, 0))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  try {
    return await recordFrames(page, () => work(devtools))
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
  }
}

/** Measures a scroll in CPU time, which is independent of other load on the machine. */
async function threadRows(page: Page, what: string): Promise<Row[]> {
  await page.bringToFront()
  await page.evaluate(() => scrollTo(0, 0))
  const devtools = await page.context().newCDPSession(page)
  const { totalMs, longestMs } = await measureThreadTime(page, () => scrollBoard(page, devtools))
  await devtools.detach()
  return [
    { what: `processor time, ${what}: the page’s thread`, value: totalMs, unit: 'ms' },
    { what: `processor time, ${what}: longest piece`, value: longestMs, unit: 'ms' },
  ]
}

/** Processor time of the parts of a scroll that renders every row, by the counters of Chromium. */
const SCROLL_PARTS = {
  LayoutDuration: 'layout',
  RecalcStyleDuration: 'style',
  ScriptDuration: 'script',
  TaskDuration: 'all tasks',
} as const

/** Measures what the rows of the board cost: their elements, and the processor time of rendering all of them. */
async function rowCostRows(page: Page): Promise<Row[]> {
  await page.bringToFront()
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
  const parts = Object.entries(SCROLL_PARTS).map(([name, part]) => ({
    what: `processor time, every row scrolled into view: ${part}`,
    value: 1_000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0)),
    unit: 'ms',
  }))
  return [{ what: 'elements of a row (mean)', value: await elementsPerRow(page), unit: 'elements' }, ...parts]
}

/**
 * Measures scrolling of the board, of a blank page of the same height, and of the same cards without scripts.
 * The comparison separates the cost of the product from that of the machine.
 */
async function scrollRows(board: Page): Promise<Row[]> {
  const pages = { blank: await openBlankPage(board), still: await openStaticCards(board), board }
  const names = Object.keys(PAGES) as (keyof typeof PAGES)[]
  const rows: Row[] = []
  for (const { rate, speed } of SPEEDS) {
    const found = { blank: [] as Frames[], still: [] as Frames[], board: [] as Frames[] }
    // Alternating, so that other load on the machine affects all pages.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of names) {
        const page = pages[name]
        found[name].push(await framesAt(page, rate, (devtools) => scrollBoard(page, devtools)))
      }
    }
    const frames = {
      blank: mergeFrames(found.blank),
      still: mergeFrames(found.still),
      board: mergeFrames(found.board),
    }
    for (const name of names)
      rows.push(...frameRows(`${speed}, ${PAGES[name]}`, frames[name], name === 'board'))
    for (const name of ['blank', 'still'] as const) {
      rows.push(
        timesRow(`${speed}, 300 cards against ${name}: mean frame`, frames.board, frames[name], mean),
        timesRow(`${speed}, 300 cards against ${name}: p95`, frames.board, frames[name], p95),
        timesRow(`${speed}, 300 cards against ${name}: worst frame`, frames.board, frames[name], worst),
      )
    }
  }
  for (const name of names) rows.push(...(await threadRows(pages[name], PAGES[name])))
  await pages.blank.close()
  await pages.still.close()
  return rows
}

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
    timesRow(
      'processor at a quarter, the line dragged against rest: p95',
      mergeFrames(drag),
      mergeFrames(idle),
      p95,
    ),
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
