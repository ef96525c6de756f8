import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../testing/fake-deps.ts'
import { startTestApi } from '../testing/test-api.ts'
import { repositories } from '../testing/with-app.ts'
import { accountNow, forgetOdds, grantCredits, removeExpiredPicks } from './jobs.ts'
import { archiveHistory } from './runner.ts'

const WALL = new Date('2026-11-21T12:00:00Z')

describe('the job that deletes prices of past games', () => {
  it('deletes in batches until none is left, as of the league clock', async () => {
    const calls: string[] = []
    const odds = {
      ...fakeDeps().repositories.odds,
      forget: async (now: Date) => {
        calls.push(now.toISOString())
        return calls.length < 3 ? 5 : 0
      },
    }
    const clock = parseLeagueClock('frozen:2026-07-18T12:00:00Z')
    await forgetOdds.run(fakeDeps({ ...repositories({ odds }), clock }))
    expect(calls).toEqual(Array.from({ length: 3 }, () => '2026-07-18T12:00:00.000Z'))
  })
})

describe('the job that archives earlier months', () => {
  it('continues where the last call ended, until no older rows are left', async () => {
    const calls: number[][] = []
    const answers = [
      { moved: 40, next: 7 },
      { moved: 0, next: 9 },
      { moved: 0, next: null },
    ]
    const operations = {
      ...fakeDeps().repositories.operations,
      archiveHistory: async (...args: number[]) => {
        calls.push(args)
        return answers[calls.length - 1] ?? { moved: 0, next: null }
      },
    }
    await archiveHistory.run(fakeDeps(repositories({ operations })))
    expect(calls).toEqual([
      [6, 25, 0],
      [6, 25, 7],
      [6, 25, 9],
    ])
  })
})

describe('C1 the credit grant job', () => {
  it('grants in batches until no account is due, always as of its start time', async () => {
    const calls: [string, number][] = []
    const due = [200, 200, 31, 0]
    const credits = {
      ...fakeDeps().repositories.credits,
      grant: async (now: Date, limit: number) => {
        calls.push([now.toISOString(), limit])
        return due[calls.length - 1] ?? 0
      },
    }
    const clock = parseLeagueClock('at:2027-02-28T00:00:00Z', () => WALL)
    await grantCredits.run(fakeDeps({ ...repositories({ credits }), clock }))
    expect(calls).toEqual(due.map(() => ['2027-02-28T00:00:00.000Z', 200]))
  })

  it.each(['real', 'sample', 'frozen:2019-07-04T12:00:00Z'])(
    'uses the wall clock when the league clock is %s',
    (spec) => {
      const clock = parseLeagueClock(spec, () => WALL)
      expect(accountNow(clock, () => WALL)).toEqual(WALL)
    },
  )

  it('starts with every instance and grants missed months exactly once', async () => {
    const api = await startTestApi({ jobs: false })
    try {
      const user = await api.createUser()
      const made = new Date(Date.now() - 100 * 86_400_000).toISOString()
      await api.admin.from('user_profiles').update({ created_at: made }).eq('user_id', user.id)
      const credits = async () =>
        (await user.client.from('user_profiles').select('credits').single()).data?.credits
      expect(await credits()).toBe(20)
      const later = await startTestApi({ instances: 2, databaseUrl: api.databaseUrl })
      try {
        // The account is three months and some days old.
        await expect.poll(credits, { timeout: 15_000 }).toBe(20 + 3 * 20)
      } finally {
        await later.close()
      }
      const { data } = await user.client.from('credit_ledger').select('idempotency_key').order('id')
      expect(data?.map((row) => row.idempotency_key)).toEqual(['welcome', 'grant:1', 'grant:2', 'grant:3'])
    } finally {
      await api.close()
    }
  })

  it('deletes the expired picks of all users, and keeps the live ones', async () => {
    const api = await startTestApi({ jobs: false })
    try {
      const users = [await api.createUser(), await api.createUser()]
      const rows = [{ created_at: '2020-01-01T00:00:00Z' }, {}].map((more, index) => ({
        id: `pick_${Date.now()}_abcd${index}`,
        player_name: 'Mateo Villareal',
        sport: 'MLB',
        ...more,
      }))
      for (const user of users) expect((await user.client.from('my_picks').insert(rows)).error).toBeNull()
      const [instance] = api.instances
      if (!instance) throw new Error('no instance')
      await removeExpiredPicks.run(instance.deps)
      const { data } = await api.admin.from('my_picks').select('id')
      expect(data).toEqual(users.map(() => ({ id: rows[1]?.id })))
    } finally {
      await api.close()
    }
  })
})
