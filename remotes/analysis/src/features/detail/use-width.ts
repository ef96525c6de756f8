import { useLayoutEffect, useRef, useState } from 'react'

/** Width of an element in pixels, followed as it changes. @param first what to draw with before it is measured */
export function useWidth(first: number) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      // Without a layout (hidden, or no screen at all) there is nothing to draw for.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return { place, width }
}
