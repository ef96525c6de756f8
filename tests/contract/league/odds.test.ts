import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statsScheduleSchema } from '@propsight/api/wire-formats'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const recorded = join(import.meta.dirname, '../../../../shared/recorded-odds')
const isRecorded = existsSync(recorded)
const skipped = isRecorded ? '' : ' (skipped: there is no ../shared/recorded-odds)'
const DAY = '2026-07-17'

let league: Awaited<ReturnType<typeof startTestLeague>>
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(`frozen:${DAY}T22:30:00Z`) })
})
afterAll(() => league?.close())

const read = async (path: string, query: Record<string, string> = {}): Promise<unknown> =>
  (await fetch(`${league.url}${path}?${new URLSearchParams({ apiKey: 'any', ...query })}`)).json()
const eventsSchema = z.array(
  z.object({ id: z.string(), commence_time: z.string(), home_team: z.string(), away_team: z.string() }),
)
const EVENTS = '/v4/sports/baseball_mlb/events'
const quotesSchema = z.object({
  bookmakers: z.array(
    z.object({ markets: z.array(z.object({ outcomes: z.array(z.object({ description: z.string() })) })) }),
  ),
})
const QUERY = {
  regions: 'us',
  markets: 'pitcher_strikeouts,batter_hits,batter_total_bases',
  oddsFormat: 'american',
}

/** All paths of keys in a value; elements of an array share one path. */
function keyPaths(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...keyPaths(each, `${path}[]`)]))
  if (typeof value !== 'object' || value === null) return new Set([`${path}: ${typeof value}`])
  return new Set(Object.entries(value).flatMap(([key, each]) => [...keyPaths(each, `${path}.${key}`)]))
}
const recordedPaths = (file: string) => keyPaths(JSON.parse(readFileSync(join(recorded, file), 'utf8')))

describe('odds service of the league', () => {
  it.runIf(isRecorded)(`has the keys and types of recorded props of one event${skipped}`, async () => {
    const [event] = eventsSchema.parse(await read(EVENTS))
    const paths = keyPaths(await read(`${EVENTS}/${event?.id}/odds`, QUERY))
    expect(paths).toEqual(recordedPaths('wnba_event_odds_player_props_2026-07-29.json'))
  })

  it.runIf(isRecorded)(`has the envelope of a recorded historical answer${skipped}`, async () => {
    const [event] = eventsSchema.parse(await read(EVENTS))
    const path = `/v4/historical/sports/baseball_mlb/events/${event?.id}/odds`
    const answer = z.looseObject({}).parse(await read(path, { ...QUERY, date: `${DAY}T18:00:00Z` }))
    const envelope = (paths: ReadonlySet<string>) =>
      [...paths].filter((each) => !each.startsWith('.data')).toSorted()
    expect(envelope(keyPaths(answer))).toEqual(envelope(recordedPaths('wnba_historical_odds.json')))
  })

  it.runIf(isRecorded)(`names clubs like recorded events${skipped}`, async () => {
    const file = readFileSync(join(recorded, 'mlb_odds_h2h_spreads_totals_2026-07-10.json'), 'utf8')
    const names = (events: z.infer<typeof eventsSchema>) =>
      events.flatMap((each) => [each.home_team, each.away_team])
    const clubs = new Set(names(eventsSchema.parse(await read(EVENTS))))
    const unknown = names(eventsSchema.parse(JSON.parse(file))).filter((name) => !clubs.has(name))
    expect(unknown).toEqual([])
  })

  it('agrees with the stats service on games, first pitches, starters and batting orders', async () => {
    const events = eventsSchema.parse(await read(EVENTS))
    const schedule = statsScheduleSchema.parse(
      await read('/api/v1/schedule', { sportId: '1', date: DAY, hydrate: 'team,probablePitcher,lineups' }),
    )
    const games = schedule.dates.flatMap((date) => date.games)
    expect(games.length).toBeGreaterThan(10)
    const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
    const fullNames = new Map(league.testHooks.world().people.map(({ id, fullName }) => [id, fullName]))
    let quoted = 0
    let scratched = 0
    let substitutes = 0
    for (const game of games) {
      const { home, away } = game.teams
      const event = events.find(
        (each) =>
          each.home_team === home.team.name &&
          each.away_team === away.team.name &&
          Date.parse(each.commence_time) === Date.parse(game.gameDate),
      )
      expect(event, `${away.team.name} at ${home.team.name}`).toBeDefined()
      const order = [...(game.lineups?.homePlayers ?? []), ...(game.lineups?.awayPlayers ?? [])]
      const ids = [home.probablePitcher, away.probablePitcher, ...order].map((player) => player?.id ?? 0)
      expect(ids).toHaveLength(20)
      const players = new Set(ids.map((id) => plain(fullNames.get(id) ?? '')))
      const answer = quotesSchema.parse(await read(`${EVENTS}/${event?.id}/odds`, QUERY))
      const names = new Set(
        answer.bookmakers.flatMap(({ markets }) =>
          markets.flatMap(({ outcomes }) => outcomes.map(({ description }) => plain(description))),
        ),
      )
      quoted += names.size
      scratched += [...names].filter((name) => !players.has(name)).length
      substitutes += [...players].filter((name) => !names.has(name)).length
    }
    // Books still expect players who are scratched later this evening, and do not quote their substitutes yet.
    expect(quoted).toBeGreaterThan(20 * 10)
    expect(scratched).toBeLessThan(games.length)
    expect(substitutes).toBeLessThanOrEqual(scratched)
  })
})
