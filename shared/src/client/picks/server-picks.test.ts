import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import type { Pick } from '../../contracts/pick.ts'
import { pickRowSchema } from '../../contracts/pick-row.ts'
import { firstNumber } from '../first-number.ts'
import { pickToRow } from './pick-to-row.ts'
import { deletePick, listPicks, savePick } from './server-picks.ts'

const USER = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const pick: Pick = {
  id: 'pick_1752850000000_abc123',
  playerName: 'Mateo Villareal',
  sport: 'MLB',
  confidence: null,
  projectedStatLine: 'averages 2.4 total bases',
  extractedStatLine: null,
  originalStats: '1.5 More Total Bases',
  bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1.5 },
  defensiveAnalysis: null,
  injuryImpact: null,
  recentForm: null,
  overHitPercentage: 80,
  reasoning: '8 of the last 10 games went over.',
  createdAt: '2026-07-18T16:00:00Z',
  expiresAt: '2026-07-19T12:00:00Z',
  statType: 'Total Bases',
  oddsType: 'standard',
  team: 'SEA',
  opponent: 'TEX',
  homeAway: 'HOME',
  gameTime: null,
  gameId: null,
  personId: 1,
  sample: { window: 10, over: 8, under: 2, push: 0 },
  games: [],
  source: 'sample',
  unavailable: { confidence: 'The engine is not there yet' },
}

let clients = 0

interface Call {
  method: string
  url: URL
  body: unknown
}

/** The real client over a fetch that records and answers. */
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

describe('picks', () => {
  it('writes a row that its own schema accepts, numbers taken from text', () => {
    expect(pickRowSchema.parse(pickToRow(pick, USER))).toMatchObject({
      projected_total: 2.4,
      betting_line: 1.5,
    })
    expect(firstNumber('0-2, 3.5')).toBe(0)
    expect(firstNumber('down −, none')).toBeNull()
  })
  it('saves by user and id, so that the same id replaces', async () => {
    const [supabase, calls] = dataService(201, null)
    await savePick(supabase, pick)
    expect(calls[0]?.method).toBe('POST')
    expect(calls[0]?.url.searchParams.get('on_conflict')).toBe('user_id,id')
    expect(calls[0]?.body).toMatchObject({ user_id: USER, pick: { playerName: 'Mateo Villareal' } })
  })
  it('lists unexpired rows and drops one that does not parse', async () => {
    const good = pickToRow(pick, USER)
    const [supabase, calls] = dataService(200, [good, { ...good, id: 'nonsense' }])
    const rows = await listPicks(supabase, new Date('2026-07-18T17:00:00Z'))
    expect(rows.map((row) => row.id)).toEqual([pick.id])
    expect(calls[0]?.url.searchParams.get('expires_at')).toBe('gt.2026-07-18T17:00:00.000Z')
  })
  it('says the specified texts when it cannot', async () => {
    const [down] = dataService(500, { message: 'away' })
    await expect(savePick(down, pick)).rejects.toThrow('Failed to save pick')
    await expect(listPicks(down)).rejects.toThrow('Failed to fetch picks')
    await expect(deletePick(down, pick.id)).rejects.toThrow('Failed to delete pick')
    const [anonymous, calls] = dataService(200, [], false)
    await expect(savePick(anonymous, pick)).rejects.toThrow('User not authenticated')
    expect(calls).toHaveLength(0)
  })
})
