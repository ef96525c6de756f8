import { formatPercent, formatSigned } from '@propsight/shared/format'
import { Call, Hint } from '@propsight/shared/ui'
import { quoteAge } from '../../state/format.ts'
import { type PricedQuote, priceOf, type Row } from '../../state/rows.ts'
import type { TwoSidedBet } from '../../state/two-sided.ts'
import type { HistoryTexts } from './history-panel.tsx'

type Texts = Pick<HistoryTexts, 'bookTitle' | 'priceText'> & { readonly now: number }

const signedPercent = (share: number): string => `${formatSigned(100 * share)}%`

/** One side of the two bets: its price, its book, and the age of the price. */
function Side({
  quote,
  side,
  now,
  bookTitle,
  priceText,
}: { quote: PricedQuote; side: 'over' | 'under' } & Texts) {
  const price = priceOf(quote, side)
  if (!price) return null
  return (
    <>
      <Call side={side === 'over' ? 'OVER' : 'UNDER'} line={quote.line} /> {priceText(price.american)} at{' '}
      {bookTitle(price.book)} ({quoteAge(price.confirmedAt, now)})
    </>
  )
}

/** What both bets together cost or earn, with the split of the stake. */
function describeBet({ overShare, profit, breakEven, middle }: TwoSidedBet): string {
  const stakes = `stakes ${(100 * overShare).toFixed(1)} : ${(100 - 100 * overShare).toFixed(1)}`
  if (breakEven === null || middle === null)
    return profit > 0 ? `arbitrage ${signedPercent(profit)} · ${stakes}` : `hold ${formatPercent(-profit)}`
  const expected = (1 + middle) * (1 + profit) - 1
  return (
    `both win between the lines: ${formatPercent(middle)} by the books, break-even ${formatPercent(breakEven)} · ` +
    `expected ${signedPercent(expected)} · ${stakes}`
  )
}

/** The bets on both sides of a prop: the lowest hold of one line, and the best middle. Nothing without current prices. */
export function TwoSidedBets({ row, ...texts }: { row: Row } & Texts) {
  const { sameLine, middle } = row.twoSided
  const bets = [
    ['Both sides', sameLine],
    ['Middle', middle],
  ] as const
  return bets.map(([name, bet]) =>
    bet === null ? null : (
      <p key={name}>
        {name}: <Side quote={bet.over} side="over" {...texts} /> with{' '}
        <Side quote={bet.under} side="under" {...texts} /> · {describeBet(bet)}{' '}
        <Hint label={`What can go wrong: ${name}`}>
          The second price can move after the first bet. Books limit and void bets, and differ in their rules
          for players who do not start or leave early.
        </Hint>
      </p>
    ),
  )
}
