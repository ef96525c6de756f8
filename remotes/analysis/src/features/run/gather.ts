/** Longest that work goes on without letting the screen be drawn, and that a record waits for others: two frames. */
const SLICE_MS = 32
/** A slice grows up to this: somebody who presses Cancel meanwhile is heard within it. */
const MOST_MS = 1_000

const otherWork = () => new Promise<void>((resume) => setTimeout(resume))

export interface Gatherer<Item> {
  /** Takes one more. Resolves at once, or where the screen has waited long enough, after it had its turn. */
  add(item: Item): Promise<void>
  /** Hands over what is left. */
  end(): void
}

/**
 * Hands a stream's items over in lots: each handing over draws the screen again, and an answer that comes in one piece
 * would keep it from being drawn until the last item is read. The first goes at once, none waits longer than a slice.
 */
export function gather<Item>(hand: (items: readonly Item[]) => void): Gatherer<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let turnAt = Number.NEGATIVE_INFINITY
  let sliceMs = SLICE_MS
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    hand(items)
  }
  return {
    end,
    async add(item) {
      waiting.push(item)
      const now = performance.now()
      if (now - turnAt < sliceMs) {
        timer ??= setTimeout(end, SLICE_MS)
        return
      }
      end()
      await otherWork()
      turnAt = performance.now()
      // The first matters most. After it no more of the time goes into drawing than into reading.
      sliceMs = Math.min(MOST_MS, Math.max(2 * sliceMs, turnAt - now))
    },
  }
}
