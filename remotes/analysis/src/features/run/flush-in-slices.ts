/**
 * Initial slice: maximum time without yielding to rendering, and maximum wait of an item. Two frames at 60
 * Hz.
 */
const SLICE_MS = 32
/** Maximum length of a slice. A click on Cancel is handled within this time. */
const MAX_SLICE_MS = 1_000

const yieldToBrowser = () => new Promise<void>((resume) => setTimeout(resume))

export interface SliceBuffer<Item> {
  /** Adds an item. Resolves at once, or after a yield to rendering if the current slice is over. */
  add(item: Item): Promise<void>
  /** Delivers the remaining items. */
  end(): void
}

/**
 * Delivers the items of a stream in batches, one per time slice. Every delivery renders the screen, and a
 * response that arrives in one chunk would otherwise block rendering until its last item. The first item is
 * delivered at once.
 */
export function flushInSlices<Item>(deliver: (items: readonly Item[]) => void): SliceBuffer<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sliceStart = Number.NEGATIVE_INFINITY
  let sliceMs = SLICE_MS
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    deliver(items)
  }
  return {
    end,
    async add(item) {
      waiting.push(item)
      const now = performance.now()
      if (now - sliceStart < sliceMs) {
        timer ??= setTimeout(end, SLICE_MS)
        return
      }
      end()
      await yieldToBrowser()
      sliceStart = performance.now()
      // Slices grow with the render time, so that rendering takes at most about half of the total time.
      sliceMs = Math.min(MAX_SLICE_MS, Math.max(2 * sliceMs, sliceStart - now))
    },
  }
}
