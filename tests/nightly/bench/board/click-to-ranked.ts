import type { BoardStage } from './environment.ts'

/** Times in ms from the click on Analyze to the frame that shows the result. */
export interface Ranked {
  lines: number
  /** The first card with figures of a player. */
  firstCardMs: number
  /** All lines ranked. */
  completeMs: number
}

interface Watching {
  clicked?: number
  first?: number
  complete?: number
}

/** Runs in the page: records the click, and the frames after the first real card and after the last rank. */
function watch() {
  const noted: Watching = {}
  Object.assign(globalThis, { noted })
  document.addEventListener(
    'click',
    () => {
      noted.clicked ??= performance.now()
    },
    { capture: true },
  )
  const look = () => {
    // Placeholders of players that are still loading have no card.
    const card = noted.first === undefined && document.querySelector('[data-card]')
    const complete =
      noted.complete === undefined && document.querySelector('[role=progressbar][aria-label="Complete!"]')
    if (!card && !complete) return
    requestAnimationFrame(() => {
      if (card) noted.first ??= performance.now()
      if (complete) noted.complete ??= performance.now()
    })
  }
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] }
  new MutationObserver(look).observe(document.body, changes)
}

/** Runs one analysis in a new profile, on an API with warm caches. */
export async function clickToRanked(stage: BoardStage, category: string): Promise<Ranked> {
  const page = await stage.ready(category)
  try {
    await page.evaluate(watch)
    const lines = await stage.rank(page)
    await page.waitForFunction(() => (globalThis as { noted?: Watching }).noted?.complete !== undefined)
    const noted = await page.evaluate(() => (globalThis as { noted?: Watching }).noted ?? {})
    const since = (at: number | undefined) => (at ?? Number.NaN) - (noted.clicked ?? Number.NaN)
    return { lines, firstCardMs: since(noted.first), completeMs: since(noted.complete) }
  } finally {
    await page.context().close()
  }
}
