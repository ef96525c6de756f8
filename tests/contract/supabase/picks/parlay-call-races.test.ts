import { randomUUID } from 'node:crypto'
import { startTestApi, type TestApi } from '@propsight/api/testing'
import type { League } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import { generateParlayResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { BEFORE_FIRST_GAME, picksForParlays, requestParlays } from '../../../support/picks/request-parlays.ts'
import { RACE } from '../../../support/rounds.ts'
import { times } from '../two-instances.ts'

let league: League
/** Two instances that share nothing but the database. */
let api: TestApi
beforeAll(async () => {
  league = await startTestLeague({ clock: parseLeagueClock(BEFORE_FIRST_GAME) })
  const databaseUrl = inject('contractDatabaseUrl')
  const env = { LEAGUE_CLOCK: BEFORE_FIRST_GAME }
  const database = databaseUrl ? { databaseUrl } : {}
  api = await startTestApi({ instances: 2, jobs: false, leagueUrl: league.url, env, ...database })
}, 60_000)
afterAll(async () => {
  await api?.close()
  await league?.close()
})

const url = (instance: number) => api.urls[instance % 2] ?? ''
const picksOfAnotherUser = async () => {
  const reader = await api.createUser()
  return picksForParlays(url(0), reader.token)
}
const readAccounting = async (user: string) => {
  const [profile, ledger, parlays, legs] = await Promise.all([
    api.admin.from('user_profiles').select('credits').eq('user_id', user).single(),
    api.admin.from('credit_ledger').select('delta, reason').eq('user_id', user),
    api.admin.from('past_parlays').select('id, run_id').eq('user_id', user),
    api.admin.from('track_legs').select('id').eq('user_id', user),
  ])
  const entries = ledger.data ?? []
  return {
    credits: profile.data?.credits,
    sum: entries.reduce((sum, { delta }) => sum + delta, 0),
    captures: entries.filter(({ reason }) => reason === 'capture').length,
    runs: new Set(parlays.data?.map(({ run_id }) => run_id)).size,
    parlays: (parlays.data ?? []).map(({ id }) => id as string).toSorted(),
    legs: legs.data?.length,
  }
}

it(
  'C2 P8 20 of 50 concurrent parlay calls on 20 credits are charged and saved, 30 are refused',
  RACE,
  async () => {
    const myPicks = await picksOfAnotherUser()
    const user = await api.createUser()
    const answers = await Promise.all(
      times(50, async (instance) => {
        const call = { myPicks, idempotencyKey: randomUUID() }
        let response = await requestParlays(url(instance), user.token, call)
        // A busy instance sheds load; the client retries with the same key.
        while (response.status === 503) response = await requestParlays(url(instance), user.token, call)
        const body = await response.json()
        if (response.status !== 200) return { refusal: `${response.status} ${body.message}`, ids: [] }
        return { refusal: '', ids: generateParlayResponse.parse(body).parlays.map(({ id }) => id) }
      }),
    )
    const refused = answers.filter(({ refusal }) => refusal !== '')
    expect(refused).toHaveLength(30)
    for (const { refusal } of refused) expect(refusal).toContain('402 No credits remaining')
    const { parlays, legs, ...accounting } = await readAccounting(user.id)
    expect(accounting).toEqual({ credits: 0, sum: 0, captures: 20, runs: 20 })
    expect(parlays).toEqual(answers.flatMap(({ ids }) => ids).toSorted())
    expect(legs).toBe(parlays.length * 2)
  },
)

it('P8 a parlay call repeated at both instances, at once and later, gives one charge and one answer', async () => {
  const myPicks = await picksOfAnotherUser()
  const user = await api.createUser()
  const idempotencyKey = randomUUID()
  const generateParlays = async (instance: number) => {
    const response = await requestParlays(url(instance), user.token, { myPicks, idempotencyKey })
    expect(response.status).toBe(200)
    return generateParlayResponse.parse(await response.json()).parlays
  }
  const answers = await Promise.all(times(6, generateParlays))
  const later = await generateParlays(1)
  for (const parlays of answers) expect(parlays).toEqual(later)
  const { parlays, legs, ...accounting } = await readAccounting(user.id)
  expect(accounting).toEqual({ credits: 19, sum: 19, captures: 1, runs: 1 })
  expect(parlays).toEqual(later.map(({ id }) => id).toSorted())
  expect(legs).toBe(parlays.length * 2)
})
