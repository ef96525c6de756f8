import type { FreeSample, FreeSamples, Line } from '@propsight/shared/contracts'
import {
  bestOffer,
  canonicalStat,
  findStatType,
  lineForecast,
  lineTrend,
  type SportCode,
  shownMarketsOf,
} from '@propsight/shared/domain'
import { forecastOfLine, logOf } from '../analysis/choose-lines.ts'
import type { CollectedRecord, GameLogStreamPorts } from '../board/game-log-stream.ts'
import { type BookPorts, readMenuLines } from '../board/lines.ts'

const ALL = 'All Stat Lines'
/** Lines per market whose players are read, since the first may have no price or no forecast. */
const CANDIDATES = 3
const SHOWN_GAMES = 10

const isStandard = ({ oddsType }: Line): number => (oddsType === 'standard' ? 0 : 1)

/** Which line of a market is the sample is decided by its kind, game and name only, never by how good it is. */
const bySampleOrder = (a: Line, b: Line): number =>
  isStandard(a) - isStandard(b) ||
  (b.gameTime ?? '').localeCompare(a.gameTime ?? '') ||
  a.name.localeCompare(b.name) ||
  a.line - b.line

/** The first lines of a market whose numbers are shown free: standard lines first, of the last games of the day. */
function sampleLines(lines: readonly Line[], market: string): Line[] {
  const ofMarket = lines.filter(
    ({ statType, combo, promo, gamePk }) =>
      canonicalStat(statType) === canonicalStat(market) && !combo && !promo && gamePk,
  )
  const byPlayer = Map.groupBy(ofMarket.toSorted(bySampleOrder), ({ name }) => name)
  return [...byPlayer.values()].flatMap(([first]) => first ?? []).slice(0, CANDIDATES)
}

const groupOf = ({ statType }: Line) => findStatType(statType)?.group ?? 'hitting'
const playerKey = (name: string, team: string, group: string): string => JSON.stringify([name, team, group])
const keyOfLine = (line: Line): string => playerKey(line.name, line.team, groupOf(line))

/** The figures of a line as its paid board shows them; null without a forecast. */
function toSample(market: string, line: Line, found: CollectedRecord | undefined): FreeSample | null {
  const judged = forecastOfLine(line, found)
  if ('text' in judged) return null
  const { marketForecast, record, stat } = judged
  const forecast = lineForecast(marketForecast, line)
  const { call, chance, low, high, push } = forecast
  const offer = bestOffer(forecast, line, marketForecast.shown?.quotes)
  const { bars } = lineTrend(stat, line.line, logOf(record), SHOWN_GAMES)
  return {
    market,
    line,
    position: record.position,
    side: call,
    chance,
    low,
    high,
    push,
    offer: offer && {
      price: offer.price,
      breakEven: offer.breakEven,
      expected: offer.value?.expected ?? null,
    },
    lastTen: bars.slice(-SHOWN_GAMES).map(({ value }) => value),
  }
}

/**
 * Reads a line of each market of a sport with the figures of the paid board. One without a forecast is absent.
 * @throws UpstreamError when the book or all game logs cannot be read
 */
export async function readFreeSamples(
  deps: BookPorts & GameLogStreamPorts,
  sport: SportCode,
): Promise<FreeSamples> {
  const { players } = await readMenuLines(deps, sport)
  const markets = shownMarketsOf(sport).filter((market) => market !== ALL)
  const candidates = markets.map((market) => ({ market, lines: sampleLines(players, market) }))
  const lines = candidates.flatMap((each) => each.lines)
  const requested = new Map(
    lines.map((line) => [keyOfLine(line), { name: line.name, team: line.team, group: groupOf(line) }]),
  )
  const records = new Map<string, CollectedRecord>()
  if (requested.size > 0) {
    await deps.streamGameLogs(
      [...requested.values()],
      async (record) => {
        if (record.type !== 'start') records.set(playerKey(record.name, record.team, record.group), record)
      },
      deps.log,
    )
  }
  const samples = candidates.flatMap(({ market, lines: ofMarket }) => {
    const known = ofMarket.flatMap((line) => toSample(market, line, records.get(keyOfLine(line))) ?? [])
    return known.find(({ offer }) => offer?.price) ?? known[0] ?? []
  })
  return { date: deps.clock.today(), samples }
}
