import type { createStore } from 'jotai'
import { IDLE, type RunRequest, type RunState, runKey, runsAtom } from '../../state/run.ts'

type Store = ReturnType<typeof createStore>
export type Which = Pick<RunRequest, 'feature' | 'category'>

/** Reads and writes the states of the runs in the store, by mode and category. */
export function runStore(store: Store) {
  const stateOf = ({ feature, category }: Which): RunState =>
    store.get(runsAtom).get(runKey(feature, category)) ?? IDLE
  const write = ({ feature, category }: Which, state: RunState): void =>
    store.set(runsAtom, new Map(store.get(runsAtom)).set(runKey(feature, category), state))
  const change = (which: Which, part: Partial<RunState>): void => write(which, { ...stateOf(which), ...part })
  return { stateOf, write, change }
}
