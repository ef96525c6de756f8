import type { TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { pickToRow } from '@propsight/shared/client'
import type { Line, Pick } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import * as z from 'zod'
import { startBoard } from '../analysis/start-run.ts'

const PICK_LIFETIME_MS = 20 * 3_600_000

const pickOf = (line: Line, side: 'OVER' | 'UNDER', createdAt: number, at: number): Pick => ({
  id: `pick_${createdAt}_line${String(at).padStart(4, '0')}`,
  playerName: line.name,
  team: line.team,
  opponent: line.opponent,
  homeAway: line.homeAway,
  statType: line.statType,
  oddsType: line.oddsType,
  originalStats: line.stats,
  gameTime: line.gameTime,
  gameId: line.gameId,
  personId: null,
  sport: 'MLB',
  source: 'sample',
  bettingAnalysis: { projectedTotal: null, recommendation: side, bettingLine: line.line },
  projectedStatLine: `${line.line} ${line.statType}, expected`,
  createdAt: new Date(createdAt).toISOString(),
  expiresAt: new Date(createdAt + PICK_LIFETIME_MS).toISOString(),
  confidence: 60,
  overHitPercentage: null,
  extractedStatLine: null,
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  reasoning: '',
  games: [],
  unavailable: {},
  sample: { window: 10, over: 6, under: 4, push: 0 },
})

export interface LinePickOptions {
  side?: 'OVER' | 'UNDER'
  /** Age of the first pick in milliseconds; every further pick is one second older. */
  agoMs?: number
}

/** Builds picks as the board saves them, each of another club. `payer` is charged for the board. */
export async function createBoardPicks(
  url: string,
  payer: TestUser,
  count: number,
  { side = 'OVER', agoMs = 60_000 }: LinePickOptions = {},
): Promise<Pick[]> {
  const board = await startBoard(url, payer.token, 'Hits')
  const standardLines = board.lines.filter(
    ({ combo, promo, oddsType }) => !combo && !promo && oddsType === 'standard',
  )
  const lines = [...new Map(standardLines.map((line) => [line.team, line])).values()].slice(0, count)
  if (lines.length < count) throw new Error(`the board has lines of ${lines.length} clubs only`)
  return lines.map((line, at) => pickOf(line, side, Date.now() - agoMs - at * 1_000, at))
}

/** The day of the sample league used by the tests, and a time when all of its games are final. */
const DAY = '2026-07-18'
const NEXT_MORNING = 'frozen:2026-07-19T12:00:00Z'

const scheduleSchema = z.object({
  dates: z.array(
    z.object({
      games: z.array(
        z.object({ gamePk: z.int(), gameDate: z.string(), status: z.object({ codedGameState: z.string() }) }),
      ),
    }),
  ),
})
const sideSchema = z.object({
  team: z.object({ id: z.int(), abbreviation: z.string() }),
  players: z.record(
    z.string(),
    z.object({
      person: z.object({ id: z.int(), fullName: z.string() }),
      stats: z.object({
        batting: z.object({ hits: z.int().default(0), plateAppearances: z.int().default(0) }).prefault({}),
      }),
    }),
  ),
})
const boxSchema = z.object({ teams: z.object({ home: sideSchema, away: sideSchema }) })
const peopleSchema = z.object({
  people: z.array(
    z.object({
      id: z.int(),
      fullName: z.string(),
      currentTeam: z.object({ id: z.int() }).optional(),
      primaryPosition: z.object({ abbreviation: z.string() }).optional(),
    }),
  ),
})

/**
 * Builds picks of the league's day with known results, read from the same league on the next morning: a
 * batter with exactly one hit (a push at a line of 1), and a batter without a plate appearance in the club's
 * game (no game).
 */
export async function createSettledPicks(): Promise<{ push: Pick; noGame: Pick }> {
  const league = await startTestLeague({ clock: parseLeagueClock(NEXT_MORNING) })
  try {
    const json = async (path: string) => (await fetch(league.url + path)).json()
    const { dates } = scheduleSchema.parse(await json(`/api/v1/schedule?sportId=1&date=${DAY}`))
    const game = dates[0]?.games.find(({ status }) => status.codedGameState === 'F')
    if (!game) throw new Error('no game of the day was finished')
    const { home, away } = boxSchema.parse(await json(`/api/v1/game/${game.gamePk}/boxscore`)).teams
    const { people } = peopleSchema.parse(await json('/api/v1/sports/1/players?season=2026'))
    const played = new Map(Object.values(home.players).map((player) => [player.person.id, player]))
    const batters = people.filter(
      ({ currentTeam, primaryPosition }) =>
        currentTeam?.id === home.team.id && primaryPosition?.abbreviation !== 'P',
    )
    const pickOn = (person: { id: number; fullName: string } | undefined, at: number): Pick => {
      if (!person) throw new Error(`the game ${game.gamePk} has no such player`)
      const line: Line = {
        id: `known-${at}`,
        name: person.fullName,
        team: home.team.abbreviation,
        position: '',
        stats: '1 More Hits',
        statType: 'Hits',
        line: 1,
        oddsType: 'standard',
        regularLine: null,
        opponent: away.team.abbreviation,
        homeAway: 'HOME',
        gameTime: game.gameDate,
        gameId: null,
        combo: false,
        promo: false,
      }
      return { ...pickOf(line, 'OVER', Date.now(), 9_000 + at), personId: person.id }
    }
    return {
      push: pickOn(
        batters.find(({ id }) => played.get(id)?.stats.batting.hits === 1),
        0,
      ),
      noGame: pickOn(
        batters.find(({ id }) => !played.get(id)?.stats.batting.plateAppearances),
        1,
      ),
    }
  } finally {
    await league.close()
  }
}

/** Saves picks through the data service as their user, without a page. */
export async function savePicks({ client, id }: TestUser, picks: readonly Pick[]): Promise<void> {
  const { error } = await client.from('my_picks').upsert(picks.map((pick) => pickToRow(pick, id)))
  if (error) throw new Error(`the picks were refused: ${error.message}`)
}

/** Reads the ids of the user's saved picks from the data service. */
export async function readPickIds({ client }: TestUser): Promise<string[]> {
  const { data, error } = await client.from('my_picks').select('id').order('id')
  if (error) throw new Error(`the picks cannot be read: ${error.message}`)
  return data.map(({ id }) => id)
}

/** Reads the user's parlays and their outcomes from the data service. */
export async function readParlays({ client }: TestUser): Promise<{ id: string; outcome: string }[]> {
  const { data, error } = await client.from('past_parlays').select('id,outcome')
  if (error) throw new Error(`the parlays cannot be read: ${error.message}`)
  return data
}
