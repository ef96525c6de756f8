import { randomUUID } from 'node:crypto'
import { pickToRow } from '@propsight/shared/client'
import { PITCHER_PHASES, type Pick, startRunResponse } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Visit } from '../visit-mix.ts'
import type { LoadUser, VisitData } from './messages.ts'
import { send, VisitFailed } from './send.ts'
import type { Tally } from './tally.ts'

const PICK_LIFE_MS = 20 * 3_600_000
/** Maximum number of picks in the list of a sync, typical for one session. */
const SYNCED_PICKS = 6
const FORECASTS = 3

export interface VisitContext {
  visitData: VisitData
  tally: Tally
  random: () => number
  /** Saved picks by user, newest last. */
  saved: Map<string, Pick[]>
  /** Refresh tokens of sessions that are not being renewed at the moment. */
  refreshTokens: string[]
}

type SendVisit = (context: VisitContext, since: number) => Promise<void>

const choose = <T>({ random }: VisitContext, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
const bearer = ({ token }: LoadUser) => ({ authorization: `Bearer ${token}` })

/** Runs a write and records its outcome: done, refused or unknown. */
async function write(
  { tally }: VisitContext,
  note: { kind: 'board' | 'save' | 'parlay'; user: string; key: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
    tally.wrote({ ...note, outcome: 'done' })
  } catch (error) {
    const refused = error instanceof VisitFailed && error.refused
    if (refused) tally.wrote({ ...note, outcome: 'refused', refusal: error.kind })
    else tally.wrote({ ...note, outcome: 'unknown' })
    throw error
  }
}

function newPick(context: VisitContext): Pick {
  const now = Date.now()
  const id = `pick_${now}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const expiresAt = new Date(now + PICK_LIFE_MS).toISOString()
  return {
    ...choose(context, context.visitData.picks),
    id,
    createdAt: new Date(now).toISOString(),
    expiresAt,
  }
}

function rememberPick({ saved }: VisitContext, user: string, pick: Pick) {
  saved.set(user, [...(saved.get(user) ?? []), pick].slice(-SYNCED_PICKS))
}

const page: SendVisit = async ({ visitData, tally }, since) => {
  await send(tally, { route: 'page', url: `${visitData.url}/`, headers: { accept: 'text/html' }, since })
  await send(tally, { route: 'remotes', url: `${visitData.url}/api/remotes`, since: performance.now() })
}

const weather: SendVisit = async (context, since) => {
  const { visitData, tally } = context
  await send(tally, { route: 'games today', url: `${visitData.url}/api/games/today`, since })
  const clubs = Array.from({ length: FORECASTS }, () => choose(context, visitData.clubs))
  const next = performance.now()
  await Promise.all(
    clubs.map((club) =>
      send(tally, {
        route: 'weather',
        url: `${visitData.url}/api/weather/${club}?sport=baseball`,
        since: next,
      }),
    ),
  )
}

const board: SendVisit = async (context, since) => {
  const { visitData, tally } = context
  const user = choose(context, visitData.users)
  const { category, players } = choose(context, visitData.boards)
  const key = randomUUID()
  const headers = bearer(user)
  let runId = ''
  // The lines charge the run. Refused logs are requested again on the same run.
  await write(context, { kind: 'board', user: user.id, key }, async () => {
    const hold = { feature: 'quick', category, idempotencyKey: key }
    const started = await send(tally, {
      route: 'runs',
      method: 'POST',
      url: `${visitData.url}/api/runs`,
      headers,
      body: hold,
      since,
    })
    runId = startRunResponse.parse(JSON.parse(started)).runId
    const query = new URLSearchParams({ category, limit: '300', runId })
    await send(tally, {
      route: 'lines',
      url: `${visitData.url}/api/fetch-lines?${query}`,
      headers,
      since: performance.now(),
    })
  })
  await send(tally, {
    route: 'game logs',
    method: 'POST',
    url: `${visitData.url}/api/game-logs`,
    headers,
    body: { runId, players },
    since: performance.now(),
    endsWith: '"type":"end"',
  })
}

const save: SendVisit = async (context, since) => {
  const { visitData, tally } = context
  const user = choose(context, visitData.users)
  const pick = newPick(context)
  await write(context, { kind: 'save', user: user.id, key: pick.id }, () =>
    send(tally, {
      route: 'save',
      method: 'POST',
      url: `${visitData.url}/rest/v1/my_picks?on_conflict=user_id%2Cid`,
      headers: { ...bearer(user), apikey: visitData.publishableKey, prefer: 'resolution=merge-duplicates' },
      body: pickToRow(pick, user.id),
      since,
    }),
  )
  rememberPick(context, user.id, pick)
}

const sync: SendVisit = async (context, since) => {
  const { visitData, tally, saved } = context
  const user = choose(context, visitData.users)
  const fresh = newPick(context)
  const picks = [...(saved.get(user.id) ?? []), fresh]
  await write(context, { kind: 'save', user: user.id, key: fresh.id }, () =>
    send(tally, {
      route: 'sync',
      method: 'POST',
      url: `${visitData.url}/api/sync-picks`,
      headers: bearer(user),
      body: { picks },
      since,
    }),
  )
  rememberPick(context, user.id, fresh)
}

const parlay: SendVisit = async (context, since) => {
  const { visitData, tally } = context
  const user = choose(context, visitData.users)
  const idempotencyKey = randomUUID()
  await write(context, { kind: 'parlay', user: user.id, key: idempotencyKey }, () =>
    send(tally, {
      route: 'parlay',
      method: 'POST',
      url: `${visitData.url}/api/parlay/generate-parlay`,
      headers: bearer(user),
      body: { idempotencyKey, parlaySize: 2, myPicks: visitData.parlayPicks },
      since,
    }),
  )
}

const pitchers: SendVisit = async (context, since) => {
  const { visitData, tally } = context
  const phase = choose(context, PITCHER_PHASES)
  const url = `${visitData.url}/api/pitchers?phase=${phase}`
  await send(tally, { route: 'pitchers', url, since, endsWith: '"type":"end"' })
}

const renewedSessionSchema = z.object({ refresh_token: z.string() })

const refresh: SendVisit = async ({ visitData, tally, refreshTokens }, since) => {
  const token = refreshTokens.shift()
  if (token === undefined) {
    // All sessions are being renewed, and a session is renewed once at a time.
    await send(tally, { route: 'info', url: `${visitData.url}/api/info`, since })
    return
  }
  const answer = await send(tally, {
    route: 'refresh',
    method: 'POST',
    url: `${visitData.url}/auth/v1/token?grant_type=refresh_token`,
    headers: { apikey: visitData.publishableKey },
    body: { refresh_token: token },
    since,
  }).catch((error: unknown) => {
    refreshTokens.push(token)
    throw error
  })
  refreshTokens.push(renewedSessionSchema.parse(JSON.parse(answer)).refresh_token)
}

/** The requests of each visit, in the order of the product's pages. @throws VisitFailed */
export const VISIT_REQUESTS: Record<Visit, SendVisit> = {
  page,
  weather,
  board,
  save,
  sync,
  parlay,
  pitchers,
  refresh,
}
