import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Width of an element in pixels, updated when the window is resized.
 * @param first width before the first measurement
 */
export function useWidth(first: number) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      // A hidden element has width 0; the last width is kept.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return { place, width }
}
