import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Returns the scale at which a frame of this width fits into its container (at most 1), and its unscaled
 * height.
 */
export function useScale(stage: RefObject<HTMLElement | null>, width: number) {
  const [room, setRoom] = useState({ width, height: 800 })
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  const scale = Math.min(1, room.width / width)
  return { scale, height: Math.floor(room.height / scale) }
}
