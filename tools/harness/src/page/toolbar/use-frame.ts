import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type FrameState, fromFrameSchema, type LogEntry, type ToFrame } from '../../messages.ts'

const MAX_LOG_ENTRIES = 300

export interface LoggedEntry {
  id: number
  at: Date
  entry: LogEntry
}

let lastId = 0

/** Receives the log and the state from the frame, and sends messages to it. */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>) {
  const [log, setLog] = useState<readonly LoggedEntry[]>([])
  const [state, setState] = useState<FrameState | null>(null)
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      const message = fromFrameSchema.safeParse(event.data)
      if (!message.success) return
      if (message.data.harness === 'state') setState(message.data)
      else {
        const { entry } = message.data
        setLog((entries) => [...entries, { id: ++lastId, at: new Date(), entry }].slice(-MAX_LOG_ENTRIES))
      }
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [frame])
  const ask = useCallback(
    (harness: ToFrame['harness']) =>
      frame.current?.contentWindow?.postMessage({ harness } satisfies ToFrame, location.origin),
    [frame],
  )
  return { log, state, ask, clear: () => setLog([]) }
}
