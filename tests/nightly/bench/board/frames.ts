import type { Page } from '@playwright/test'
import { atMost, figure, type Row } from '../row.ts'
import { percentile } from '../statistics.ts'

const FRAME_BUDGET_MS = 50
/** Maximum number of long frames that are printed with their causes. */
const PRINTED_FRAMES = 6

/** Figures of the frames during one movement. @param budgeted whether the worst frame has a budget */
export function frameRows(what: string, { gaps, long }: Frames, budgeted: boolean): Row[] {
  for (const { ms, by } of long.slice(0, PRINTED_FRAMES)) {
    process.stderr.write(`  ${what}: ${Math.round(ms)} ms: ${by.join('; ')}\n`)
  }
  const worst = Math.max(...gaps)
  return [
    figure(`${what}: frames`, gaps.length, 'frames'),
    budgeted ? atMost(`${what}: worst frame`, worst, FRAME_BUDGET_MS) : figure(`${what}: worst frame`, worst),
    figure(`${what}: p95`, percentile(gaps, 0.95)),
    figure(`${what}: over 50 ms`, gaps.filter((gap) => gap > FRAME_BUDGET_MS).length, 'frames'),
    figure(`${what}: long frames of the page’s own making`, long.length, 'frames'),
  ]
}

export interface Frames {
  /** Times between consecutive frames in ms. */
  gaps: number[]
  /** Long animation frames (over 50 ms) with their scripts. */
  long: { ms: number; by: string[] }[]
}

interface ScriptTiming {
  duration: number
  invoker: string
  sourceFunctionName: string
}

interface LongFrame extends PerformanceEntry {
  scripts: ScriptTiming[]
  styleAndLayoutStart: number
}

interface Recorder {
  stop(): Frames
}

/**
 * Runs in the page: records the time of every frame by requestAnimationFrame, and the long animation frames.
 */
function record() {
  const times: number[] = []
  const long: Frames['long'] = []
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as LongFrame[]) {
      const layout = entry.startTime + entry.duration - entry.styleAndLayoutStart
      const scripts = entry.scripts.map(
        ({ duration, invoker, sourceFunctionName }) =>
          `${invoker} ${sourceFunctionName} ${Math.round(duration)} ms`,
      )
      long.push({ ms: entry.duration, by: [...scripts, `style and layout ${Math.round(layout)} ms`] })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'long-animation-frame' })
  let frame = requestAnimationFrame(function next(now) {
    times.push(now)
    frame = requestAnimationFrame(next)
  })
  const recorder: Recorder = {
    stop() {
      cancelAnimationFrame(frame)
      note(observer.takeRecords())
      observer.disconnect()
      return { gaps: times.slice(1).map((now, at) => now - (times[at] ?? now)), long }
    },
  }
  Object.assign(globalThis, { recorder })
}

/** Records the frames of a page during `work`. */
export async function recordFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(record)
  await work()
  return page.evaluate(() => (globalThis as unknown as { recorder: Recorder }).recorder.stop())
}
