import { escapeText, PAGE_STYLE } from '../report/page.ts'
import { table } from '../report/page-tables.ts'
import { count } from '../report/table.ts'
import {
  BET_HEAD,
  betRows,
  DIFFERENCE_HEAD,
  differenceRows,
  type MarketReport,
  marketNotes,
  SCORE_HEAD,
  scoreRows,
  WEIGHT_HEAD,
  WEIGHT_TITLES,
  weightRows,
} from './market-report.ts'
import type { MarketFigures } from './score-market.ts'

const section = (figures: MarketFigures): string => `<h2>${figures.market}</h2>
<p>${count(figures.n)} games on ${count(figures.days)} days. ${marketNotes(figures).join(' ')}</p>
${table(`Scores: ${figures.market}`, SCORE_HEAD, scoreRows(figures))}
<h3 style="margin-top: 24px">Paired differences</h3>
<p>Negative is better for the first of the two.</p>
${table(`Differences: ${figures.market}`, DIFFERENCE_HEAD, differenceRows(figures.differences))}`

/** The report as a self-contained HTML page without scripts, fonts or links. */
export function marketPage(report: MarketReport): string {
  const data = escapeText(report.data)
  const earlier = report.earlierSeasons.length > 0 ? ` with ${report.earlierSeasons.join(', ')}` : ''
  const leftOut = report.leftOut.map(({ stat, reason, n }) => [escapeText(`${stat}: ${reason}`), count(n)])
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Prices · ${data}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>Does the engine beat the books?</h1>
<p>${data} · engine ${escapeText(report.engine)}${earlier}</p>
<p>Every forecast was made with the games of earlier days only. The books’ probabilities are the mean of those that offer
both sides of the line, without their margin. Intervals are 95%, from a bootstrap by date.</p>
${report.markets.map(section).join('\n')}
${(['shipped', 'relearned'] as const)
  .map(
    (set) =>
      `<h2>${WEIGHT_TITLES[set]}</h2>\n${table(WEIGHT_TITLES[set], WEIGHT_HEAD, weightRows(report.weights[set]))}`,
  )
  .join('\n')}
<h2>Bets</h2>
<p>One unit at the best price, on the side with the greater claimed value. The closing value is the rise of the books’
probability of the side until the close. Bets at the gate are those that the product would have called edges: the
interval of the displayed value is above zero, and such bets of earlier dates had a return whose interval is above zero.</p>
${table('Bets', BET_HEAD, betRows(report.bets))}
<h2>Games that are left out</h2>
${table('Games that are left out', ['', 'games'], leftOut)}
</main>
</html>
`
}
