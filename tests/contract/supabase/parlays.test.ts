import { randomUUID } from 'node:crypto'
import { pastParlayRowSchema, trackLegSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openPersonas, type Personas, type User } from './personas.ts'
import { aParlay, aPromise, parlaysToSave } from './record-of.ts'

let people: Personas
let user: User
beforeAll(async () => {
  people = await openPersonas()
  user = await people.createUser()
})
afterAll(() => people?.close())

const rows = z.array(pastParlayRowSchema)
const hold = async (who: User, key = randomUUID(), feature = 'parlay') => {
  const { data, error } = await people.admin.rpc('start_run', {
    ...{ p_user: who.id, p_feature: feature, p_category: 'Parlay', p_cost: 1 },
    ...{ p_key: key, p_ttl_seconds: 600 },
  })
  if (error) throw new Error(error.message)
  return { run: data.id as string, key }
}
const save = (run: string, who: User, parlays: object[]) =>
  people.admin.rpc('save_parlays', { p_run: run, p_user: who.id, p_parlays: parlays })
const creditsOf = async (who: User) =>
  (await people.admin.from('user_profiles').select('credits').eq('user_id', who.id).single()).data?.credits
const parlaysOf = async (who: User) =>
  rows.parse((await people.admin.from('past_parlays').select('*').eq('user_id', who.id)).data)

describe('save_parlays (P8)', () => {
  it('keeps parlays and legs as they were answered and charges once', async () => {
    const before = Date.now()
    const { run, key } = await hold(user)
    const parlays = parlaysToSave(3)
    const { data, error } = await save(run, user, parlays)
    expect(error).toBeNull()
    const saved = rows.parse(data)
    expect(saved).toMatchObject(
      parlays.map(({ details: { createdAt, ...details } }) => ({
        ...{ id: details.id, parlay_size: 2, overall_confidence: 37.6, expected_value: 12.8 },
        ...{ recommended_units: 1.25, outcome: 'pending', paid: null, settled_at: null, details },
      })),
    )
    for (const row of saved) {
      expect(row.details?.createdAt).toBe(row.created_at)
      expect(Date.parse(row.created_at)).toBeGreaterThan(before - 60_000)
    }
    const { data: legs } = await user.client.from('track_legs').select('*').order('leg')
    for (const { details, legs: promised } of parlays) {
      const kept = z.array(trackLegSchema).parse(legs?.filter((leg) => leg.parlay_id === details.id))
      expect(kept).toMatchObject(promised.map((leg) => ({ ...leg, pick_id: null, status: 'pending' })))
    }
    expect(await creditsOf(user)).toBe(19)
    const again = await people.admin.rpc('parlays_of_run', { p_user: user.id, p_key: key })
    expect(again.data).toEqual(data)
  })
})
