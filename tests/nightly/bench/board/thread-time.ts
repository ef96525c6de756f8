import type { Page } from '@playwright/test'
import * as z from 'zod'

/** Trace event names of Chromium: the main thread of a page, and a task on it. */
const PAGE_THREAD = 'CrRendererMain'
const TASK = 'RunTask'
const TRACED = ['disabled-by-default-devtools.timeline']
const MICROSECONDS_PER_MS = 1_000

const traced = z.object({
  ...{ ph: z.string(), name: z.string(), pid: z.number(), tid: z.number() },
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
export async function threadTimeOf(page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser to trace')
  const devtools = await browser.newBrowserCDPSession()
  const events: unknown[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...value))
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
  const read = events.flatMap((event) => traced.safeParse(event).data ?? [])
  const threads = new Set(
    read
      .filter(({ name, args }) => name === 'thread_name' && args.name === PAGE_THREAD)
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = read.flatMap(({ ph, name, pid, tid, tdur = 0 }) =>
    ph === 'X' && name === TASK && threads.has(`${pid}/${tid}`) ? [tdur / MICROSECONDS_PER_MS] : [],
  )
  if (tasks.length === 0) throw new Error('the browser told of no work of the page')
  return { totalMs: tasks.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...tasks) }
}
