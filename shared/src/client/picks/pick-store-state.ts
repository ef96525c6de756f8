import type { PickRow } from '../../contracts/pick-row.ts'
import { isRefusal, wordsOf } from './picks-error.ts'

export interface PicksState {
  phase: 'loading' | 'ready' | 'error'
  /** Newest first; a row stays the same object while nothing about it changes. */
  rows: readonly PickRow[]
  /** Whose list it is: the server's, or this device's copy of it. */
  where: 'server' | 'device'
  /** Why the server does not have all of it ('Server sync failed: {status}'), or did not give it; null where it does. */
  failure: string | null
  /** Message of the last operation that failed, in the words of specification 1 §8. */
  error: string | null
  /** Entries of this device's storage that could not be read and lie apart. */
  setAside: number
  /** Writes that the server has not confirmed. */
  unsent: number
}

export const LOADING: PicksState = {
  phase: 'loading',
  rows: [],
  where: 'server',
  failure: null,
  error: null,
  setAside: 0,
  unsent: 0,
}

/** Why the server could not be used: its own words where it refused, else 'Server sync failed: {status}'. */
export function failureOf(thrown: unknown): string {
  if (isRefusal(thrown)) return wordsOf(thrown, 'Failed to save picks')
  const status = (thrown as { status?: number | null } | null)?.status
  if (status === undefined || status === null) return 'Server sync failed: unreadable answer'
  return `Server sync failed: ${status || 'no connection'}`
}

/** The banner over picks that are not, or not all, on the server; null where there is nothing to say. */
export function storeBanner({ where, failure }: PicksState): string | null {
  if (failure === null) return null
  return where === 'device' ? `Showing picks saved on this device. ${failure}` : failure
}

/** '2 picks could not be read'. */
export const setAsideWords = (count: number): string =>
  `${count} ${count === 1 ? 'pick' : 'picks'} could not be read`

/** Takes over the row objects of `before` wherever nothing about them has changed, so that no card draws anew. */
export function createSteadyRows(): (rows: readonly PickRow[]) => readonly PickRow[] {
  let known = new Map<string, { text: string; row: PickRow }>()
  let last: readonly PickRow[] = []
  return (rows) => {
    const next = new Map<string, { text: string; row: PickRow }>()
    for (const row of rows) {
      const before = known.get(row.id)
      const text = before?.row === row ? before.text : JSON.stringify(row)
      next.set(row.id, before?.text === text ? before : { text, row })
    }
    known = next
    const steady = [...next.values()].map(({ row }) => row)
    if (steady.length !== last.length || steady.some((row, place) => row !== last[place])) last = steady
    return last
  }
}
