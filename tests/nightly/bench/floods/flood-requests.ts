import { randomUUID } from 'node:crypto'
import { bundleOf, deployPartOf, formOf, newRemote, OPERATOR_KEY } from '@propsight/api/testing'
import { imageBody, type SentRequest, sendFrom } from '../../attacks/support/send-from.ts'
import { type Attackers, GROUP, playersOf, single, storePicks } from './attackers.ts'
import { hostileBodies, noisyPicture, pickId, times } from './hostile-bodies.ts'
import type { RepeatedRequest } from './request-worker.ts'
import { addressOf, startRun } from './visitors.ts'

type Account = Attackers['accounts'][number]
type Flood = (attackers: Attackers) => RepeatedRequest[] | Promise<RepeatedRequest[]>

/** A request of each account, `perSecond` by all variants of one account together. */
const eachAccount = (
  { accounts }: Attackers,
  perSecond: number,
  variants: (account: Account) => readonly SentRequest[],
): RepeatedRequest[] =>
  accounts.flatMap((account) => {
    const requests = variants(account)
    const everyMs = (1_000 * requests.length) / perSecond
    return requests.map((request, at) => ({
      address: account.address,
      request: { token: account.user.token, ...request },
      everyMs,
      afterMs: (at * everyMs) / requests.length,
    }))
  })

const post = (path: string, body: object): SentRequest => ({ path, method: 'POST', body })

/** Bodies that are large, deep, or consist of faults; and lists that are valid. */
const bodies: Flood = (attackers) => {
  const headers = { apikey: attackers.publishableKey }
  const sent = hostileBodies().map((request) => ({ ...request, headers }))
  return eachAccount(attackers, 4, () => sent)
}

/** Sign-ins of unknown accounts, 15 a second from 150 addresses. */
const signIns: Flood = ({ publishableKey }) =>
  times(150, (at) => ({
    address: addressOf(60, at),
    request: {
      ...post('/auth/v1/token?grant_type=password', {
        email: `${randomUUID()}@example.com`,
        password: 'p'.repeat(60),
      }),
      headers: { apikey: publishableKey },
    },
    everyMs: 10_000,
    afterMs: (at * 10_000) / 150,
  }))

/** Queries and bodies that differ in the limit, spaces, letter case and order only. */
const distinctKeys: Flood = (attackers) => {
  const players = playersOf(attackers.lines, 400)
  return eachAccount(attackers, 20, ({ runId }) => [
    ...times(100, (at) => ({
      path: `/api/fetch-lines?category=All%20Stat%20Lines&oddsType=All&limit=${5_000 + at}&runId=${runId}`,
      headers: { 'accept-encoding': 'br' },
    })),
    ...times(50, (at) => ({
      path: `/api/fetch-lines?category=All%20Stat%20Lines&limit=${1_000 + at}&runId=${runId}`,
      headers: { 'accept-encoding': 'br' },
    })),
    ...times(20, (at) => ({
      ...post('/api/game-logs', {
        runId,
        players: players.map((player) => ({ ...player, name: player.name + ' '.repeat(at) })),
      }),
      headers: { 'accept-encoding': 'br' },
    })),
    ...times(20, (at) => ({
      ...post('/api/game-logs', { runId, players: [...players.slice(at), ...players.slice(0, at)] }),
      headers: { 'accept-encoding': 'br' },
    })),
    ...times(20, (at) => ({
      path: `/api/odds?stat=${at % 2 ? 'hits' : 'HITS'}${'%20'.repeat(at)}`,
      headers: { 'accept-encoding': 'br' },
    })),
  ])
}

const parlays: Flood = (attackers) => {
  const myPicks = single(attackers.lines)
    .slice(0, 500)
    .map((line, at) => ({
      id: pickId(at),
      name: line.name,
      sport: 'MLB',
      confidence: 60,
      projectedStatLine: '1',
      bettingLine: line.line,
      recommendation: 'OVER',
      statType: line.statType,
      team: line.team,
      oddsType: line.oddsType,
      personId: null,
      gameTime: line.gameTime,
      injuryImpact: null,
      defensiveAnalysis: null,
      recentForm: null,
    }))
  return eachAccount(attackers, 1, () =>
    times(18, (at) =>
      post('/api/parlay/generate-parlay', {
        idempotencyKey: randomUUID(),
        parlaySize: 2 + (at % 9),
        myPicks,
      }),
    ),
  )
}

const pictures: Flood = async (attackers) => {
  const image = imageBody(await noisyPicture())
  const runs = await Promise.all(
    attackers.accounts.map(async ({ user, address }) => [
      address,
      await startRun(attackers.url, address, user, 'image', 'Image'),
    ]),
  )
  const runOf = new Map(runs as [string, string][])
  return eachAccount(attackers, 1, ({ address }) => [
    { path: `/api/extract-stats/mlb?runId=${runOf.get(address)}`, method: 'POST', body: image },
  ])
}

