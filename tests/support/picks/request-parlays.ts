import type { GenerateParlayBody, Line } from '@propsight/shared/contracts'
import { startBoard } from '../analysis/start-run.ts'

/** Before the first game of the sample league's day. */
export const BEFORE_FIRST_GAME = 'frozen:2026-07-18T16:00:00Z'
const PICKS = 4

const toPick = ({ name, team, statType, line, oddsType, gameTime }: Line, at: number) => ({
  id: `pick_1790000000000_parlay${at}`,
  name,
  team,
  statType,
  oddsType,
  gameTime,
  bettingLine: line,
  sport: 'MLB',
  confidence: 60,
  projectedStatLine: '1.2 hits',
  recommendation: 'OVER' as const,
  personId: null,
  injuryImpact: null,
  defensiveAnalysis: null,
  recentForm: null,
})

/**
 * Builds picks of different clubs from the board, in the format of the parlay request. Costs the user one
 * credit.
 * @throws Error if the board request fails or has too few lines
 */
export async function picksForParlays(url: string, token: string): Promise<GenerateParlayBody['myPicks']> {
  const { lines } = await startBoard(url, token, 'Hits')
  const byClub = new Map(
    lines.filter(({ combo, oddsType }) => !combo && oddsType === 'standard').map((line) => [line.team, line]),
  )
  const picks = [...byClub.values()].slice(0, PICKS).map(toPick)
  if (picks.length < PICKS) throw new Error(`the board has lines of ${picks.length} clubs only`)
  return picks
}

/** Requests parlays of two legs. */
export const requestParlays = (
  url: string,
  token: string,
  { myPicks, idempotencyKey }: Pick<GenerateParlayBody, 'myPicks' | 'idempotencyKey'>,
): Promise<Response> =>
  fetch(`${url}/api/parlay/generate-parlay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ idempotencyKey, parlaySize: 2, myPicks } satisfies GenerateParlayBody),
  })
