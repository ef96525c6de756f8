import { type RefObject, useEffect, useRef } from 'react'

/** Brings the top of what is shown into view when it becomes another, and the focus with it: its button is gone. */
export function useStageTop(stage: string): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null)
  const seen = useRef(stage)
  useEffect(() => {
    if (seen.current === stage) return
    seen.current = stage
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView?.({ block: 'start' })
  }, [stage])
  return top
}
