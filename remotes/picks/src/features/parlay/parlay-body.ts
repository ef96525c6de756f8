import type { GenerateParlayBody, Pick, PickRow } from '@propsight/shared/contracts'
import type { ParlayQuestion } from './parlay-state.ts'

type MyPick = GenerateParlayBody['myPicks'][number]

/** Maximum number of picks per call, from the contract. */
export const MOST_PARLAY_PICKS = 500
/**
 * Maximum text lengths of the contract. The server uses its own figures, so shortening does not change the
 * result.
 */
const LONGEST = { injuryImpact: 2000, defensiveAnalysis: 4000, recentForm: 2000 } as const
/** Sports whose picks include weather (P8). */
const OUTDOORS: readonly string[] = ['MLB', 'NFL']

function weatherOf({ sport, weather }: Pick): MyPick['weather'] {
  if (!weather || !OUTDOORS.includes(sport)) return null
  const { temperature, windSpeed, humidity, conditions } = weather
  return { temperature, windSpeed, humidity, conditions }
}

const myPick = (pick: Pick): MyPick => ({
  id: pick.id,
  name: pick.playerName,
  sport: pick.sport,
  confidence: pick.confidence,
  projectedStatLine: pick.projectedStatLine,
  bettingLine: pick.bettingAnalysis.bettingLine,
  recommendation: pick.bettingAnalysis.recommendation,
  statType: pick.statType,
  team: pick.team,
  oddsType: pick.oddsType,
  personId: pick.personId,
  gameTime: pick.gameTime?.slice(0, 40) ?? null,
  injuryImpact: pick.injuryImpact?.slice(0, LONGEST.injuryImpact) ?? null,
  defensiveAnalysis: pick.defensiveAnalysis?.slice(0, LONGEST.defensiveAnalysis) ?? null,
  recentForm: pick.recentForm?.slice(0, LONGEST.recentForm) ?? null,
  weather: weatherOf(pick),
})

/** The picks of the request: readable and not expired, the newest 500. */
export function legsFrom(rows: readonly PickRow[], now: number): MyPick[] {
  return rows
    .filter(({ expires_at }) => Date.parse(expires_at) > now)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .flatMap(({ pick }) => (pick ? [myPick(pick)] : []))
    .slice(0, MOST_PARLAY_PICKS)
}

/** Whether two requests are equal: the same size, and the same picks with the same contents. */
export function sameQuestion(a: ParlayQuestion, b: ParlayQuestion): boolean {
  const asked = ({ parlaySize, myPicks }: ParlayQuestion) => JSON.stringify([parlaySize, myPicks])
  return asked(a) === asked(b)
}
