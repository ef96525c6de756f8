import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { accountNow } from '../services/account-time.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { repositories } from '../testing/with-app.ts'
import { grantCredits } from './grant-credits.ts'

const WALL = new Date('2026-11-21T12:00:00Z')

describe('the job that grants credits (C1)', () => {
  it('goes on until nobody is due, at the time that it began', async () => {
    const asked: [string, number][] = []
    const due = [200, 200, 31, 0]
    const credits = {
      ...fakeDeps().repositories.credits,
      grant: async (now: Date, limit: number) => {
        asked.push([now.toISOString(), limit])
        return due[asked.length - 1] ?? 0
      },
    }
    const clock = parseLeagueClock('at:2027-02-28T00:00:00Z', () => WALL)
    await grantCredits.run(fakeDeps({ ...repositories({ credits }), clock }))
    expect(asked).toEqual(due.map(() => ['2027-02-28T00:00:00.000Z', 200]))
  })

  it.each(['real', 'sample', 'frozen:2019-07-04T12:00:00Z'])(
    'goes by the wall clock where the league runs on %s',
    (spec) => {
      const clock = parseLeagueClock(spec, () => WALL)
      expect(accountNow(clock, () => WALL)).toEqual(WALL)
    },
  )
})
