import { beforeEach, describe, expect, it } from 'vitest'
import { defineAnswers } from '../answers.ts'
import { createScriptedShell } from '../shell/create-scripted-shell.ts'

const rows = () => [
  { id: 'a', user_id: 'u', size: 3, at: '2026-07-01', name: 'Ada' },
  { id: 'b', user_id: 'u', size: 12, at: '2026-07-03', name: null },
  { id: 'c', user_id: 'v', size: 7, at: '2026-07-02', name: 'Cal, of C' },
]
const answers = defineAnswers({ tables: { things: rows } })
let things: () => ReturnType<ReturnType<typeof createScriptedShell>['shell']['supabase']['from']>
const ids = (data: unknown) => (data as { id: string }[]).map(({ id }) => id)

beforeEach(() => {
  const { supabase } = createScriptedShell({ answers }).shell
  things = () => supabase.from('things')
})

describe('F5 in-memory tables of the scripted host, through the real client', () => {
  it('select with filters, order and range', async () => {
    expect(
      ids((await things().select('*').eq('user_id', 'u').order('at', { ascending: false })).data),
    ).toEqual(['b', 'a'])
    expect(ids((await things().select('*').gt('size', 5).lt('size', 12)).data)).toEqual(['c'])
    expect(ids((await things().select('*').is('name', null)).data)).toEqual(['b'])
    expect(ids((await things().select('*').in('name', ['Ada', 'Cal, of C'])).data)).toEqual(['a', 'c'])
    expect(ids((await things().select('*').order('size').limit(2)).data)).toEqual(['a', 'c'])
    expect((await things().select('id,size').eq('id', 'a').single()).data).toEqual({ id: 'a', size: 3 })
  })
  it('return an error for a single row that does not exist and for an unknown operator', async () => {
    expect((await things().select('*').eq('id', 'z').single()).error?.code).toBe('PGRST116')
    expect((await things().select('*').eq('id', 'z').maybeSingle()).data).toBeNull()
    expect((await things().select('*').textSearch('name', 'x')).error?.message).toContain('does not know')
  })
  it('insert and return a row, and refuse a duplicate key', async () => {
    const { data, error, status } = await things().insert({ name: 'Dot' }).select().single()
    expect([error, status]).toEqual([null, 201])
    expect(data).toMatchObject({ name: 'Dot', id: expect.any(String), created_at: expect.any(String) })
    expect((await things().insert({ id: 'a' })).error?.code).toBe('23505')
    expect(ids((await things().select('*')).data)).toHaveLength(4)
  })
  it('upsert by the named key', async () => {
    expect(
      (await things().upsert({ id: 'a', user_id: 'u', size: 4 }, { onConflict: 'user_id,id' })).error,
    ).toBeNull()
    expect((await things().select('*').eq('id', 'a').single()).data).toMatchObject({ size: 4, name: 'Ada' })
  })
  it('update and delete the filtered rows only', async () => {
    await things().update({ size: 0 }).eq('user_id', 'u')
    expect((await things().select('id').eq('size', 0)).data).toEqual([{ id: 'a' }, { id: 'b' }])
    expect((await things().delete().eq('user_id', 'u').eq('id', 'a').select()).data).toHaveLength(1)
    expect(ids((await things().select('*').order('id')).data)).toEqual(['b', 'c'])
  })
})
