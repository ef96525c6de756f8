import type { BrowserContext, TestInfo } from '@playwright/test'

/** Responsiveness of the pages of one test: the worst value of each figure. */
export interface Responsiveness {
  /** Largest session window of unexpected layout shifts, as in CLS (no unit). */
  cls: number
  /** Path of the screen with the largest shift. */
  clsAt: string
  /** Longest task of the main thread, and the number of tasks over 50 ms. */
  longestTaskMs: number
  longTasks: number
  /** Slowest interaction until the next paint (the maximum; INP takes the 98th percentile). */
  interactionMs: number
  interactionAt: string
}

/** Type of the Playwright annotation that carries the figures. */
export const RESPONSIVENESS = 'feel'
/** Upper limit of a good CLS: https://web.dev/articles/cls. */
export const CLS_BUDGET = 0.1
const BINDING = 'tellFeel'

type ObservedEntry =
  | { kind: 'cls'; value: number; at: string }
  | { kind: 'task'; value: number }
  | { kind: 'interaction'; value: number; at: string }

declare global {
  interface Window {
    reportResponsiveness?: (told: ObservedEntry) => void
  }
}

/**
 * Runs in the page: performance observers that report each entry to the test. CLS uses session windows of at
 * most 5 s with gaps under 1 s: https://web.dev/articles/cls.
 */
function observe(): void {
  const GAP_MS = 1_000
  const WINDOW_MS = 5_000
  /** Default threshold of the Event Timing API. */
  const LEAST_EVENT_MS = 104
  if (window !== top) return
  const tell = (told: ObservedEntry) => window.reportResponsiveness?.(told)
  const watch = (type: string, see: (entries: PerformanceEntry[]) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    const options = { type, buffered: true, durationThreshold: LEAST_EVENT_MS }
    new PerformanceObserver((list) => see(list.getEntries())).observe(options)
  }
  let [sum, first, last] = [0, 0, 0]
  watch('layout-shift', (entries) => {
    for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue
      const { startTime, value } = entry
      const same = startTime - last < GAP_MS && startTime - first < WINDOW_MS
      sum = same ? sum + value : value
      if (!same) first = startTime
      last = startTime
      tell({ kind: 'cls', value: sum, at: location.pathname })
    }
  })
  watch('longtask', (entries) => {
    for (const { duration } of entries) tell({ kind: 'task', value: duration })
  })
  watch('event', (entries) => {
    for (const entry of entries as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId)
        tell({ kind: 'interaction', value: entry.duration, at: `${entry.name} ${location.pathname}` })
  })
}

/**
 * Observes every page of a context from its first script on.
 * @returns the figures so far, updated in place
 */
export async function observeResponsiveness(context: BrowserContext): Promise<Responsiveness> {
  const feel: Responsiveness = {
    ...{ cls: 0, clsAt: '', longestTaskMs: 0, longTasks: 0 },
    ...{ interactionMs: 0, interactionAt: '' },
  }
  await context.exposeBinding(BINDING, (_source, told: ObservedEntry) => {
    if (told.kind === 'task') {
      feel.longTasks++
      feel.longestTaskMs = Math.max(feel.longestTaskMs, told.value)
    } else if (told.kind === 'cls' && told.value > feel.cls) {
      feel.cls = told.value
      feel.clsAt = told.at
    } else if (told.kind === 'interaction' && told.value > feel.interactionMs) {
      feel.interactionMs = told.value
      feel.interactionAt = told.at
    }
  })
  await context.addInitScript(observe)
  return feel
}

/** Attaches the figures to the test result, for `feel-reporter.ts`. */
export function attachResponsiveness(info: TestInfo, feel: Responsiveness): void {
  info.annotations.push({ type: RESPONSIVENESS, description: JSON.stringify(feel) })
}
