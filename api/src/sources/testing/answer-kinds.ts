import { readAnswer } from '@propsight/shared/contracts'
import { MLB_ODDS } from '@propsight/shared/domain'
import { type ZodType, z } from 'zod'
import { espnScoreboardSchema } from '../espn/format.ts'
import { parseBoard } from '../lines/lines-client.ts'
import { oddsApiEventOddsSchema, oddsApiEventsSchema } from '../odds/format.ts'
import { readPrices } from '../odds/read-prices.ts'
import { hittingGames, pitchingGames } from '../stats/compact-game.ts'
import { statsBoxscoreSchema } from '../stats/format/game.ts'
import { statsPeopleSchema, statsTeamsSchema } from '../stats/format/roster.ts'
import { listGames, statsOrdersSchema, statsScheduleSchema } from '../stats/format/schedule.ts'
import { clubHittingSchema, clubPitchingSchema, statsTotalsSchema } from '../stats/format/season-stats.ts'
import { statsAnswerSchema } from '../stats/format/splits.ts'
import { nwsForecastSchema, nwsHours, openMeteoAnswerSchema, openMeteoHours } from '../weather/format.ts'
import { footballEvent } from './football-event.ts'
import { nwsHourlyBody, openMeteoBody } from './forecast-bodies.ts'
import {
  battingCounts,
  club,
  clubHittingSplit,
  clubPitchingSplit,
  hittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
} from './stats-bodies.ts'

/** A kind of answer with a list of three entries. */
interface AnswerKind {
  /** The answer with these entries. */
  body(entries: readonly unknown[]): unknown
  entries: readonly object[]
  /** Identities of the entries that the product reads. */
  read(body: unknown): Promise<readonly unknown[]> | readonly unknown[]
}

const parsed = <T>(schema: ZodType<T>, body: unknown): T => readAnswer(schema, body).value
const NO_CODES = new Map<number, string>()

const projection = (id: string) => ({
  type: 'projection',
  id,
  attributes: {
    description: 'BOS',
    line_score: 1.5,
    odds_type: 'standard',
    stat_type: 'Hits',
    start_time: '2026-07-15T19:00:00-04:00',
    status: 'pre_game',
    game_id: 'g',
    is_promo: false,
    flash_sale_line_score: null,
    is_live: false,
    in_game: false,
  },
  relationships: { new_player: { data: { type: 'new_player', id: `player ${id}` } } },
})
const bookPlayer = (id: string) => ({
  type: 'new_player',
  id: `player ${id}`,
  attributes: { name: `Player ${id}`, team: 'NYY', position: 'OF', league: 'MLB', combo: false },
})
const outcome = (name: string, player = 'Ansel Ode') => ({
  name,
  description: player,
  price: -110,
  point: 5.5,
})
const market = (...outcomes: object[]) => ({
  key: 'pitcher_strikeouts',
  last_update: '2026-07-15T12:00:00Z',
  outcomes,
})
const bookmaker = (key: string) => ({
  key,
  title: key,
  last_update: '2026-07-15T12:00:00Z',
  markets: [market(outcome('Over'), outcome('Under'))],
})
const listedEvent = (id: string) => ({
  id,
  commence_time: '2026-07-15T23:00:00Z',
  home_team: 'Boston Red Sox',
  away_team: 'New York Yankees',
})
const boxPlayer = (id: number) => ({
  person: { id, fullName: `Player ${id}` },
  position: { abbreviation: 'CF' },
  battingOrder: '100',
  stats: { batting: battingCounts(1), pitching: {} },
})
const boxSide = (players: Record<string, unknown>) => ({
  team: { id: 147 },
  players,
  batters: [],
  pitchers: [],
})
const byId = <T>(make: (id: string) => T): T[] => ['1', '2', '3'].map(make)

