import type { LineupKnowledge } from '@propsight/shared/domain/engine'
import { MARKETS } from '../score/markets.ts'
import type { MarketScore } from '../score/score.ts'
import type { BacktestReport } from './backtest-report.ts'
import { PAGE_STYLE } from './page-style.ts'
import { binTable, lossTable, marketTable, pitcherTable } from './page-tables.ts'
import { filledBins, reliabilitySvg } from './reliability-svg.ts'
import { change, count, percent } from './text-format.ts'

const escapeText = (text: string): string =>
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
<p>Every forecast below was made with the games of earlier days only, and then held against what happened. Judged are
batters in the starting line-up who do not pitch and have started ten games before.</p>
${lineup(report, 'known')}
${lineup(report, 'unknown')}
<h2>Starting pitchers</h2>
<p>How many strikeouts, or hits, the expected value was off by on average, beside the plain mean of the pitcher’s
season.</p>
${pitcherTable([...report.pitchers, ...report.pitchersByStarts])}
<h2>How to read this</h2>
<p><b>The curves.</b> Forecasts are put in ten groups by what they said. A point on the dashed line means that the group
came true exactly as often as was said; the bar through a point is the range that chance alone allows (95%). Pale points
are groups of fewer than 30 games. The grey columns count the games.</p>
<p><b>Brier score.</b> The mean squared distance between the forecast and what happened: smaller is better. <i>Base
rate</i> says the same for everybody; <i>last ten</i> is the share of a batter’s last ten starts that went over;
<i>season</i> is his season’s share, mixed with 60 games of the base rate.</p>
<p><b>Calibration.</b> The error is the mean distance of the points from the dashed line; the bias is how much too high
(+) or too low (−) forecasts are in all; a slope above 1 means too cautious, below 1 too bold. In the logarithmic loss a
chance of 0 or 100% is read as one in a million, which is what makes the last ten so bad.</p>
</main>
</html>
`
}

const skipped = ({ skippedRows, refused }: BacktestReport): string =>
  [
    skippedRows > 0 ? ` · ${count(skippedRows)} unreadable lines skipped` : '',
    refused > 0 ? ` · ${count(refused)} forecasts refused, baselines stand in` : '',
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
<figcaption><h3>${spelledOut(market)}</h3>${n === 0 ? 'No games.' : biggestBin(bins)}</figcaption>
${n === 0 ? '' : reliabilitySvg(bins, `${spelledOut(market)}: how often forecasts came true; the figures are below`)}
<details><summary>Figures</summary>${binTable(bins, market)}</details>
</figure>`

/** 'H 0.5' → 'Hits over 0.5' */
function spelledOut(name: string): string {
  const market = MARKETS.find((each) => each.name === name)
  return market ? `${market.stat} over ${market.line}` : name
}

/** One sentence about the bin with the most forecasts. */
function biggestBin(bins: MarketScore['bins']): string {
  const [bin] = filledBins(bins).toSorted((a, b) => b.n - a.n)
  if (!bin) return ''
  return `Said ${percent(bin.from, 0)} to ${percent(bin.to, 0)} in ${count(bin.n)} games: ${percent(bin.predicted)} on average, and ${percent(bin.happened)} came true.`
}
