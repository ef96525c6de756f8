import { PARLAY_ALERTS, type ShellApi } from '@propsight/shared/contracts'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { createParlayFlow } from './create-parlay-flow.ts'
import { PARLAY_CALL_KEY, type ParlayFlow, type ParlayState } from './parlay-state.ts'

type CreateFlow = typeof createParlayFlow
type Flow = ReturnType<CreateFlow>

const IDLE: ParlayState = { phase: 'idle' }
const NO_FLOW: Pick<Flow, 'get' | 'subscribe'> = { get: () => IDLE, subscribe: () => () => undefined }

function hasPendingCall(): boolean {
  try {
    return sessionStorage.getItem(PARLAY_CALL_KEY) !== null
  } catch {
    return false
  }
}

/**
 * The parlay flow of this screen. A call that a reload interrupted is resumed automatically.
 * @param load loads the code of the flow, so that opening the screen does not wait for it
 */
export function useParlay(shell: ShellApi, load: () => Promise<CreateFlow>): ParlayFlow {
  const [flow, setFlow] = useState<Flow | null>(null)
  const loading = useRef<Promise<Flow> | null>(null)
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)?.id
  const { subscribe, get } = flow ?? NO_FLOW
  const state = useSyncExternalStore(subscribe, get)
  const busy = state.phase === 'running'
  const open = useMemo(
    () => (): Promise<Flow> => {
      loading.current ??= load().then(
        (create) => {
          const made = create(shell)
          setFlow(made)
          return made
        },
        (error: unknown) => {
          loading.current = null
          throw error
        },
      )
      return loading.current
    },
    [shell, load],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another user, who has other calls
  useEffect(() => {
    let isUnmounted = false
    const resume = async () => {
      const opened = await open()
      if (!isUnmounted) await opened.resume()
    }
    // If the code cannot be loaded, the stored call is kept for the next visit.
    if (hasPendingCall()) void resume().catch(() => undefined)
    return () => {
      isUnmounted = true
      void loading.current?.then((opened) => opened.suspend())
    }
  }, [open, user])
  useEffect(() => shell.registerUnsavedWork(() => get().phase === 'running'), [shell, get])
  return useMemo(() => {
    const notLoaded = () => shell.notify({ message: PARLAY_ALERTS.failed, tone: 'low' })
    return {
      state,
      busy,
      start: (request) => void open().then((opened) => opened.start(request), notLoaded),
      confirm: () => void flow?.confirm(),
      retry: () => void flow?.retry(),
      cancel: () => flow?.cancel(),
      close: () => flow?.close(),
    }
  }, [open, flow, state, busy, shell])
}
