import type { ServerResponse } from 'node:http'
import { type PlayerDetailBody, playerDetailResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import {
  club,
  clubHittingSplit,
  clubPitchingSplit,
  hittingSplit,
  pitchingSplit,
  rosterPerson,
  scheduledGame,
  teamStats,
  withLog,
} from '../../../../sources/testing/stats-bodies.ts'
import { startUpstream } from '../../../../sources/testing/test-upstream.ts'
import { evidenceOf } from '../../../../testing/fake-deps.ts'
import type { DetailTimeouts } from '../find-subject.ts'
import { playerDetail } from '../player-detail.ts'

export const TODAY = '2026-05-03'
export const BATTER: PlayerDetailBody['player'] = { name: 'Jose Pena', team: 'NYY', group: 'hitting' }
export const PITCHER: PlayerDetailBody['player'] = { name: 'Ansel Ode', team: 'BOS', group: 'pitching' }
export const BATTER_ID = 1
export const STARTER_ID = 2

/** The upstream requests of a player detail. */
export type Question =
  | 'roster'
  | 'teams'
  | 'schedule'
  | 'log'
  | 'club season'
  | 'club totals'
  | 'own splits'
  | 'starter splits'
  | 'vs pitcher'

export function questionOf({ pathname, searchParams }: URL): Question {
  if (pathname.endsWith('/sports/1/players')) return 'roster'
  if (pathname.endsWith('/teams/stats')) return 'club totals'
  if (pathname.endsWith('/teams')) return 'teams'
  if (pathname.endsWith('/schedule')) return searchParams.has('teamId') ? 'club season' : 'schedule'
  if (searchParams.get('stats')?.startsWith('vsPlayer')) return 'vs pitcher'
  if (pathname.endsWith(`/people/${STARTER_ID}/stats`)) return 'starter splits'
  return pathname.endsWith('/stats') ? 'own splits' : 'log'
}

export const HITTING = {
  plateAppearances: 44,
  atBats: 40,
  hits: 12,
  doubles: 2,
  triples: 0,
  homeRuns: 3,
  rbi: 9,
  baseOnBalls: 4,
  hitByPitch: 0,
  strikeOuts: 8,
  avg: '.300',
  obp: '.364',
  slg: '.575',
  ops: '.939',
}
export const PITCHING = {
  outs: 81,
  battersFaced: 108,
  strikeOuts: 30,
  baseOnBalls: 9,
  hits: 24,
  homeRuns: 3,
  earnedRuns: 9,
  wins: 3,
  losses: 1,
  era: '3.00',
  whip: '1.22',
  strikeoutsPer9Inn: '10.00',
  hitsPer9Inn: '8.00',
}
/** Body of `people/{id}/stats`: the season, and the splits against left- and right-handers. */
export const splitsBody = (group: string, season: object, left?: object, right?: object) => ({
  stats: [
    { type: { displayName: 'season' }, group: { displayName: group }, splits: [{ stat: season }] },
    {
      type: { displayName: 'statSplits' },
      group: { displayName: group },
      splits: [
        ...(left ? [{ split: { code: 'vl' }, stat: left }] : []),
        ...(right ? [{ split: { code: 'vr' }, stat: right }] : []),
      ],
    },
  ],
})
export const vsBody = (stat: object | null) => ({
  stats: [
    {
      type: { displayName: 'vsPlayerTotal' },
      group: { displayName: 'hitting' },
      splits: stat ? [{ stat }] : [],
    },
  ],
})

const ROSTER = [
  rosterPerson(BATTER_ID, 'José Peña', 147),
  { ...rosterPerson(STARTER_ID, 'Ansel Ode', 111, 'P'), pitchHand: { code: 'L' } },
  rosterPerson(3, 'Max Lee', 111),
  rosterPerson(4, 'Max Lee', 111),
  rosterPerson(5, 'Cy Arm', 111, 'P'),
]
/**
 * The batter's games, all at home against Boston. The starters are twice STARTER_ID, once pitcher 5, once
 * unknown.
 */
const GAMES = [10, 12, 14, 16].map((pk, at) => hittingSplit(pk, `2026-04-1${at}`, 2))
const STARTERS: Readonly<Record<number, number>> = { 10: STARTER_ID, 12: 5, 14: STARTER_ID }
const playedGame = (gamePk: number) => ({
  ...scheduledGame({ gamePk, day: '2026-04-10', state: 'Final', code: 'F' }),
  ...(STARTERS[gamePk] ? { teams: teamsWithStarter(STARTERS[gamePk]) } : {}),
})
const teamsWithStarter = (awayStarter: number) =>
  scheduledGame({ awayStarter, homeStarter: 9 }).teams as Record<string, object>

const DEFAULT_ANSWERS: Readonly<Record<Question, (url: URL) => unknown>> = {
  roster: () => ({ people: ROSTER }),
  teams: () => ({ teams: [club(147, 'NYY'), club(111, 'BOS')] }),
  schedule: ({ searchParams }) =>
    searchParams.get('date') === TODAY
      ? { dates: [{ date: TODAY, games: [scheduledGame({ day: TODAY, awayStarter: STARTER_ID })] }] }
      : { dates: [] },
  log: ({ searchParams }) => {
    const ids = (searchParams.get('personIds') ?? '').split(',').map(Number)
    const pitching = searchParams.get('hydrate')?.includes('pitching')
    return {
      people: ROSTER.filter(({ id }) => ids.includes(id)).map((person) =>
        pitching
          ? withLog(person, 'pitching', [pitchingSplit(12, '2026-04-11', 7)])
          : withLog(person, 'hitting', GAMES),
      ),
    }
  },
  'club season': () => ({ dates: [{ date: '2026-04-10', games: [10, 12, 14, 16].map(playedGame) }] }),
  'club totals': ({ searchParams }) =>
    teamStats(
      [111, 147].map((id) =>
        searchParams.get('group') === 'pitching' ? clubPitchingSplit(id, 30) : clubHittingSplit(id, 30),
      ),
    ),
  'own splits': (url) =>
    url.searchParams.get('group') === 'pitching'
      ? splitsBody('pitching', PITCHING, PITCHING, PITCHING)
      : splitsBody('hitting', HITTING, HITTING, HITTING),
  'starter splits': () => splitsBody('pitching', PITCHING, PITCHING, PITCHING),
  'vs pitcher': () => vsBody({ atBats: 5, hits: 2, homeRuns: 1, baseOnBalls: 1, strikeOuts: 2, avg: '.400' }),
}

export type Answer = (url: URL, response: ServerResponse) => unknown

const LONG_TIMEOUTS = { needed: 10_000, optional: 10_000 }
const SHORT_TIMEOUTS = { needed: 500, optional: 250 }

/**
 * Fixture: the real upstream clients with a stub service.
 * @param changes answers that replace the default ones
 * @param shortTimeouts short timeouts, for requests that are never answered
 */
export async function createDetailFixture(
  changes: Partial<Record<Question, Answer>> = {},
  {
    shortTimeouts = false,
    timeLimits = shortTimeouts ? SHORT_TIMEOUTS : LONG_TIMEOUTS,
  }: { shortTimeouts?: boolean; timeLimits?: DetailTimeouts } = {},
) {
  const changed = { ...changes }
  const { upstream, asked } = await startUpstream((url, response) => {
    if (url.pathname.endsWith('/projections')) return { data: [], included: [] }
    const question = questionOf(url)
    return (changed[question] ?? DEFAULT_ANSWERS[question])(url, response)
  })
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
  const sources = { upstream, clock: parseLeagueClock(`frozen:${TODAY}T15:00:00Z`), log }
  const parts = { ...sources, propEvidence: evidenceOf(sources) }
  const ask = async (player = BATTER, gamePk?: number) =>
    playerDetailResponse.parse(
      JSON.parse(JSON.stringify(await playerDetail(parts, { player, gamePk }, timeLimits))),
    )
  return { ask, asked, parts, changed, logged }
}
