import type { Page } from '@playwright/test'
import * as z from 'zod'

/** Names of the browser's own: the thread of a page, and one piece of work of it. */
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
  /** Milliseconds of processor time of the pages' threads. */
  totalMs: number
  /** The longest piece that nothing could interrupt. */
  longestMs: number
}

/**
 * What the pages' threads take for something, in processor time: unlike a frame's, it stays the same on a machine that
 * does other things beside. Only on a browser at full speed: a slowed one counts its waiting in.
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
