import { useEffect, useRef, useState } from 'react'

/** Maximum number of rows filled per frame while frames are on time. */
const MOST_PER_FRAME = 6
/** A frame that took longer than this was late, and the next frame fills one row only. */
const LATE_FRAME_MS = 24

interface Filled {
  ids: readonly string[]
  from: number
  to: number
}

/**
 * The filled range of a window: all of it for a new list, else the overlap with the last range, else empty at
 * `first`.
 */
function filledOf(
  { ids, from, to }: Filled,
  now: readonly string[],
  start: number,
  end: number,
  first: number,
) {
  if (ids !== now) return { from: start, to: end }
  const kept = { from: Math.max(from, start), to: Math.min(to, end) }
  return kept.from < kept.to ? kept : { from: Math.min(first, end), to: Math.min(first, end) }
}

/**
 * The range of rows that are rendered in full. The remaining rows of the window are placeholders for a few
 * frames, so that fast scrolling on a slow machine does not wait for the layout of many rows at once.
 * @param first row at the top of the viewport, where filling begins after a jump
 */
export function useGradualRows(ids: readonly string[], start: number, end: number, first: number) {
  const [filled, setFilled] = useState<Filled>({ ids, from: start, to: end })
  const { from, to } = filledOf(filled, ids, start, end, first)
  const pace = useRef({ rows: 1, at: 0 })
  useEffect(() => {
    if (filled.ids !== ids) {
      setFilled({ ids, from: start, to: end })
      return
    }
    if (from === start && to === end) {
      pace.current = { rows: 1, at: 0 }
      return
    }
    const frame = requestAnimationFrame((now) => {
      const { rows, at } = pace.current
      const late = at === 0 || now - at > LATE_FRAME_MS
      pace.current = { rows: late ? 1 : Math.min(MOST_PER_FRAME, rows * 2), at: now }
      const below = Math.min(end, to + pace.current.rows)
      const left = pace.current.rows - (below - to)
      setFilled({ ids, from: Math.max(start, from - left), to: below })
    })
    return () => cancelAnimationFrame(frame)
  }, [filled.ids, ids, start, end, from, to])
  return { from, to }
}
