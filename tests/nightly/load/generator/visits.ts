import { randomUUID } from 'node:crypto'
import { pickToRow } from '@propsight/shared/client'
import { PITCHER_PHASES, type Pick, startRunResponse } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Visit } from '../visit-mix.ts'
import type { Kit, LoadUser } from './messages.ts'
import { send, VisitEnded } from './send.ts'
import type { Tally } from './tally.ts'

const PICK_LIFE_MS = 20 * 3_600_000
/** Maximum number of picks in the list of a sync, typical for one session. */
const LISTED = 6
const FORECASTS = 3

export interface Parts {
  kit: Kit
  tally: Tally
  random: () => number
  /** Saved picks by user, newest last. */
  saved: Map<string, Pick[]>
  /** Refresh tokens of sessions that are not being renewed at the moment. */
  refreshTokens: string[]
}

type Make = (parts: Parts, since: number) => Promise<void>

const choose = <T>({ random }: Parts, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
const bearer = ({ token }: LoadUser) => ({ authorization: `Bearer ${token}` })

/** Runs a write and records its outcome: done, refused or unknown. */
async function write(
  { tally }: Parts,
  note: { kind: 'board' | 'save' | 'parlay'; user: string; key: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
    tally.wrote({ ...note, fate: 'done' })
  } catch (error) {
    const refused = error instanceof VisitEnded && error.refused
    tally.wrote({ ...note, ...(refused ? { fate: 'refused', by: error.kind } : { fate: 'unknown' }) })
    throw error
  }
}

function newPick(parts: Parts): Pick {
  const now = Date.now()
  const id = `pick_${now}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const expiresAt = new Date(now + PICK_LIFE_MS).toISOString()
  return { ...choose(parts, parts.kit.picks), id, createdAt: new Date(now).toISOString(), expiresAt }
}

function keep({ saved }: Parts, user: string, pick: Pick) {
  saved.set(user, [...(saved.get(user) ?? []), pick].slice(-LISTED))
}

const page: Make = async ({ kit, tally }, since) => {
  await send(tally, { route: 'page', url: `${kit.url}/`, headers: { accept: 'text/html' }, since })
  await send(tally, { route: 'remotes', url: `${kit.url}/api/remotes`, since: performance.now() })
}

const weather: Make = async (parts, since) => {
  const { kit, tally } = parts
  await send(tally, { route: 'games today', url: `${kit.url}/api/games/today`, since })
  const clubs = Array.from({ length: FORECASTS }, () => choose(parts, kit.clubs))
  const next = performance.now()
  await Promise.all(
    clubs.map((club) =>
      send(tally, { route: 'weather', url: `${kit.url}/api/weather/${club}?sport=baseball`, since: next }),
    ),
  )
}

const board: Make = async (parts, since) => {
  const { kit, tally } = parts
  const user = choose(parts, kit.users)
  const { category, players } = choose(parts, kit.boards)
  const key = randomUUID()
  const headers = bearer(user)
  await write(parts, { kind: 'board', user: user.id, key }, async () => {
    const hold = { feature: 'quick', category, idempotencyKey: key }
    const started = await send(tally, {
      ...{ route: 'runs', method: 'POST', url: `${kit.url}/api/runs`, headers, body: hold, since },
    })
    const { runId } = startRunResponse.parse(JSON.parse(started))
    const query = new URLSearchParams({ category, limit: '300', runId })
    await send(tally, {
      ...{ route: 'lines', url: `${kit.url}/api/fetch-lines?${query}`, headers, since: performance.now() },
    })
    await send(tally, {
      ...{ route: 'game logs', method: 'POST', url: `${kit.url}/api/game-logs`, headers },
      ...{ body: { runId, players }, since: performance.now(), endsWith: '"type":"end"' },
    })
  })
}

const save: Make = async (parts, since) => {
  const { kit, tally } = parts
  const user = choose(parts, kit.users)
  const pick = newPick(parts)
  await write(parts, { kind: 'save', user: user.id, key: pick.id }, () =>
    send(tally, {
      ...{ route: 'save', method: 'POST', url: `${kit.url}/rest/v1/my_picks?on_conflict=user_id%2Cid` },
      headers: { ...bearer(user), apikey: kit.publishableKey, prefer: 'resolution=merge-duplicates' },
      ...{ body: pickToRow(pick, user.id), since },
    }),
  )
  keep(parts, user.id, pick)
}

const sync: Make = async (parts, since) => {
  const { kit, tally, saved } = parts
  const user = choose(parts, kit.users)
  const fresh = newPick(parts)
  const picks = [...(saved.get(user.id) ?? []), fresh]
  await write(parts, { kind: 'save', user: user.id, key: fresh.id }, () =>
    send(tally, {
      ...{ route: 'sync', method: 'POST', url: `${kit.url}/api/sync-picks`, headers: bearer(user) },
      ...{ body: { picks }, since },
    }),
  )
  keep(parts, user.id, fresh)
}

const parlay: Make = async (parts, since) => {
  const { kit, tally } = parts
  const user = choose(parts, kit.users)
  const idempotencyKey = randomUUID()
  await write(parts, { kind: 'parlay', user: user.id, key: idempotencyKey }, () =>
    send(tally, {
      ...{ route: 'parlay', method: 'POST', url: `${kit.url}/api/parlay/generate-parlay` },
      ...{ headers: bearer(user), body: { idempotencyKey, parlaySize: 2, myPicks: kit.parlayPicks }, since },
    }),
  )
}

const pitchers: Make = async (parts, since) => {
  const { kit, tally } = parts
  const phase = choose(parts, PITCHER_PHASES)
  const url = `${kit.url}/api/pitchers?phase=${phase}`
  await send(tally, { route: 'pitchers', url, since, endsWith: '"type":"end"' })
}

const renewed = z.object({ refresh_token: z.string() })

const refresh: Make = async ({ kit, tally, refreshTokens }, since) => {
  const token = refreshTokens.shift()
  if (token === undefined) {
    // All sessions are being renewed, and a session is renewed once at a time.
    await send(tally, { route: 'info', url: `${kit.url}/api/info`, since })
    return
  }
  const answer = await send(tally, {
    ...{ route: 'refresh', method: 'POST', url: `${kit.url}/auth/v1/token?grant_type=refresh_token` },
    ...{ headers: { apikey: kit.publishableKey }, body: { refresh_token: token }, since },
  }).catch((error: unknown) => {
    refreshTokens.push(token)
    throw error
  })
  refreshTokens.push(renewed.parse(JSON.parse(answer)).refresh_token)
}

/** The requests of each visit, in the order of the product's pages. @throws VisitEnded */
export const MAKE: Record<Visit, Make> = { page, weather, board, save, sync, parlay, pitchers, refresh }
