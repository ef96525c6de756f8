import type { BoardStage } from './stage.ts'

/** Milliseconds from the click on Analyze to the frame that shows each. */
export interface Ranked {
  lines: number
  /** A card with a player's own figures. */
  firstCardMs: number
  /** Every line in its rank. */
  completeMs: number
}

interface Watching {
  clicked?: number
  first?: number
  complete?: number
}

/** Runs in the page: notes the click, and the frames after the first real card and after the last rank. */
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
    // Places that wait for their player carry no card.
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

/** One analysis in a fresh profile, on an API that has read the day before. */
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
