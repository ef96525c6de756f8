import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { pickRowSchema } from '../../contracts/picks/pick.ts'
import { deletePicks, firstNumber, listPicks, pickToRow, saveRows } from './server-picks.ts'
import { createPick } from './testing/pick-fixture.ts'

const USER = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const pick = createPick(1, 60, { playerName: 'Mateo Villareal' })
/** A row that has not expired. */
const row = pickToRow({ ...pick, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }, '')

let clients = 0

interface Call {
  method: string
  url: URL
  body: unknown
}

/** The real client with a fetch that records calls and answers them. */
function dataService(status: number, answer: unknown, signedIn = true): [SupabaseClient, Call[]] {
  const calls: Call[] = []
  const supabase = createClient('http://data.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: `test-${clients++}` },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const text = await request.text()
        calls.push({
          method: request.method,
          url: new URL(request.url),
          body: text ? JSON.parse(text) : null,
        })
        return new Response(JSON.stringify(answer), { status })
      },
    },
  })
  const session = signedIn ? { user: { id: USER } } : null
  Object.assign(supabase.auth, { getSession: async () => ({ data: { session }, error: null }) })
  return [supabase, calls]
}

describe('server picks', () => {
  it('pass their own schema as rows, with numbers parsed from text', () => {
    expect(pickRowSchema.parse(pickToRow(pick, USER))).toMatchObject({
      projected_total: 2.4,
      betting_line: 1.5,
    })
    expect(firstNumber('0-2, 3.5')).toBe(0)
    expect(firstNumber('down −, none')).toBeNull()
  })
  it('are saved by user and id, so that the same id is replaced', async () => {
    const [supabase, calls] = dataService(201, null)
    await saveRows(supabase, [row])
    expect(calls[0]?.method).toBe('POST')
    expect(calls[0]?.url.searchParams.get('on_conflict')).toBe('user_id,id')
    expect(calls[0]?.body).toMatchObject([{ user_id: USER, pick: { playerName: 'Mateo Villareal' } }])
  })
  it('are listed unexpired, without invalid rows', async () => {
    const good = pickToRow(pick, USER)
    const [supabase, calls] = dataService(200, [good, { ...good, id: 'nonsense' }])
    const rows = await listPicks(supabase, new Date('2026-07-18T17:00:00Z'))
    expect(rows.map(({ id }) => id)).toEqual([pick.id])
    expect(calls[0]?.url.searchParams.get('expires_at')).toBe('gt.2026-07-18T17:00:00.000Z')
  })
  it('fail with the specified messages', async () => {
    const [down] = dataService(500, { message: 'away' })
    await expect(saveRows(down, [row])).rejects.toThrow('Failed to save picks: away')
    await expect(listPicks(down)).rejects.toThrow('Failed to fetch picks')
    await expect(deletePicks(down, [pick.id])).rejects.toThrow('Failed to delete pick')
    const [anonymous, calls] = dataService(200, [], false)
    await expect(saveRows(anonymous, [row])).rejects.toThrow('User not authenticated')
    expect(calls).toHaveLength(0)
  })
})
