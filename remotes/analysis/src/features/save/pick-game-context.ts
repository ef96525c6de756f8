import { pickWeather } from '@propsight/shared/client'
import type { Pick, PlayerDetail, Recommendation, TeamWeather } from '@propsight/shared/contracts'
import { canonicalClubCode, FIELD_SPORTS, sportOfMarket } from '@propsight/shared/domain'
import { BASEBALL_CLUBS, type Roof } from '@propsight/shared/domain/clubs'
import { availabilityText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

/** Sources of the game context of a pick. */
export interface GameContextSources {
  /** Weather of the game; null if unknown. */
  weather: TeamWeather | null
  /** Recommendation of AI mode about the line; null if there is none. */
  advice: Recommendation | null
  /** Data of the player's detail view; null if it was not opened in this run. */
  detail: PlayerDetail | null
}

const NOT_OPENED = 'in the player’s detail view, which was not open when this pick was saved'
const PITCHES = 'The line is on a pitcher, who does not bat.'

type GameContextParts = {
  [Part in
    | 'injuryImpact'
    | 'weather'
    | 'stadiumFactors'
    | 'opposingPitcher'
    | 'batterVsPitcherHistory'
    | 'defensiveAnalysis']: NonNullable<Pick[Part]> | null
}
/** A part of a pick, or the reason for its absence. */
type PartOrReason<Part extends keyof GameContextParts> = NonNullable<GameContextParts[Part]> | { why: string }

function weatherOf(weather: TeamWeather | null): PartOrReason<'weather'> {
  if (!weather) return { why: 'The weather of the game was not known when the pick was saved.' }
  return pickWeather(weather) ?? { why: 'The game is played under a fixed roof.' }
}

function injuryOf({ record: { availability } }: RankedLine): PartOrReason<'injuryImpact'> {
  if (!availability) return { why: 'No injury or move of the player is known.' }
  return `${availabilityText(availability, availability.date)}. ${availability.text}`
}

const ROOFS: Record<Roof, string> = {
  open: 'open air',
  retractable: 'retractable roof',
  dome: 'fixed roof',
}

/** Team code of the home club; null if unknown. */
function homeClub({ line, tonight }: RankedLine): string | null {
  if (tonight) return tonight.homeTeam
  if (line.homeAway === null) return null
  return line.homeAway === 'HOME' ? line.team : line.opponent
}

function describeStadium(card: RankedLine): PartOrReason<'stadiumFactors'> {
  const home = canonicalClubCode(homeClub(card) ?? '')
  const club = BASEBALL_CLUBS.find(({ code }) => canonicalClubCode(code) === home)
  if (!club) return { why: 'The park of the game was not known when the pick was saved.' }
  if (card.tonight?.neutralSite) return { why: 'The game is not at the park of the home club.' }
  const { name, roof, elevationFeet } = club.stadium
  const homeRuns = card.tonight?.homeRunFactor
  if (homeRuns === undefined)
    return { why: `The park factors of ${name}, ${club.city} were not known when the pick was saved.` }
  return {
    city: club.city,
    factors: { overall: { homeRuns } },
    handednessAdvantage: null,
    specialFeatures: `${name}: ${ROOFS[roof]}, ${elevationFeet.toLocaleString('en-US')} feet above sea level`,
  }
}

function describePitcher(
  { record, tonight }: RankedLine,
  { advice, detail }: GameContextSources,
): PartOrReason<'opposingPitcher'> {
  if (record.group === 'pitching') return { why: PITCHES }
  const read = detail?.opposingPitcher ?? advice?.opposingPitcher
  if (read) return read
  if (detail?.missing.opposingPitcher) return { why: detail.missing.opposingPitcher }
  const starter = tonight?.starter
  return {
    why: starter
      ? `The starter is ${starter.name}; a starter’s season is ${NOT_OPENED}.`
      : 'No opposing starter was announced.',
  }
}

function describeMeetings(
  { record }: RankedLine,
  { detail }: GameContextSources,
): PartOrReason<'batterVsPitcherHistory'> {
  if (record.group === 'pitching') return { why: PITCHES }
  if (detail) return detail.vsPitcher ?? { why: detail.missing.vsPitcher ?? 'They have not met before.' }
  return { why: `Past meetings are ${NOT_OPENED}.` }
}

/** Factors of the forecast about the opponent: 'opposing starter', "starter's hand", 'opponent'. */
const OPPONENT_FACTOR = /^oppo|^starter's hand$/

function describeDefense(
  { line }: RankedLine,
  { detail }: GameContextSources,
): PartOrReason<'defensiveAnalysis'> {
  if (!detail) return { why: `The opponent’s effect on the forecast is ${NOT_OPENED}.` }
  const steps = detail.why.find(({ stat }) => stat === line.statType)?.steps ?? []
  const notes = steps.flatMap(({ factor, note }) =>
    note && OPPONENT_FACTOR.test(factor)
      ? `${factor.charAt(0).toUpperCase()}${factor.slice(1)}: ${note}.`
      : [],
  )
  return notes.join(' ') || { why: 'The forecast has no data on the opponent.' }
}

const OF_BASEBALL = { why: 'Picks of baseball have it.' }

/** Collects the game context of a pick, and the reason for each part that is null. */
export function collectGameContext(
  card: RankedLine,
  context: GameContextSources,
): { gameContext: GameContextParts; why: Record<string, string> } {
  const gameContext: GameContextParts = {
    injuryImpact: null,
    weather: null,
    stadiumFactors: null,
    opposingPitcher: null,
    batterVsPitcherHistory: null,
    defensiveAnalysis: null,
  }
  const sport = sportOfMarket(card.line.statType)
  const isBaseball = sport === 'MLB'
  const parts: { [Part in keyof GameContextParts]: PartOrReason<Part> } = {
    injuryImpact: injuryOf(card),
    weather: FIELD_SPORTS[sport] ? weatherOf(context.weather) : OF_BASEBALL,
    stadiumFactors: isBaseball ? describeStadium(card) : OF_BASEBALL,
    opposingPitcher: isBaseball ? describePitcher(card, context) : OF_BASEBALL,
    batterVsPitcherHistory: isBaseball ? describeMeetings(card, context) : OF_BASEBALL,
    defensiveAnalysis: isBaseball ? describeDefense(card, context) : OF_BASEBALL,
  }
  const why: Record<string, string> = {
    handednessAdvantage: 'The park factors do not split left- and right-handed batters.',
  }
  for (const [part, found] of Object.entries(parts)) {
    if (typeof found === 'object' && 'why' in found) why[part] = found.why
    else Object.assign(gameContext, { [part]: found })
  }
  return { gameContext, why }
}
