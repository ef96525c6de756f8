import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls and focuses the top of a new stage, since the focused button of the last stage was removed. */
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
