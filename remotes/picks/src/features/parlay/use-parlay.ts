import type { ShellApi } from '@propsight/shared/contracts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createParlayFlow } from './create-parlay-flow.ts'
import type { ParlayFlow } from './parlay-flow.ts'

/** The parlay flow of this screen. A call that a reload cut off goes on by itself. */
export function useParlay(shell: ShellApi): ParlayFlow {
  const flow = useMemo(() => createParlayFlow(shell), [shell])
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)?.id
  const state = useSyncExternalStore(flow.subscribe, flow.get)
  const busy = state.phase === 'running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's call is not this one's
  useEffect(() => {
    void flow.resume()
    return () => flow.leave()
  }, [flow, user])
  useEffect(() => shell.registerUnsavedWork(() => flow.get().phase === 'running'), [shell, flow])
  return useMemo(
    () => ({
      state,
      busy,
      start: (request) => void flow.start(request),
      retry: () => void flow.retry(),
      cancel: () => flow.cancel(),
      close: () => flow.close(),
    }),
    [flow, state, busy],
  )
}
