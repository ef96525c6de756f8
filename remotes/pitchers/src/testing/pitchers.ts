import type {
  Line,
  PitcherFacts,
  PitcherPhase,
  PitcherRecord,
  ProbablePitcher,
} from '@propsight/shared/contracts'
import { factsOf, linesOf, pitchersOf } from '../dev/sample-pitchers.ts'

export const DATE = '2026-07-18'
export const PITCHERS: readonly ProbablePitcher[] = pitchersOf(DATE)
export const facts = (pitcher: ProbablePitcher, phase: PitcherPhase): PitcherFacts =>
  factsOf(pitcher, phase, DATE)
export const linesAnswer = (category: unknown) => {
  const players: Line[] = linesOf(String(category), DATE)
  return { players, readAt: new Date().toISOString(), stale: false, skipped: 0 }
}

export const start = (phase: PitcherPhase, pitchers = PITCHERS): PitcherRecord => ({
  ...{ type: 'start', date: DATE, season: 2026, phase },
  pitchers: [...pitchers],
})
export const end = (more: Partial<Extract<PitcherRecord, { type: 'end' }>> = {}): PitcherRecord => ({
  ...{ type: 'end', done: 1, missing: 0, readAt: '2026-07-18T15:00:00Z', stale: false },
  ...more,
})

/** The records of a complete phase, as the server sends them for this request. */
export function stream({ request }: { request: { query?: Record<string, unknown> } }): PitcherRecord[] {
  const phase = request.query?.phase === 'strikeouts' ? 'strikeouts' : 'hits-allowed'
  const skip = new Set(String(request.query?.skip ?? '').split(','))
  const asked = PITCHERS.filter(({ id }) => !skip.has(String(id)))
  return [start(phase), ...asked.map((pitcher) => facts(pitcher, phase)), end()]
}
