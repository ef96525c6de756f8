import type { BrowserContext, TestInfo } from '@playwright/test'

/** Responsiveness of the pages of one test: the worst value of each figure. */
export interface Responsiveness {
  /** Largest session window of unexpected layout shifts, as in CLS (no unit). */
  cls: number
  /** Path of the screen with the largest shifts, and the elements that moved in each of them: x y width height. */
  clsAt: string
  /** Longest task of the main thread, and the number of tasks over 50 ms. */
  longestTaskMs: number
  longTasks: number
  /** Slowest interaction until the next paint (the maximum; INP takes the 98th percentile). */
  interactionMs: number
  interactionAt: string
}

/** Type of the Playwright annotation that carries the figures. */
export const RESPONSIVENESS = 'responsiveness'
/** Budget of every test. A good CLS is at most 0.1: https://web.dev/articles/cls. */
export const CLS_BUDGET = 0.02
const BINDING = 'reportResponsiveness'

type ObservedEntry =
  | { kind: 'cls'; value: number; at: string }
  | { kind: 'task'; value: number }
  | { kind: 'interaction'; value: number; at: string }

interface ShiftSource {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: ShiftSource[]
}

declare global {
  interface Window {
    reportResponsiveness?: (entry: ObservedEntry) => void
  }
}

/**
 * Runs in the page: performance observers that report each entry to the test. CLS uses session windows of at
 * most 5 s with gaps under 1 s: https://web.dev/articles/cls.
 */
function observe(): void {
  const GAP_MS = 1_000
  const WINDOW_MS = 5_000
  /** Shifts this soon after an input are expected: https://web.dev/articles/cls. */
  const INPUT_MS = 500
  /** Default threshold of the Event Timing API. */
  const LEAST_EVENT_MS = 104
  if (window !== top) return
  const report = (entry: ObservedEntry) => window.reportResponsiveness?.(entry)
  const watch = (type: string, handle: (entries: PerformanceEntry[]) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    const options = { type, buffered: true, durationThreshold: LEAST_EVENT_MS }
    new PerformanceObserver((list) => handle(list.getEntries())).observe(options)
  }
  // `fill` and `selectOption` of Playwright press no key and no button, so the browser does not exclude the shifts
  // that follow them.
  let scriptedInput = Number.NEGATIVE_INFINITY
  for (const type of ['input', 'change'])
    document.addEventListener(
      type,
      ({ timeStamp }) => {
        scriptedInput = timeStamp
      },
      { capture: true },
    )
  const describe = ({ node, previousRect, currentRect }: ShiftSource) => {
    const element = node instanceof Element ? node : node?.parentElement
    const name = element ? `${element.localName}.${element.getAttribute('class') ?? ''}` : 'removed'
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    return `${name} ${place(previousRect)} → ${place(currentRect)}`
  }
  let sum = 0
  let sources: string[] = []
  let first = 0
  let last = 0
  watch('layout-shift', (entries) => {
    for (const entry of entries as LayoutShift[]) {
      const { startTime, value } = entry
      if (entry.hadRecentInput || startTime - scriptedInput < INPUT_MS) continue
      const same = startTime - last < GAP_MS && startTime - first < WINDOW_MS
      sum = same ? sum + value : value
      sources = [...(same ? sources : []), `${value.toFixed(4)}: ${entry.sources.map(describe).join(', ')}`]
      if (!same) first = startTime
      last = startTime
      report({
        kind: 'cls',
        value: sum,
        at: `${location.pathname} ${sources.join('; ')}`,
      })
    }
  })
  watch('longtask', (entries) => {
    for (const { duration } of entries) report({ kind: 'task', value: duration })
  })
  watch('event', (entries) => {
    for (const entry of entries as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId)
        report({ kind: 'interaction', value: entry.duration, at: `${entry.name} ${location.pathname}` })
  })
}

/**
 * Observes every page of a context from its first script on.
 * @returns the figures so far, updated in place
 */
export async function observeResponsiveness(context: BrowserContext): Promise<Responsiveness> {
  const responsiveness: Responsiveness = {
    cls: 0,
    clsAt: '',
    longestTaskMs: 0,
    longTasks: 0,
    interactionMs: 0,
    interactionAt: '',
  }
  await context.exposeBinding(BINDING, (_source, entry: ObservedEntry) => {
    if (entry.kind === 'task') {
      responsiveness.longTasks++
      responsiveness.longestTaskMs = Math.max(responsiveness.longestTaskMs, entry.value)
    } else if (entry.kind === 'cls' && entry.value > responsiveness.cls) {
      responsiveness.cls = entry.value
      responsiveness.clsAt = entry.at
    } else if (entry.kind === 'interaction' && entry.value > responsiveness.interactionMs) {
      responsiveness.interactionMs = entry.value
      responsiveness.interactionAt = entry.at
    }
  })
  await context.addInitScript(observe)
  return responsiveness
}

/** Attaches the figures to the test result, for `reporter.ts`. */
export function attachResponsiveness(info: TestInfo, responsiveness: Responsiveness): void {
  info.annotations.push({ type: RESPONSIVENESS, description: JSON.stringify(responsiveness) })
}
