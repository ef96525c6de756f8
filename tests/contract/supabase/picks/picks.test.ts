import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

const HOUR_MS = 3_600_000
let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const newPick = (more: Record<string, unknown> = {}) => ({
  id: `pick_${Date.now()}_${randomUUID().slice(0, 8)}`,
  player_name: "Ramón O'Neill-Díaz Jr.",
  sport: 'MLB',
  ...more,
})
const table = () => user.client.from('my_picks')
const savePick = async (more: Record<string, unknown> = {}) => {
  const { data, error } = await table().insert(newPick(more)).select().single()
  if (error) throw new Error(error.message)
  return data
}

describe('P2 P3 saved picks', () => {
  it('are read back unchanged, with texts, numbers and JSON', async () => {
    const pick = { nested: { text: 'ünïcode "quoted"', list: [1, 2.5, null] } }
    const values = { betting_line: 1.5, confidence: 61.25, betting_recommendation: 'UNDER', pick }
    expect(await savePick(values)).toMatchObject({
      ...values,
      user_id: user.id,
      player_name: newPick().player_name,
    })
  })

  it('are inserted and replaced by id in one call', async () => {
    const first = newPick()
    const upsert = (rows: object[]) =>
      table().upsert(
        rows.map((row) => ({ user_id: user.id, ...row })),
        { onConflict: 'user_id,id' },
      )
    expect((await upsert([first])).error).toBeNull()
    expect((await upsert([{ ...first, player_name: 'Another' }, newPick()])).error).toBeNull()
    const { data } = await table().select('player_name').eq('id', first.id)
    expect(data).toEqual([{ player_name: 'Another' }])
  })

  it('live 20 hours at most and are never dated in the future', async () => {
    const ahead = new Date(Date.now() + 48 * HOUR_MS).toISOString()
    for (const times of [
      {},
      { expires_at: ahead },
      { created_at: ahead },
      { created_at: ahead, expires_at: ahead },
    ]) {
      const row = await savePick(times)
      expect(Date.parse(row.created_at)).toBeLessThanOrEqual(Date.now() + 5_000)
      expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(20 * HOUR_MS)
    }
    const row = await savePick()
    const { data } = await table().update({ expires_at: 'infinity' }).eq('id', row.id).select().single()
    expect(data?.expires_at).toBe(row.expires_at)
  })

  it.each([
    ['an unknown recommendation', { betting_recommendation: 'MAYBE' }],
    ['a malformed id', { id: "pick_1'; drop table my_picks" }],
    ['a sport that is not offered', { sport: 'CURLING' }],
    ['a percentage over 100', { over_hit_percentage: 101 }],
    ['no name', { player_name: '' }],
    ['a blank name', { player_name: ' ' }],
    ['an object turned into a text', { reasoning: '[object Object]' }],
    ['JSON in place of a text', { injury_impact: '{"status": "out"}' }],
    ['a long text', { reasoning: 'x'.repeat(4_001) }],
    ['a large document', { pick: { text: 'x'.repeat(70_000) } }],
  ])('are refused with %s', async (_, change) => {
    const { error, status } = await table().insert(newPick(change))
    expect([status, error?.code]).toEqual([400, '23514'])
  })

  it('are limited to 1000, also with concurrent saves', async () => {
    const full = await personas.createUser()
    const createPicks = (count: number) => Array.from({ length: count }, () => newPick())
    const insert = (count: number) => full.client.from('my_picks').insert(createPicks(count))
    for (let part = 0; part < 9; part += 1) expect((await insert(111)).error).toBeNull()
    const answers = await Promise.all([insert(1), insert(1), insert(1)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await full.client.rpc('get_user_pick_count')).data).toBe(1_000)
  })

  it('that have expired count toward the 1000 and are deleted to make room', async () => {
    const owner = await personas.createUser()
    const insert = (count: number, more: Record<string, unknown> = {}) =>
      owner.client.from('my_picks').insert(Array.from({ length: count }, () => newPick(more)))
    const countPicks = async () => {
      const picks = personas.admin.from('my_picks').select('*', { count: 'exact', head: true })
      return (await picks.eq('user_id', owner.id)).count
    }
    const past = { created_at: '2020-01-01T00:00:00Z' }
    expect((await insert(5)).error).toBeNull()
    for (let part = 0; part < 5; part += 1) expect((await insert(199, past)).error).toBeNull()
    expect(await countPicks()).toBe(1_000)
    expect((await insert(1, past)).error).toBeNull()
    expect(await countPicks()).toBe(5)
    expect((await owner.client.rpc('get_user_pick_count')).data).toBe(5)
  })

  it('are added and counted by database functions, with numbers parsed from text', async () => {
    const owner = await personas.createUser()
    const { data: id, error } = await owner.client.rpc('add_pick', {
      p_player_name: 'Mateo Villareal',
      p_confidence: '81% sure',
      p_reasoning: 'Went over in 8 of 10',
      p_sport: 'MLB',
      p_projected_stat_line: '2.4 total bases a game',
      p_betting_line: 1.5,
      p_projected_total: null,
      p_betting_recommendation: 'Lean OVER',
      p_original_stats: '1.5 More Total Bases',
      p_weather_data: { temperature: 71 },
      p_injury_impact: null,
      p_defensive_analysis: null,
    })
    expect(error).toBeNull()
    expect(id).toMatch(/^pick_\d{10,16}_[a-z0-9]{4,24}$/)
    expect((await owner.client.from('my_picks').select('*').single()).data).toMatchObject({
      confidence: 81,
      projected_total: 2.4,
      betting_line: 1.5,
      betting_recommendation: 'OVER',
      weather_data: { temperature: 71 },
    })
    expect((await owner.client.rpc('get_user_pick_count')).data).toBe(1)
    expect(
      (await user.client.rpc('add_pick', { p_player_name: 'X', p_betting_recommendation: 'pass' })).error,
    ).toBeNull()
    expect((await personas.visitor().rpc('get_user_pick_count')).error?.code).toBe('42501')
    expect((await personas.visitor().rpc('add_pick', { p_player_name: 'X' })).error?.code).toBe('42501')
  })

  it.each([
    ['an object as the name', { p_player_name: { first: 'Mateo' } }],
    ['a list of objects as the name', { p_player_name: [{ first: 'Mateo' }] }],
    ['the text of an object as the name', { p_player_name: '[object Object]' }],
    ['a blank name', { p_player_name: '  ' }],
    ['an object as the reasoning', { p_reasoning: { text: 'hot' } }],
    ['an object as the original stats', { p_original_stats: { line: 1.5 } }],
    ['a list of objects as the projected stat line', { p_projected_stat_line: [{ value: 1.5 }] }],
    ['an object as the betting line', { p_betting_line: { value: 1.5 } }],
    ['an object as the confidence', { p_confidence: { value: 81 } }],
    ['an object as the recommendation', { p_betting_recommendation: { side: 'OVER' } }],
    ['an object as the injury impact', { p_injury_impact: { status: 'out' } }],
    ['a text as the weather', { p_weather_data: 'sunny' }],
    ['a list as the weather', { p_weather_data: [71] }],
    ['an object within the weather', { p_weather_data: { temperature: { value: 71 } } }],
  ])('P2 are not added by the procedure with %s', async (_, change) => {
    const owner = await personas.createUser()
    const { error, status } = await owner.client.rpc('add_pick', { p_player_name: 'X', ...change })
    expect([status, error?.message]).toEqual([400, expect.stringMatching(/^A pick needs /)])
    expect((await owner.client.from('my_picks').select('id')).data).toEqual([])
  })

  it('P3 that expired are hidden from queries, cannot be revived, and are counted when cleaned up', async () => {
    const owner = await personas.createUser()
    const old = new Date(Date.now() - 21 * HOUR_MS).toISOString()
    await owner.client
      .from('my_picks')
      .insert([newPick({ created_at: old }), newPick({ created_at: old }), newPick()])
    const readLiveness = async () =>
      (await personas.admin.from('my_picks').select('expires_at').eq('user_id', owner.id)).data?.map(
        ({ expires_at }) => Date.parse(expires_at) > Date.now(),
      )
    const ownPicks = () => owner.client.from('my_picks')
    expect((await owner.client.rpc('get_user_pick_count')).data).toBe(1)
    expect((await ownPicks().select('*')).data).toHaveLength(1)
    const soon = new Date(Date.now() + HOUR_MS).toISOString()
    const revive = { created_at: new Date().toISOString(), expires_at: soon }
    expect(
      (await ownPicks().update(revive, { count: 'exact' }).lt('created_at', revive.created_at)).count,
    ).toBe(1)
    // A statement without a condition changes only rows that its user can read.
    await personas.call('/rest/v1/my_picks', {
      method: 'PATCH',
      body: JSON.stringify(revive),
      token: owner.token,
    })
    expect((await readLiveness())?.toSorted()).toEqual([false, false, true])
    const other = await personas.createUser()
    expect((await other.client.rpc('cleanup_expired_picks')).data).toBe(0)
    expect((await owner.client.rpc('cleanup_expired_picks')).data).toBe(2)
    expect((await owner.client.rpc('cleanup_expired_picks')).data).toBe(0)
    expect(await readLiveness()).toEqual([true])
    expect((await personas.visitor().rpc('cleanup_expired_picks')).error?.code).toBe('42501')
  })
})
