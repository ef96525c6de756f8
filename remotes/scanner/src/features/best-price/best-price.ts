import { showParts } from '@propsight/shared/client'
import { defineExtension } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import {
  bestQuote,
  isStaleQuote,
  noVigOver,
  priceBreakEven,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import { beatText, formatPercent } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { priceText, quoteAge } from '../../state/format.ts'
import { priceOf, toPriced } from '../../state/rows.ts'
import { type Prices, priceFeedOf } from './price-feed.ts'

const PERCENT = 100

/** An object that ignores what it does not need, because slots give more to their contributions. */
const priceProps = z.object({
  /** The league's id of the player; null where it is unknown. */
  personId: z.int().nullable(),
  player: z.string().min(1).max(120),
  /** The market, as in `findStatType`. */
  stat: z
    .string()
    .min(1)
    .max(60)
    .transform((stat) => findStatType(stat)?.name ?? stat),
  line: z.number().min(0).max(1_000),
  side: z.enum(['OVER', 'UNDER']),
  /** The league's game number; null if the player has one game. */
  gamePk: z.int().nullable(),
  /** The books' chance of the side without margin when the line was saved, percent. */
  savedNoVig: z.number().min(0).max(100).nullish(),
})
type PriceProps = z.infer<typeof priceProps>

/**
 * The best price of a side at exactly the line, of the user's books, as a text of parts and as a longer title;
 * null if no book quotes it.
 */
export function bestPriceText(
  { index, settings: { books, format } }: Prices,
  { line, side, savedNoVig, ...of }: PriceProps,
  now: number,
): { parts: string[]; title: string } | null {
  const prop = index.find(of)
  if (!prop) return null
  const fresh = prop.quotes.filter(({ confirmedAt }) => !isStaleQuote(confirmedAt, now)).map(toPriced)
  const key = side === 'OVER' ? 'over' : 'under'
  const credible = withoutOutOfLine(fresh)
  const price = priceOf(bestQuote(credible, line, key, books), key)
  if (!price) return null
  const book = index.board.books.find(({ key }) => key === price.book)?.title ?? price.book
  const offer = `${priceText(price, format)} at ${book}`
  const age = `, ${quoteAge(price.confirmedAt, now)}`
  const title = `Best price of the ${key} ${line}: ${offer}${age}`
  if (typeof savedNoVig === 'number') {
    // The method that the server records the prices of picks with.
    const over = noVigOver(credible, line, 'proportional')
    if (over === null) return { parts: [offer, age], title }
    const now = PERCENT * (key === 'over' ? over : 1 - over)
    return { parts: [offer, ` · ${beatText(now - savedNoVig)}`], title }
  }
  // A whole line can end in a push. Its break-even depends on the forecast, which the verdict beside the price knows.
  if (Number.isInteger(line)) return { parts: [offer, age], title }
  const even = formatPercent(priceBreakEven(price.decimal))
  return { parts: [offer, age, ` · break-even ${even}`], title: `${title}; it breaks even at ${even}` }
}

/**
 * The best price of one side of a line at sportsbooks, with the chance at which it breaks even unless the line is whole:
 * '+105 at BOOK, 3 min · break-even 48.8%'; for a saved line, how far it moved since. Empty while it is unknown. Without React, because a long board mounts many.
 */
export const bestPrice = defineExtension<PriceProps>({
  props: priceProps,
  mount(element, props, shell) {
    let current = props
    let feed = priceFeedOf(shell, props.stat)
    const show = () => {
      const prices = feed.get()
      const shown = prices && bestPriceText(prices, current, Date.now() + prices.index.board.ahead)
      showParts(element, shown?.parts ?? [])
      element.title = shown?.title ?? ''
    }
    let leave = feed.subscribe(show)
    show()
    return {
      update(next) {
        const { stat } = current
        current = next
        if (next.stat !== stat) {
          leave()
          feed = priceFeedOf(shell, next.stat)
          leave = feed.subscribe(show)
        }
        show()
      },
      unmount: () => leave(),
    }
  },
})
