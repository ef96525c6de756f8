import { pickRowSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../support/rounds.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createPick } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const merge = async (picks: object[], owner = user) => {
  const { data, error } = await personas.admin.rpc('merge_picks', { p_user: owner.id, p_picks: picks })
  if (error) throw new Error(error.message)
  return data as { added: string[]; gone: string[] }
}
const idsOf = (rows: { id: string }[] | null) => (rows ?? []).map(({ id }) => id).toSorted()
const readPickIds = async (owner = user) => idsOf((await owner.client.from('my_picks').select('id')).data)
const countTombstones = async (owner = user) =>
  (await personas.admin.from('deleted_picks').select('pick_id').eq('user_id', owner.id)).data?.length
const deletePick = (id: string, owner = user) => owner.client.from('my_picks').delete().eq('id', id)

describe('P4 a synced list', () => {
  it('adds missing picks unchanged and deletes none that it lacks', async () => {
    user = await personas.createUser()
    const first = createPick()
    const second = createPick()
    expect(await merge([first])).toEqual({ added: [first.id], gone: [] })
    expect(await merge([second])).toEqual({ added: [second.id], gone: [] })
    expect(await merge([first, second, second])).toEqual({ added: [], gone: [] })
    expect(await merge([])).toEqual({ added: [], gone: [] })
    expect(await readPickIds()).toEqual([first.id, second.id].toSorted())
    const { data } = await user.client.from('my_picks').select('*').eq('id', first.id).single()
    const row = pickRowSchema.parse(data)
    expect(row).toMatchObject({
      user_id: user.id,
      player_name: first.playerName,
      confidence: 61,
      projected_stat_line: '1.7 hits',
      betting_line: 1.5,
      projected_total: 1.7,
      betting_recommendation: 'OVER',
      sport: 'MLB',
      reasoning: first.reasoning,
      original_stats: first.originalStats,
      over_hit_percentage: 60,
      pick: first,
    })
    expect(Date.parse(row.created_at)).toBe(Date.parse(first.createdAt))
    expect(Date.parse(row.expires_at)).toBe(Date.parse(first.expiresAt))
  })

  it('does not change picks that the server has', async () => {
    user = await personas.createUser()
    const pick = createPick()
    await merge([pick])
    expect(await merge([{ ...pick, playerName: 'Another', confidence: 99 }])).toEqual({ added: [], gone: [] })
    const { data } = await user.client.from('my_picks').select('player_name, confidence').single()
    expect(data).toEqual({ player_name: pick.playerName, confidence: 61 })
  })

  it('is answered with its picks that were deleted elsewhere or have expired', async () => {
    user = await personas.createUser()
    const livePick = createPick()
    const deletedPick = createPick()
    const expired = createPick({}, 21)
    const lapsed = createPick()
    await merge([livePick, deletedPick, lapsed])
    await deletePick(deletedPick.id)
    const late = { created_at: expired.createdAt, expires_at: expired.expiresAt }
    await personas.admin.from('my_picks').update(late).eq('user_id', user.id).eq('id', lapsed.id)
    const { added, gone } = await merge([livePick, deletedPick, expired, lapsed])
    expect([added, gone.toSorted()]).toEqual([[], [deletedPick.id, expired.id, lapsed.id].toSorted()])
    expect(await readPickIds()).toEqual([livePick.id])
  })

  it('does not extend the life of a pick by a device clock that runs ahead', async () => {
    user = await personas.createUser()
    const pick = createPick({}, -48)
    expect((await merge([pick])).added).toEqual([pick.id])
    const { data } = await user.client.from('my_picks').select('created_at, expires_at').single()
    const row = pickRowSchema.pick({ created_at: true, expires_at: true }).parse(data)
    expect(Date.parse(row.created_at)).toBeLessThan(Date.now() + 5_000)
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(20 * 3_600_000)
  })

  it('keeps its valid picks when the table rejects another one', async () => {
    user = await personas.createUser()
    const good = createPick()
    const otherGood = createPick()
    const deletedPick = createPick()
    await merge([deletedPick])
    await deletePick(deletedPick.id)
    const bad = createPick({ reasoning: 'x'.repeat(5_000) })
    const { added, gone } = await merge([bad, good, deletedPick, otherGood])
    expect([added.toSorted(), gone]).toEqual([[good.id, otherGood.id].toSorted(), [deletedPick.id]])
  })

  it('that exceeds 1000 live picks is refused as a whole', async () => {
    user = await personas.createUser()
    await merge(Array.from({ length: 1_000 }, () => createPick()))
    await expect(merge([createPick()])).rejects.toThrow('At most 1000 picks can be kept at a time')
    expect(await readPickIds()).toHaveLength(1_000)
  })

  it('is not affected by deletions of another user', async () => {
    const one = await personas.createUser()
    const two = await personas.createUser()
    const pick = createPick()
    await merge([pick], one)
    await deletePick(pick.id, one)
    expect(await merge([pick], two)).toEqual({ added: [pick.id], gone: [] })
    expect([await countTombstones(one), await countTombstones(two)]).toEqual([1, 0])
  })

  it('does not restore a pick that is deleted at the same time', async () => {
    user = await personas.createUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      const pick = createPick()
      await merge([pick])
      const [list, { error }, again] = await Promise.all([merge([pick]), deletePick(pick.id), merge([pick])])
      expect([round, error, list.added, again.added]).toEqual([round, null, [], []])
      expect([round, await readPickIds()]).toEqual([round, []])
    }
  }, 60_000)
})

