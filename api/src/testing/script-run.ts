import type { Run, RunsRepository } from '../repositories/runs.ts'
import { fakeDeps } from './fake-deps.ts'
import { TEST_USER } from './test-env.ts'

type State = Run['state'] | 'taken away' | 'database lost'

export interface ScriptedRun {
  readonly runs: RunsRepository
  /** The changes of the run, in order: 'captured', 'released: reason'. */
  readonly ledger: string[]
  /**
   * 'taken away': another request or the sweeper releases the hold before it is captured. 'database lost': the
   * capture fails without an answer.
   */
  state: State
  /** Values of the run. `covers` grows with each delivery. */
  run: Omit<Run, 'state'>
}

/** Keys of players as a delivery of lines records them. */
export const coversOf = (...players: { name: string; team: string; group: string }[]): Set<string> =>
  new Set(players.map(({ name, team, group }) => JSON.stringify([name, team, group])))

/** Runs with a single run of the test user, whose state tests read and change. */
export function scriptRun(id: string, state: State, changes: Partial<Omit<Run, 'state'>> = {}): ScriptedRun {
  const script: ScriptedRun = {
    ledger: [],
    state,
    run: {
      id,
      user_id: TEST_USER,
      feature: 'quick',
      category: 'Hits',
      cost: 1,
      expires_at: '2026-07-15T17:00Z',
      settled_at: null,
      picture: null,
      covers: new Set(),
      additions: new Set(),
      ...changes,
    },
    runs: {
      ...fakeDeps().repositories.runs,
      live: async (runId, userId) => {
        if (runId !== id || userId !== TEST_USER || script.state === 'released') return null
        return { ...script.run, state: script.state === 'captured' ? 'captured' : 'held' }
      },
      deliver: async ({ picture, covers }) => {
        if (script.state === 'database lost') throw new Error('the connection was lost')
        if (script.state === 'taken away') script.state = 'released'
        if (script.state === 'released') return null
        script.run = { ...script.run, picture, covers: new Set([...script.run.covers, ...covers]) }
        if (script.state === 'captured') return 'repeated'
        script.state = 'captured'
        script.ledger.push('captured')
        return 'captured'
      },
      release: async (_, reason) => {
        if (script.state !== 'held') return false
        script.state = 'released'
        script.ledger.push(`released: ${reason}`)
        return true
      },
    },
  }
  return script
}
