import type { OpposingPitcher, Tonight } from '@propsight/shared/contracts'
import {
  confidencePercent,
  findParkFactorsByName,
  hitRates,
  isEdge,
  lineTrend,
  marketFacts,
  overRate,
  PARK_EVENT_NAMES,
} from '@propsight/shared/domain'
import { findClubByCode } from '../games/find-game.ts'
import { type JudgedLine, logOf } from './choose-lines.ts'
import type { LineContext, LineFacts } from './wording/facts.ts'

const RECENT_GAMES = 5
/** Smallest park effect that is mentioned, in percent. */
const PARK_FROM_PERCENT = 3
/** Allowed form of an availability label of the league. Sentences omit any other text. */
const LABEL = /^[\p{L}\d][\p{L}\d ,.'-]{0,59}$/u

function findPark(stat: string, park: string, date: string): LineFacts['park'] {
  const key = marketFacts(stat)?.parkFactor
  const factors = findParkFactorsByName(park, date)
  if (!key || !factors) return null
  const percent = Math.round((factors[key] - 1) * 100)
  return Math.abs(percent) < PARK_FROM_PERCENT ? null : { percent, of: PARK_EVENT_NAMES[key] }
}

function findLineGame(
  { homeTeam, opponent, homeAway, neutralSite }: Tonight,
  otherSport: string | null,
): LineFacts['game'] {
  // Sentences name the home club's park, and its factors.
  if (neutralSite) return null
  if (otherSport) return { home: homeAway === 'HOME', opponent: otherSport, park: null }
  const park = findClubByCode('baseball', homeTeam)?.stadium.name
  const club = findClubByCode('baseball', opponent)?.name
  return park && club ? { home: homeAway === 'HOME', opponent: club, park } : null
}

/** Returns null for a placeholder: the league writes '-.--' for a missing rate. */
const rate = (text: string | undefined): string | null => (text && /^\d+\.\d+$/.test(text) ? text : null)

function starterOf(tonight: Tonight | undefined, pitcher: OpposingPitcher | null): LineFacts['starter'] {
  const starter = tonight?.starter
  return starter
    ? { name: starter.name, throws: starter.throws, era: rate(pitcher?.era), whip: rate(pitcher?.whip) }
    : null
}

const DAY_MS = 86_400_000

/** Days of rest and absent team-mates, for a line of another sport than baseball. */
function athleteFacts({ line, stat, record }: JudgedLine): Pick<LineFacts, 'rest' | 'absent'> {
  if (record.type !== 'athlete' || stat.group !== record.group) return { rest: null, absent: [] }
  const { games, tonight, teamMates = [] } = record
  const last = games.at(-1)
  const days = tonight && last ? (Date.parse(tonight.date) - Date.parse(last.date)) / DAY_MS : null
  const absent = teamMates.flatMap(({ name, out, missed }) => {
    const without = games.filter(({ gamePk }) => missed.includes(gamePk))
    const values = without.flatMap((game) => stat.value(game) ?? [])
    return out ? [{ name, rate: overRate(values, line.line, values.length) }] : []
  })
  return { rest: days && Math.round(days) - 1, absent }
}

/**
 * Builds the facts that the sentences about a recommended line may state.
 * @param window game window of the hit rates, in games
 */
export function lineFacts(
  judged: JudgedLine,
  { opposingPitcher, weather, opponent = null }: LineContext,
  window: number,
): LineFacts {
  const { line, stat, record, forecast, offer } = judged
  const { tonight, availability } = record
  const log = logOf(record)
  const history = lineTrend(stat, line.line, log, window)
  const rates = hitRates(stat.name, line.line, log, { opponent: null, hand: null })
  const values = history.bars.map((bar) => bar.value)
  const game = tonight ? findLineGame(tonight, opponent) : null
  const venueRates = rates.ok ? { HOME: rates.value.home, AWAY: rates.value.away } : null
  return {
    name: record.fullName,
    group: record.group === 'pitching' || record.group === 'hitting' ? record.group : 'other',
    stat: stat.name,
    line: line.line,
    oddsType: line.oddsType,
    side: forecast.call,
    chance: confidencePercent(forecast.chance),
    low: confidencePercent(forecast.low),
    high: confidencePercent(forecast.high),
    push: confidencePercent(forecast.push),
    alone: confidencePercent(forecast.alone),
    basis: forecast.basis,
    edge: isEdge(offer?.value?.low ?? null, [stat.name]),
    fairLine: forecast.fairLine,
    mean: forecast.mean,
    window: history.counts,
    recent: overRate(values, line.line, RECENT_GAMES),
    season: rates.ok ? rates.value.season : history.counts,
    venue: (tonight && !tonight.neutralSite && venueRates?.[tonight.homeAway]) || null,
    average: history.average,
    trend: history.trend,
    game,
    starter: record.group === 'hitting' ? starterOf(tonight, opposingPitcher) : null,
    park: game?.park && tonight ? findPark(stat.name, game.park, tonight.date) : null,
    weather,
    ...athleteFacts(judged),
    lineup: tonight?.lineup ?? null,
    news:
      availability && LABEL.test(availability.label)
        ? { label: availability.label, date: availability.date }
        : null,
  }
}
