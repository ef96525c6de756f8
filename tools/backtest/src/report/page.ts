import type { LineupKnowledge } from '@propsight/shared/domain/engine'
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
} from '../market/market-report.ts'
import type { MarketFigures } from '../market/score-market.ts'
import { MARKETS } from '../score/markets.ts'
import type { MarketScore } from '../score/score.ts'
import {
  binTable,
  intervalTable,
  listFilledBins,
  lossTable,
  marketTable,
  pitcherTable,
  reliabilitySvg,
  table,
} from './page-tables.ts'
import { type BacktestReport, change, count, describeBlanks, percent } from './table.ts'

/** Styles of the page, with the colours of the product's tokens (shared/src/ui/styles/tokens.css). */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --surface-0: light-dark(#f4f4f0, #0d1012);
  --surface-1: light-dark(#ffffff, #14181b);
  --text-1: light-dark(#14181b, #eff2f1);
  --text-2: light-dark(#414a50, #b7c0c5);
  --text-3: light-dark(#586168, #929da4);
  --line: light-dark(#dfe0da, #242b30);
  --line-strong: light-dark(#c6c8c1, #38424a);
  --over: light-dark(#0a58a8, #77b8ff);
  --over-fill: light-dark(#2f7dd1, #4a9bf0);
  --focus: light-dark(#5a3fd0, #b5a2ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 1180px;
  padding: 32px 24px 64px;
  background: var(--surface-0);
  color: var(--text-1);
  font: 400 0.875rem/1.5 "Archivo", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { margin: 0 0 4px; font-size: 1.75rem; line-height: 1.1; font-weight: 650; }
h2 { margin: 48px 0 8px; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0 0 2px; color: var(--text-1); font-size: 1rem; }
p { margin: 0 0 12px; max-width: 72ch; color: var(--text-2); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px; }
figure {
  margin: 0;
  padding: 16px;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: 8px;
}
figcaption { margin-bottom: 8px; color: var(--text-2); }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--text-3); font-size: 10px; }
.grid { stroke: var(--line); }
.ideal { stroke: var(--text-3); stroke-dasharray: 4 4; }
.curve { fill: none; stroke: var(--over); stroke-width: 1.5; }
.band { stroke: var(--over); stroke-opacity: 0.55; stroke-width: 2; }
.point { fill: var(--over-fill); stroke: var(--surface-1); stroke-width: 1.5; }
.pale { opacity: 0.4; }
.count { fill: var(--line-strong); }
.wide { overflow-x: auto; background: var(--surface-1); border: 1px solid var(--line); border-radius: 8px; }
.wide:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 12px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { color: var(--text-3); font-weight: 500; }
th:first-child, td:first-child { text-align: left; }
tbody th { color: var(--text-1); font-weight: 600; }
tr:last-child > * { border-bottom: 0; }
td.best { color: var(--text-1); font-weight: 650; }
td { color: var(--text-2); }
details { margin-top: 8px; }
summary { min-height: 24px; cursor: pointer; color: var(--text-2); }
`

/** Escapes text for HTML content and attributes. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The report as a self-contained HTML page without scripts, fonts or links. */
export function reportPage(report: BacktestReport): string {
  const data = escapeText(report.data)
  const when =
    report.from === null
      ? 'no judged game'
      : `${report.from} to ${report.to} (${report.days} ${report.days === 1 ? 'day' : 'days'})`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Backtest · ${data}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>Can the percentages be trusted?</h1>
<p>${data} · ${when} · engine ${escapeText(report.engine)}${skipped(report)}</p>
<p>Every forecast below was made with the games of earlier days only, and then compared with what happened. Judged are
batters in the starting line-up who do not pitch and have started ten games before.</p>
${lineup(report, 'known')}
${lineup(report, 'unknown')}
<h2>Starting pitchers</h2>
<p>How many strikeouts, or hits, the expected value was off by on average, beside the plain mean of the pitcher’s
season.</p>
${pitcherTable([...report.pitchers, ...report.pitchersByStarts])}
${intervalTable(report.pitcherIntervals)}
<h2>How to read this</h2>
<p><b>The curves.</b> Forecasts are put in ten groups by what they said. A point on the dashed line means that the group
came true exactly as often as was said; the bar through a point is the range that chance alone allows (95%). Pale points
are groups of fewer than 30 games. The grey columns count the games.</p>
<p><b>Brier score.</b> The mean squared distance between the forecast and what happened: smaller is better. <i>Base
rate</i> is the same for all batters; <i>last ten</i> is the share of a batter’s last ten starts that went over;
<i>season</i> is the batter’s share of the season, mixed with 60 games of the base rate.</p>
<p><b>Calibration.</b> The error is the mean distance of the points from the dashed line; the bias is how much too high
(+) or too low (−) forecasts are in all; a perfect forecaster has an error too, because outcomes are random, and the
figure beside it is exceeded in one of twenty cases; a slope above 1 means too cautious, below 1 too bold. In the logarithmic loss a
chance of 0 or 100% is read as one in a million, which is what makes the last ten so bad.</p>
</main>
</html>
`
}

const skipped = (report: BacktestReport): string =>
  [
    ...describeBlanks(report).map((sentence) => ` · ${escapeText(sentence)}`),
    report.skippedRows > 0 ? ` · ${count(report.skippedRows)} unreadable lines skipped` : '',
    report.refused > 0 ? ` · ${count(report.refused)} forecasts refused and replaced by baselines` : '',
  ].join('')

function lineup(report: BacktestReport, which: LineupKnowledge): string {
  const markets = report.markets.filter((row) => row.lineup === which)
  const pooled = report.pooled.find((row) => row.lineup === which)
  const gain = pooled
    ? `<p>Over the season’s shrunk rate the engine gains <b>${change(pooled.gain)}</b> of the Brier score on all lines together
(95% interval ${change(pooled.low)} to ${change(pooled.high)}).</p>`
    : ''
  return `<h2>Batting order ${which}</h2>
${gain}
<div class="plots">
${markets.map(plot).join('\n')}
</div>
<h3 style="margin-top: 24px">Scores</h3>
${marketTable(report.markets, which)}
<details><summary>Logarithmic loss</summary>${lossTable(report.markets, which)}</details>`
}

const plot = ({ market, n, bins }: MarketScore): string => `<figure>
<figcaption><h3>${marketTitle(market)}</h3>${n === 0 ? 'No games.' : describeLargestBin(bins)}</figcaption>
${n === 0 ? '' : reliabilitySvg(bins, `${marketTitle(market)}: how often forecasts came true; the figures are below`)}
<details><summary>Figures</summary>${binTable(bins, market)}</details>
</figure>`

/** 'H 0.5' → 'Hits over 0.5' */
function marketTitle(name: string): string {
  const market = MARKETS.find((each) => each.name === name)
  return market ? `${market.stat} over ${market.line}` : name
}

/** One sentence about the bin with the most forecasts. */
function describeLargestBin(bins: MarketScore['bins']): string {
  const [bin] = listFilledBins(bins).toSorted((a, b) => b.n - a.n)
  if (!bin) return ''
  return `Said ${percent(bin.from, 0)} to ${percent(bin.to, 0)} in ${count(bin.n)} games: ${percent(bin.predicted)} on average, and ${percent(bin.happened)} came true.`
}

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
