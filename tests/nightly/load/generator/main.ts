import { setTimeout as pause } from 'node:timers/promises'
import type { Pick } from '@propsight/shared/contracts'
import { visitAt } from '../visit-mix.ts'
import { arrivalsOf, seededRandom } from './arrivals.ts'
import type { FromGenerator, Order, StepResult, ToGenerator, VisitData } from './messages.ts'
import { VisitFailed } from './send.ts'
import { createTally } from './tally.ts'
import { VISIT_REQUESTS } from './visits.ts'

/** State of a generator process that is kept between steps. */
interface GeneratorState {
  visitData: VisitData
  saved: Map<string, Pick[]>
  refreshTokens: string[]
}

/** Runs the visits of one step at the given pace and waits for the last answer. */
async function run({ visitData, saved, refreshTokens }: GeneratorState, order: Order): Promise<StepResult> {
  const random = seededRandom(order.seed)
  const tally = createTally()
  const context = { visitData, tally, random, saved, refreshTokens }
  const visit = async (since: number) => {
    tally.arrival(performance.now() - since)
    const kind = order.only ?? visitAt(random())
    try {
      await VISIT_REQUESTS[kind](context, since)
      tally.done(kind, performance.now() - since)
    } catch (error) {
      if (error instanceof VisitFailed) tally.failed(error.kind, error.refused)
      else tally.failed(error instanceof Error ? `${kind}: ${error.message}` : kind, false)
    }
  }
  const startedAt = performance.now()
  const visits: Promise<void>[] = []
  if (order.pace.kind === 'open') {
    for (const at of arrivalsOf(order.pace.perSecond, order.seconds, random)) {
      const due = startedAt + at
      // If this process is late, it sends immediately and measures from the time at which the visit was due.
      if (due > performance.now()) await pause(due - performance.now())
      visits.push(visit(due))
    }
  } else {
    const end = startedAt + order.seconds * 1_000
    const visitor = async () => {
      while (performance.now() < end) await visit(performance.now())
    }
    visits.push(...Array.from({ length: order.pace.visitors }, visitor))
  }
  await Promise.all(visits)
  return tally.result()
}

const sendToParent = (message: FromGenerator) => process.send?.(message)
let state: GeneratorState | null = null

process.on('message', (message: ToGenerator) => {
  if (message.type === 'visit-data') {
    state = {
      visitData: message.visitData,
      saved: new Map(),
      refreshTokens: [...message.visitData.refreshTokens],
    }
    sendToParent({ type: 'ready' })
  } else if (state) {
    void run(state, message.order).then((result) => sendToParent({ type: 'result', result }))
  }
})
process.on('disconnect', () => process.exit())