/** Every kind of answer that the product reads, by name. */
export const KINDS: Readonly<Record<string, AnswerKind>> = {
  'a schedule': {
    entries: [1, 2, 3].map((gamePk) => scheduledGame({ gamePk, homeStarter: 5, lineup: [1, 2] })),
    body: (games) => ({ dates: [{ date: '2026-05-03', games }] }),
    read: (body) => listGames(parsed(statsScheduleSchema, body)).map(({ gamePk }) => gamePk),
  },
  'the days of a schedule': {
    entries: [1, 2, 3].map((gamePk) => ({ date: '2026-05-03', games: [scheduledGame({ gamePk })] })),
    body: (dates) => ({ dates }),
    read: (body) => listGames(parsed(statsScheduleSchema, body)).map(({ gamePk }) => gamePk),
  },
  'batting orders': {
    entries: [1, 2, 3].map((gamePk) => scheduledGame({ gamePk, lineup: [1, 2] })),
    body: (games) => ({ dates: [{ games }] }),
    read: (body) =>
      parsed(statsOrdersSchema, body).dates.flatMap(({ games }) => games.map(({ gamePk }) => gamePk)),
  },
  people: {
    entries: [1, 2, 3].map((id) => rosterPerson(id, `Player ${id}`, 147)),
    body: (people) => ({ people }),
    read: (body) => parsed(statsPeopleSchema, body).people.map(({ id }) => id),
  },
  clubs: {
    entries: [108, 109, 110].map((id) => club(id, `C${id}`)),
    body: (teams) => ({ teams }),
    read: (body) => parsed(statsTeamsSchema, body).teams.map(({ id }) => id),
  },
  'batting totals of clubs': {
    entries: [1, 2, 3].map((id) => clubHittingSplit(id)),
    body: teamStats,
    read: (body) =>
      parsed(statsTotalsSchema(clubHittingSchema), body).stats.flatMap(({ splits }) =>
        splits.map(({ team }) => team.id),
      ),
  },
  'pitching totals of clubs': {
    entries: [1, 2, 3].map((id) => clubPitchingSplit(id)),
    body: teamStats,
    read: (body) =>
      parsed(statsTotalsSchema(clubPitchingSchema), body).stats.flatMap(({ splits }) =>
        splits.map(({ team }) => team.id),
      ),
  },
  'the log of a batter': {
    entries: [1, 2, 3].map((gamePk) => hittingSplit(gamePk, '2026-05-01', gamePk)),
    body: (splits) => splits,
    read: (body) =>
      hittingGames(z.array(z.unknown()).parse(body), NO_CODES).games.map(({ gamePk }) => gamePk),
  },
  'the log of a pitcher': {
    entries: [1, 2, 3].map((gamePk) => pitchingSplit(gamePk, '2026-05-01', gamePk)),
    body: (splits) => splits,
    read: (body) =>
      pitchingGames(z.array(z.unknown()).parse(body), NO_CODES).games.map(({ gamePk }) => gamePk),
  },
  'splits of a player': {
    entries: ['2024', '2025', '2026'].map((season) => ({ season, team: { id: 147 }, stat: { hits: 1 } })),
    body: (splits) => ({ stats: [{ type: { displayName: 'season' }, splits }] }),
    read: (body) =>
      parsed(statsAnswerSchema, body).stats.flatMap(({ splits }) => splits.map(({ season }) => season)),
  },
  'the players of a box score': {
    entries: [1, 2, 3].map(boxPlayer),
    body: (players) => ({
      teams: {
        home: boxSide(Object.fromEntries(players.map((player, index) => [`ID${index + 1}`, player]))),
        away: boxSide({}),
      },
    }),
    read: (body) => {
      const { players } = parsed(statsBoxscoreSchema, body).teams.home
      return Object.values(players).map(({ person }) => person.id)
    },
  },
  'the lines of the book': {
    entries: byId(projection),
    body: (data) => data,
    read: async (body) => {
      const { lines } = await parseBoard(z.array(z.unknown()).parse(body), byId(bookPlayer), 'MLB')
      return lines.map(({ id }) => id)
    },
  },
  'the players of the book': {
    entries: byId(bookPlayer),
    body: (included) => included,
    read: async (body) => {
      const { lines } = await parseBoard(byId(projection), z.array(z.unknown()).parse(body), 'MLB')
      return lines.map(({ id }) => id)
    },
  },
  'the games of the odds service': {
    entries: byId(listedEvent),
    body: (events) => events,
    read: (body) => parsed(oddsApiEventsSchema, body).map(({ id }) => id),
  },
  'the books of a game': {
    entries: byId(bookmaker),
    body: (bookmakers) => ({ ...listedEvent('1'), bookmakers }),
    read: (body) => readPrices(MLB_ODDS, parsed(oddsApiEventOddsSchema, body)).prices.map(({ book }) => book),
  },
  'the markets of a book': {
    entries: byId((id) => market(outcome('Over', id), outcome('Under', id))),
    body: (markets) => ({ bookmakers: [{ ...bookmaker('north'), markets }] }),
    read: (body) =>
      readPrices(MLB_ODDS, parsed(oddsApiEventOddsSchema, body)).prices.map(({ player }) => player),
  },
  'the sides of a market': {
    entries: byId((id) => outcome('Over', id)),
    body: (outcomes) => ({ bookmakers: [{ ...bookmaker('north'), markets: [{ ...market(), outcomes }] }] }),
    read: (body) =>
      readPrices(MLB_ODDS, parsed(oddsApiEventOddsSchema, body)).prices.map(({ player }) => player),
  },
  'a football scoreboard': {
    entries: byId((id) => footballEvent({ id })),
    body: (events) => ({ events }),
    read: (body) => parsed(espnScoreboardSchema, body).events.map(({ id }) => id),
  },
  'the hours of the National Weather Service': {
    entries: [1, 2, 3].map((hour) => ({
      ...nwsHourlyBody().properties.periods[0],
      startTime: `2026-07-15T0${hour}:00:00Z`,
    })),
    body: (periods) => ({ properties: { updateTime: '2026-07-15T00:00:00Z', periods } }),
    read: (body) => nwsHours(parsed(nwsForecastSchema, body).properties).map(({ at }) => at),
  },
  'the places of Open-Meteo': {
    entries: [1, 2, 3].map((place) => openMeteoBody(`2026-07-1${place}T00:00:00Z`, 1)),
    body: (places) => places,
    read: (body) =>
      parsed(openMeteoAnswerSchema, body).flatMap((place) =>
        // A place whose times have an offset is refused by the client.
        place?.utc_offset_seconds === 0 ? openMeteoHours(place).map(({ at }) => at) : [],
      ),
  },
}

