import { randomUUID } from 'node:crypto'
import type { TestUser } from '@propsight/api/testing'
import { pickToRow } from '@propsight/shared/client'
import { fetchLinesAnswer, type Line, type Pick, startRunAnswer } from '@propsight/shared/contracts'

const LIFE_MS = 20 * 3_600_000

const pickOf = (line: Line, side: 'OVER' | 'UNDER', createdAt: number, at: number): Pick => ({
  id: `pick_${createdAt}_line${String(at).padStart(4, '0')}`,
  ...{ playerName: line.name, team: line.team, opponent: line.opponent, homeAway: line.homeAway },
  ...{ statType: line.statType, oddsType: line.oddsType, originalStats: line.stats },
  ...{ gameTime: line.gameTime, gameId: line.gameId, personId: null, sport: 'MLB', source: 'sample' },
  bettingAnalysis: { projectedTotal: null, recommendation: side, bettingLine: line.line },
  projectedStatLine: `${line.line} ${line.statType}, expected`,
  createdAt: new Date(createdAt).toISOString(),
  expiresAt: new Date(createdAt + LIFE_MS).toISOString(),
  ...{ confidence: 60, overHitPercentage: null, extractedStatLine: null, defensiveAnalysis: null },
  ...{ injuryImpact: null, recentForm: null, reasoning: '', games: [], unavailable: {} },
  sample: { window: 10, over: 6, under: 4, push: 0 },
})

export interface LinePickOptions {
  side?: 'OVER' | 'UNDER'
  /** How long ago the first was saved, in milliseconds; the others a second earlier each. */
  agoMs?: number
}

/** Picks as the board saves them, each of another club; `payer` pays for the board. */
export async function linePicks(
  url: string,
  payer: TestUser,
  count: number,
  { side = 'OVER', agoMs = 60_000 }: LinePickOptions = {},
): Promise<Pick[]> {
  const headers = { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' }
  const hold = { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }
  const run = await fetch(`${url}/api/runs`, { method: 'POST', headers, body: JSON.stringify(hold) })
  const { runId } = startRunAnswer.parse(await run.json())
  const query = new URLSearchParams({ category: 'Hits', limit: '300', runId })
  const board = await fetch(`${url}/api/fetch-lines?${query}`, { headers })
  const { players } = fetchLinesAnswer.parse(await board.json())
  const usual = players.filter(({ combo, promo, oddsType }) => !combo && !promo && oddsType === 'standard')
  const lines = [...new Map(usual.map((line) => [line.team, line])).values()].slice(0, count)
  if (lines.length < count) throw new Error(`the board has lines of ${lines.length} clubs only`)
  return lines.map((line, at) => pickOf(line, side, Date.now() - agoMs - at * 1_000, at))
}

/** Saves picks as their user's browser does, unseen by any page. */
export async function savePicks({ client, id }: TestUser, picks: readonly Pick[]): Promise<void> {
  const { error } = await client.from('my_picks').upsert(picks.map((pick) => pickToRow(pick, id)))
  if (error) throw new Error(`the picks were refused: ${error.message}`)
}

/** Ids of the user's saved picks, as the data service has them. */
export async function savedIds({ client }: TestUser): Promise<string[]> {
  const { data, error } = await client.from('my_picks').select('id').order('id')
  if (error) throw new Error(`the picks cannot be read: ${error.message}`)
  return data.map(({ id }) => id)
}

/** The user's parlays with their outcomes, as the data service has them. */
export async function savedParlays({ client }: TestUser): Promise<{ id: string; outcome: string }[]> {
  const { data, error } = await client.from('past_parlays').select('id,outcome')
  if (error) throw new Error(`the parlays cannot be read: ${error.message}`)
  return data
}