describe('P2 a pick deletion', () => {
  it('is undone by saving the cleared picks again', async () => {
    user = await personas.createUser()
    const picks = [createPick(), createPick(), createPick()]
    await merge(picks)
    const { data: rows } = await user.client.from('my_picks').select('*')
    await user.client.from('my_picks').delete().eq('user_id', user.id)
    expect([await readPickIds(), await countTombstones()]).toEqual([[], 3])
    const undo = () => user.client.from('my_picks').upsert(rows ?? [], { onConflict: 'user_id,id' })
    expect((await undo()).error).toBeNull()
    expect([await readPickIds(), await countTombstones()]).toEqual([idsOf(picks), 0])
    expect((await undo()).error).toBeNull()
    expect(await merge(picks)).toEqual({ added: [], gone: [] })
    expect((await user.client.from('my_picks').select('*')).data).toEqual(rows)
  })

  it('leaves a tombstone only when a user deletes a live pick', async () => {
    user = await personas.createUser()
    const alive = createPick()
    const old = createPick({}, 21)
    const removed = createPick()
    await merge([alive, removed])
    const row = { id: old.id, player_name: 'X', sport: 'MLB', created_at: old.createdAt }
    expect((await user.client.from('my_picks').insert(row)).error).toBeNull()
    expect((await user.client.rpc('cleanup_expired_picks')).data).toBe(1)
    await personas.admin.from('my_picks').delete().eq('user_id', user.id).eq('id', removed.id)
    expect(await countTombstones()).toBe(0)
    await deletePick(alive.id)
    expect(await countTombstones()).toBe(1)
    // A deletion by the server leaves no tombstone.
    expect((await merge([alive, removed])).added).toEqual([removed.id])
  })

  it.skipIf(process.env.SUPABASE_URL)(
    'loses its tombstone after two days, when the pick would have expired',
    async () => {
      const sql = personas.service.embedded?.sql
      if (!sql) throw new Error('only the embedded service shows its database')
      // Other tests leave tombstones, which this one does not count.
      await personas.admin.rpc('forget_deleted_picks')
      user = await personas.createUser()
      const late = createPick()
      const fresh = createPick()
      await merge([late, fresh])
      await user.client.from('my_picks').delete().eq('user_id', user.id)
      await sql`update public.deleted_picks
      set deleted_at = now() - interval '48 hours 1 second' where pick_id = ${late.id}`
      expect((await personas.admin.rpc('forget_deleted_picks')).data).toBe(1)
      const { data } = await personas.admin.from('deleted_picks').select('pick_id').eq('user_id', user.id)
      expect(data).toEqual([{ pick_id: fresh.id }])
    },
  )
})