/** Optional fields by kind of answer: without them, the entry itself must remain. */
export const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'a schedule':
    'venue teams.home.probablePitcher gameNumber officialDate doubleHeader lineups teams.home.score status.startTimeTBD status.detailedState teams.home.team.abbreviation teams.home.team.name season gameType lineups.homePlayers'.split(
      ' ',
    ),
  'the days of a schedule': ['date'],
  people: ['currentTeam', 'primaryPosition', 'batSide', 'batSide.code', 'pitchHand', 'active', 'firstName'],
  clubs: ['name', 'abbreviation', 'teamName', 'venue'],
  'batting totals of clubs': ['stat.rbi', 'stat.runs', 'stat.hitByPitch', 'stat.stolenBases'],
  'pitching totals of clubs': ['stat.runs', 'stat.hitBatsmen', 'stat.doubles', 'stat.stolenBases'],
  'the log of a batter': [
    'opponent',
    'opponent.name',
    'gameType',
    'game.gameNumber',
    'stat.rbi',
    'stat.runs',
  ],
  'the log of a pitcher': ['opponent', 'stat.outs', 'stat.earnedRuns', 'stat.runs'],
  'the players of a box score': ['position', 'battingOrder', 'stats.batting.rbi', 'stats.pitching.outs'],
  'the lines of the book':
    'odds_type status game_id is_promo flash_sale_line_score is_live in_game description'
      .split(' ')
      .map((field) => `attributes.${field}`),
  'the players of the book': ['team', 'position', 'league', 'combo'].map((field) => `attributes.${field}`),
  'the books of a game': ['title', 'last_update'],
  'the markets of a book': ['last_update'],
  'a football scoreboard':
    'shortName competitions.0.venue competitions.0.neutralSite competitions.0.timeValid competitions.0.competitors.0.score status.type.name status.type.completed'.split(
      ' ',
    ),
  'the hours of the National Weather Service':
    'temperature temperatureUnit windSpeed windDirection shortForecast probabilityOfPrecipitation relativeHumidity isDaytime number endTime'.split(
      ' ',
    ),
  'the places of Open-Meteo': [
    'utc_offset_seconds',
    'timezone',
    'hourly_units',
    'hourly.temperature_2m',
    'hourly.wind_speed_10m.0',
    'latitude',
  ],
}