const stars: Flood = (attackers) =>
  eachAccount(attackers, 20, () =>
    times(20, (at) => ({
      headers: { apikey: attackers.publishableKey, prefer: 'return=minimal' },
      ...(at % 2
        ? { path: `/rest/v1/starred_props?game_pk=eq.${at}`, method: 'DELETE' as const }
        : post('/rest/v1/starred_props', {
            game_pk: at + 1,
            person_id: at + 1,
            stat_type: 'Hits',
            player_name: 'x',
            team: 'NYM',
            league_day: '2026-07-18',
          })),
    })),
  )

const oddsHistory: Flood = async (attackers) => {
  const [first] = attackers.accounts
  if (!first) throw new Error('there is no account')
  const { text: board } = await sendFrom(first.address, attackers.url, {
    path: '/api/odds',
    token: first.user.token,
  })
  const ids = ((JSON.parse(board).props ?? []) as { id: string }[]).map(({ id }) => id)
  const known = ids.length > 0 ? ids : times(50, (at) => `event|Hits|Player ${at}`)
  return eachAccount(attackers, 20, () =>
    known.slice(0, 100).map((id) => ({ path: `/api/odds/history?propId=${encodeURIComponent(id)}` })),
  )
}

/** Exports of accounts with as much data as one may store, but for the last MB. */
const exports: Flood = async (attackers) => {
  await storePicks(attackers, 200, 60_000)
  return eachAccount(attackers, 0.6, () => [{ path: '/api/account/export' }])
}

/** Lists of as many picks as an account may have, in all columns. */
const lists: Flood = async (attackers) => {
  await storePicks(attackers, 990, 100)
  const headers = { apikey: attackers.publishableKey, 'accept-encoding': 'br' }
  return eachAccount(attackers, 20, () => [{ path: '/rest/v1/my_picks?select=*', headers }])
}

const whatIfs: Flood = (attackers) => {
  const players = playersOf(attackers.lines, 40)
  return eachAccount(attackers, 15, ({ runId }) =>
    players.flatMap((player) =>
      times(9, (slot) =>
        post('/api/what-if', {
          runId,
          player,
          changes:
            player.group === 'hitting'
              ? { slot: slot + 1, temperatureF: 60 + slot }
              : { temperatureF: 60 + slot },
        }),
      ),
    ),
  )
}

/** Details, chances of the scanner and recommendations: everything else that computes. */
const boards: Flood = (attackers) => {
  const players = playersOf(attackers.lines, 60)
  return eachAccount(attackers, 20, ({ runId }) => [
    ...players.map((player) => post('/api/player-detail', { runId, player })),
    ...times(20, (at) =>
      post('/api/analyze-performance/mlb', {
        runId,
        extractedStats: single(attackers.lines).slice(at, at + 60),
        numPlayers: 10,
      }),
    ),
    ...times(10, (at) => post('/api/historical/mlb', { runId, players: players.slice(at, at + 40) })),
    { path: `/api/odds?runId=${runId}` },
  ])
}

/** Releases of a deployer: of a megabyte of code, and with lists of faults. */
const deploys: Flood = async () => {
  const name = newRemote()
  const code = times(
    20_000,
    (at) => `export const f${at} = (a, b) => (a ?? ${at}) + [b, ...a].map((x) => x * ${at})`,
  )
  const bundle = bundleOf(name, '1.0.0', { 'static/large.js': code.join('\n') })
  const toBody = async (form: FormData) => {
    const response = new Response(form)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { bytes, type: response.headers.get('content-type') ?? '' }
  }
  const faults = { ...deployPartOf(bundle), files: Array(120_000).fill({}) }
  const sent = await Promise.all([
    toBody(formOf(deployPartOf(bundle), bundle.files)),
    toBody(formOf(faults, bundle.files)),
  ])
  return sent.map((body) => ({
    address: addressOf(GROUP, 9),
    request: { path: `/api/remotes/${name}/releases`, method: 'POST', token: OPERATOR_KEY, body },
    everyMs: 1_000,
    afterMs: 0,
  }))
}

/** Floods by name. Each is of four accounts, unless it says otherwise. */
export const FLOODS: Record<string, Flood> = {
  'JSON bodies': bodies,
  'sign-ins': signIns,
  'distinct keys': distinctKeys,
  parlays,
  pictures,
  stars,
  'odds history': oddsHistory,
  exports,
  lists,
  'what-ifs': whatIfs,
  'details and recommendations': boards,
  deploys,
}
