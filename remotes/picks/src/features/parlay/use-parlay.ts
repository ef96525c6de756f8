import { PARLAY_ALERTS, type Readable, type ShellApi } from '@propsight/shared/contracts'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ParlayCalls } from './parlay-calls.ts'
import { PARLAY_CALL_KEY, type ParlayFlow, type ParlayState } from './parlay-state.ts'

const IDLE: ParlayState = { phase: 'idle' }
const NO_CALLS: Readable<ParlayState> = { get: () => IDLE, subscribe: () => () => undefined }

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
export function useParlay(shell: ShellApi, load: () => Promise<typeof ParlayCalls>): ParlayFlow {
  const [calls, setCalls] = useState<ParlayCalls | null>(null)
  const loading = useRef<Promise<ParlayCalls> | null>(null)
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)?.id
  const { subscribe, get } = calls ?? NO_CALLS
  const state = useSyncExternalStore(subscribe, get)
  const busy = state.phase === 'running'
  const open = useMemo(
    () => (): Promise<ParlayCalls> => {
      loading.current ??= load().then(
        (Calls) => {
          const created = new Calls(shell)
          setCalls(created)
          return created
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
  useEffect(() => shell.registerUnsavedWork(() => get().phase === 'running' && 'swap'), [shell, get])
  return useMemo(() => {
    const notLoaded = () => shell.notify({ message: PARLAY_ALERTS.failed, tone: 'low' })
    return {
      state,
      busy,
      start: (request) => void open().then((opened) => opened.start(request), notLoaded),
      confirm: () => void calls?.confirm(),
      retry: () => void calls?.retry(),
      cancel: () => calls?.cancel(),
      close: () => calls?.close(),
    }
  }, [open, calls, state, busy, shell])
}
