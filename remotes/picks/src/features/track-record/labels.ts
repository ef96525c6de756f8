import { asShown, marketLabel, RECORD_STATS } from '@propsight/shared/domain'
import { countText, formatPercent, formatSigned } from '@propsight/shared/format'
import type { Bin, Market } from './calibration-bins.ts'
import { gainOver } from './calibration-bins.ts'

/** Label of a market: 'TB 1.5' as 'Total Bases 1.5'. */
export function marketText(market: string): string {
  const [stat = '', ...line] = market.split(' ')
  return [marketLabel(RECORD_STATS[stat] ?? stat), ...line].join(' ')
}

/** A gain or bias in percent with a sign: '+0.7%', '−0.2%'. @param share 0.007 for 0.7% */
export const signedPercent = (share: number, digits = 2): string => `${formatSigned(100 * share, digits)}%`

/** Whether a gain is above 0 as it is shown. */
export const isGain = (share: number): boolean => asShown(100 * share, 2) > 0

export const rangeText = ({ from, to }: Pick<Bin, 'from' | 'to'>): string =>
  `${Math.round(100 * from)}–${Math.round(100 * to)}%`

/** Minimum bias that is listed, as a share (0.01 is one percentage point). */
const MIN_LISTED_BIAS = 0.01
/** Minimum number of forecasts of a range for its deviation to be listed. */
const MIN_RANGE_FORECASTS = 30

/** The weaknesses that the track record shows, one sentence each, the most important first. */
export function listWeaknesses(
  markets: readonly Market[],
  bins: (market: Market) => readonly Bin[],
): string[] {
  const worse = markets
    .filter((market) => !isGain(gainOver(market, 'season')))
    .map((market) => {
      const gain = signedPercent(gainOver(market, 'season'))
      return `${marketText(market.market)}: no better than the player's own season rate (${gain}).`
    })
  const least = markets.toSorted((a, b) => gainOver(a, 'season') - gainOver(b, 'season'))[0]
  const weakest =
    worse.length === 0 && least
      ? [
          `${marketText(least.market)} gains least over the player's own season rate: ${signedPercent(gainOver(least, 'season'))}.`,
        ]
      : []
  const leaning = markets
    .filter(({ bias }) => Math.abs(bias) >= MIN_LISTED_BIAS)
    .map(
      ({ market, bias }) =>
        `${marketText(market)} was forecast ${Math.abs(100 * bias).toFixed(1)} points too ${bias > 0 ? 'high' : 'low'} overall.`,
    )
  const ranges = markets.flatMap((market) =>
    bins(market)
      .filter(({ missed, n }) => missed && n >= MIN_RANGE_FORECASTS)
      .map(
        (bin) =>
          `${marketText(market.market)}, forecasts of ${rangeText(bin)}: ${formatPercent(bin.predicted)} forecast, ${formatPercent(bin.happened)} happened (${countText(bin.n, 'forecast')}).`,
      ),
  )
  return [...worse, ...weakest, ...leaning, ...ranges]
}
