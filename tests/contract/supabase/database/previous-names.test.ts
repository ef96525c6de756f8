import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createForecastRow, createPick, parlaysToSave } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const call = async (name: string, body: object = {}) => {
  const { data, error } = await personas.admin.rpc(name, body)
  expect(error, name).toBeNull()
  return data
}
const startRun = (p_feature: string) =>
  call('start_run', {
    p_user: user.id,
    p_feature,
    p_category: 'Hits',
    p_cost: 3,
    p_key: randomUUID(),
    p_ttl_seconds: 600,
  })

// Defined in supabase/schemas/20_previous_names.sql, and removed with it after the next release.
describe('the former names that an API of the previous release calls', () => {
  it('record the forecast of a pick and grade its line', async () => {
    const pick = createPick()
    await call('merge_picks', { p_user: user.id, p_picks: [pick] })
    expect(await call('unpromised_picks', { p_user: user.id })).toEqual([pick.id])
    const p_legs = [createForecastRow({ pick_id: pick.id })]
    expect(await call('record_promises', { p_user: user.id, p_legs })).toBe(1)
    expect(await call('unpromised_picks', { p_user: user.id })).toEqual([])
    const { data: leg } = await user.client.from('track_legs').select('id').eq('pick_id', pick.id).single()
    expect(await call('settle_legs', { p_results: [{ id: leg?.id, status: 'winner', actual: 2 }] })).toBe(1)
  })

  it('grade a parlay', async () => {
    const run = await startRun('parlay')
    const saved = await call('save_parlays', {
      p_run: run.id,
      p_user: user.id,
      p_parlays: parlaysToSave(),
    })
    const id = saved[0]?.id
    const { data: legs } = await user.client.from('track_legs').select('id').eq('parlay_id', id)
    await call('settle_legs', { p_results: legs?.map((leg) => ({ ...leg, status: 'winner', actual: 2 })) })
    expect(await call('settle_parlays', { p_outcomes: [{ id, outcome: 'won', paid: 3 }] })).toBe(1)
  })

  it('purge the data of former users', async () => {
    expect(await call('forget_leavers')).toBeGreaterThanOrEqual(0)
  })

  it.skipIf(process.env.SUPABASE_URL)('close a hold, which the server cannot call itself', async () => {
    const run = await startRun('quick')
    const body = { p_run: run.id, p_state: 'released', p_reason: 'a test' }
    expect((await personas.admin.rpc('settle_run', body)).error).not.toBeNull()
    const sql = personas.service.embedded?.sql
    const rows = await sql?.unsafe('select public.settle_run($1, $2, $3) as closed', Object.values(body))
    expect(rows?.[0]?.closed).toBe(true)
    const { data } = await personas.admin.from('runs').select('state').eq('id', run.id).single()
    expect(data).toEqual({ state: 'released' })
  })
})
