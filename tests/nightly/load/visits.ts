import { randomUUID } from 'node:crypto'
import { pickToRow } from '@propsight/shared/client'
import { PITCHER_PHASES, type Pick } from '@propsight/shared/contracts'
import type { Request } from 'autocannon'
import type { ClusterUser } from '../../support/cluster/start-cluster.ts'
import type { Acknowledged } from '../../support/faults/background-load.ts'
import type { VisitData } from './environment.ts'

/**
 * Visits of two sessions of a typical user. There is no usage data yet, so each number is an assumption: the page and
 * the weather are opened once a session, two markets are analyzed, three picks are saved in two syncs at most, every
 * second session ends in a parlay or opens the pitchers page.
 */
export const VISITS_OF_TWO_SESSIONS = {
  page: 2,
  weather: 2,
  board: 4,
  save: 6,
  sync: 3,
  parlay: 1,
  pitchers: 1,
} as const
export type Visit = keyof typeof VISITS_OF_TWO_SESSIONS
export const VISITS = Object.keys(VISITS_OF_TWO_SESSIONS) as Visit[]
export const VISITS_PER_SESSION = VISITS.reduce((sum, visit) => sum + VISITS_OF_TWO_SESSIONS[visit], 0) / 2
/** The share of this visit in all visits, 0 to 1. */
export const shareOf = (visit: Visit): number => VISITS_OF_TWO_SESSIONS[visit] / 2 / VISITS_PER_SESSION

const PICK_LIFE_MS = 20 * 3_600_000
/** Picks in the list of a sync. */
const SYNCED_PICKS = 5
const FORECASTS = 3

/** What happened to the visits of one run of the load. */
export interface Tally {
  /** Visits of which every answer was complete. */
  good: number
  /** Requests refused with 429 or 503, and those of them without Retry-After. */
  refused: number
  withoutRetryAfter: number
  /** Other failed requests by status and route. */
  errors: Map<string, number>
  /** Written rows that the product confirmed. */
  acknowledged: Acknowledged
}

export const emptyTally = (): Tally => ({
  good: 0,
  refused: 0,
  withoutRetryAfter: 0,
  errors: new Map(),
  acknowledged: { picks: [], runs: [], parlays: [] },
})

/** State of the visit that a connection makes. */
interface VisitState {
  failed?: boolean
  runId?: string
}

interface Step {
  route: string
  path: string | ((state: VisitState) => string)
  token?: string
  headers?: Record<string, string>
  body?: object | ((state: VisitState) => object)
  /** Reads a successful answer. */
  read?(body: string, state: VisitState): void
}

const choose = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}

/** A visit makes new requests each time: its users, boards, keys and picks are chosen when it begins. */
function stepsOf(visit: Visit, data: VisitData, { picks, runs, parlays }: Acknowledged): Step[] {
  const user: ClusterUser = choose(data.users)
  const { token } = user
  const newPick = (): Pick => {
    const now = Date.now()
    return {
      ...choose(data.picks),
      id: `pick_${now}_${randomUUID().replaceAll('-', '').slice(0, 12)}`,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + PICK_LIFE_MS).toISOString(),
    }
  }
  const noteSaved = (saved: readonly Pick[]) => {
    for (const { id } of saved) picks.push({ user: user.id, id })
  }
  switch (visit) {
    case 'page':
      return [
        { route: 'page', path: '/', headers: { accept: 'text/html' } },
        { route: 'remotes', path: '/api/remotes' },
      ]
    case 'weather':
      return [
        { route: 'games today', path: '/api/games/today' },
        ...Array.from({ length: FORECASTS }, () => ({
          route: 'weather',
          path: `/api/weather/${choose(data.clubs)}?sport=baseball`,
        })),
      ]
    case 'board': {
      const { category, players } = choose(data.boards)
      const brotli = { 'accept-encoding': 'br' }
      return [
        {
          route: 'runs',
          path: '/api/runs',
          token,
          body: { feature: 'quick', category, idempotencyKey: randomUUID() },
          read: (body, state) => {
            state.runId = JSON.parse(body).runId
          },
        },
        {
          route: 'lines',
          path: ({ runId = '' }) =>
            `/api/fetch-lines?${new URLSearchParams({ category, limit: '300', runId })}`,
          token,
          headers: brotli,
          read: (_, { runId = '' }) => void runs.push({ user: user.id, id: runId }),
        },
        {
          route: 'game logs',
          path: '/api/game-logs',
          token,
          headers: brotli,
          body: ({ runId }) => ({ runId, players }),
        },
      ]
    }
    case 'save': {
      const pick = newPick()
      return [
        {
          route: 'save',
          path: '/rest/v1/my_picks?on_conflict=user_id%2Cid',
          token,
          headers: { apikey: data.publishableKey, prefer: 'resolution=merge-duplicates' },
          body: pickToRow(pick, user.id),
          read: () => noteSaved([pick]),
        },
      ]
    }
    case 'sync': {
      const list = Array.from({ length: SYNCED_PICKS }, newPick)
      return [
        { route: 'sync', path: '/api/sync-picks', token, body: { picks: list }, read: () => noteSaved(list) },
      ]
    }
    case 'parlay':
      return [
        {
          route: 'parlay',
          path: '/api/parlay/generate-parlay',
          token,
          body: { idempotencyKey: randomUUID(), parlaySize: 2, myPicks: data.parlayPicks },
          read: (body) => {
            for (const { id } of JSON.parse(body).parlays) parlays.push({ user: user.id, id })
          },
        },
      ]
    case 'pitchers':
      return [{ route: 'pitchers', path: `/api/pitchers?phase=${choose(PITCHER_PHASES)}` }]
  }
}

const resolve = <T>(value: T | ((state: VisitState) => T), state: VisitState): T =>
  typeof value === 'function' ? (value as (state: VisitState) => T)(state) : value

/** The requests of one visit for autocannon, which counts their outcomes in the tally. */
export function requestsOf(visit: Visit, data: VisitData, tally: Tally): Request[] {
  const begin = () => ({ steps: stepsOf(visit, data, tally.acknowledged), state: {} as VisitState })
  let current = begin()
  const count = current.steps.length
  return Array.from({ length: count }, (_, at): Request => {
    const isLast = at === count - 1
    return {
      setupRequest(request) {
        if (at === 0) current = begin()
        const step = current.steps[at] as Step
        const body = resolve(step.body, current.state)
        return {
          ...request,
          method: body ? 'POST' : 'GET',
          path: resolve(step.path, current.state),
          headers: {
            ...(step.token ? { authorization: `Bearer ${step.token}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...step.headers,
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }
      },
      onResponse(status, body, _context, headers) {
        const { state, steps } = current
        const step = steps[at] as Step
        if (status >= 200 && status < 300) step.read?.(body, state)
        // What follows a refused step of a visit fails, too, and says nothing.
        else if (!state.failed) {
          state.failed = true
          if (status === 429 || status === 503) {
            tally.refused += 1
            const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase())
            if (!names.includes('retry-after')) tally.withoutRetryAfter += 1
          } else {
            const error = `${status} of ${step.route}`
            tally.errors.set(error, (tally.errors.get(error) ?? 0) + 1)
          }
        }
        if (isLast && !state.failed) tally.good += 1
      },
    }
  })
}
