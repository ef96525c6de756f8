import { describe, expect, it } from 'vitest'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

const SPAN = ['2026-05-18', '2026-07-23'] as const
const entry = (id: number, more: object = {}) => ({
  id,
  person: { id: 1_000 + id, fullName: `Player ${id}` },
  toTeam: { id: 136, name: 'Seattle Mariners' },
  date: '2026-07-10',
  effectiveDate: '2026-07-10',
  typeCode: 'SC',
  typeDesc: 'Status Change',
  description: `Seattle Mariners placed RF Player ${id} on the 10-day injured list. Left hamstring strain.`,
  ...more,
})
const read = async (body: unknown) => {
  const { upstream, asked } = await startUpstream(() => body)
  return { read: upstream.stats.transactions(...SPAN), upstream, asked }
}
const idsOf = async (transactions: readonly unknown[]) =>
  (await (await read({ transactions })).read).value.map(({ id }) => id)

describe('roster transactions', () => {
  it('N4 are read in one request, reduced to the needed fields and cached', async () => {
    const { upstream, asked } = await read({ transactions: [entry(1)] })
    await upstream.stats.transactions(...SPAN)
    expect((await upstream.stats.transactions(...SPAN)).value).toEqual([entry(1)])
    expect(asked).toEqual([
      '/api/v1/transactions?sportId=1&startDate=2026-05-18&endDate=2026-07-23&fields=transactions,id,person,fullName,toTeam,fromTeam,name,date,effectiveDate,typeCode,typeDesc,description',
    ])
  })
  it('omit entries without a person, date, description or league club', async () => {
    const strange = [
      entry(2, { person: undefined }),
      entry(3, { person: null }),
      entry(4, { person: { fullName: 'No Number' } }),
      entry(5, { date: 'soon' }),
      entry(6, { description: '' }),
      entry(7, { description: null }),
      entry(8, { toTeam: { id: 529, name: 'Tacoma Rainiers' } }),
      entry(9, { toTeam: null, fromTeam: null }),
      entry(10, { id: 'ten' }),
      null,
      'entry',
      [],
    ]
    expect(await idsOf([entry(1), ...strange])).toEqual([1])
  })
  it('accept entries without club names, effective dates or known codes', async () => {
    const odd = [
      entry(1, { toTeam: { id: 136 }, effectiveDate: null }),
      entry(2, { toTeam: { id: 'x' }, fromTeam: { id: 117 }, effectiveDate: 'later' }),
      entry(3, { typeCode: 'ZZZ', typeDesc: 42 }),
      entry(4, { typeCode: undefined, person: { id: 7 } }),
      entry(5, { toTeam: null, fromTeam: { id: 136, name: null } }),
    ]
    expect(await idsOf(odd)).toEqual([1, 2, 3, 4, 5])
  })
  it('are empty when there are none and fail when no entry is readable', async () => {
    expect(await idsOf([])).toEqual([])
    expect(await idsOf([entry(8, { toTeam: { id: 529 } })])).toEqual([])
    for (const invalidBody of [{}, { transactions: 'many' }, { transactions: [entry(1, { date: 1 })] }, []]) {
      expect((await upstreamFailure((await read(invalidBody)).read)).failure).toBe('unreadable')
    }
  })
  it('are limited to the latest 20,000 with shortened descriptions', async () => {
    // One in eleven is older: 20,000 are of the latest day. No more, because a slow machine has to send them in time.
    const many = Array.from({ length: 22_000 }, (_, at) =>
      entry(at, {
        date: at % 11 === 0 ? '2026-05-20' : '2026-07-01',
        effectiveDate: null,
        description: 'x'.repeat(at === 1 ? 5_000 : 40),
      }),
    )
    const { read: reading } = await read({ transactions: many })
    const { value } = await reading
    expect(value).toHaveLength(20_000)
    expect(new Set(value.map(({ date }) => date))).toEqual(new Set(['2026-07-01']))
    expect(value.find(({ id }) => id === 1)?.description).toHaveLength(1_000)
  })
  it.each([403, 429, 500])(
    'fail with status %i without opening the breaker of board requests',
    async (status) => {
      const { upstream } = await startUpstream((url, response) =>
        url.pathname === '/api/v1/transactions' ? refuse(response, status) : { people: [] },
      )
      for (let day = 10; day < 20; day += 1)
        await upstreamFailure(upstream.stats.transactions(`2026-05-${day}`, SPAN[1]))
      expect(upstream.state()['stats service'].breaker).toBe('closed')
      expect((await upstream.stats.players(2026)).value).toEqual([])
    },
  )
})
