import type { Audience } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { anonymous, bucketOf, createAudienceAccounts, isInAudience } from './audience.ts'

const ID = '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f'
const member = {
  id: ID,
  region: 'US-NJ',
  account: { plan: 'premium', isDeveloper: false, cohorts: ['beta'] },
}

describe('F2 an audience', () => {
  it.each<[Audience, boolean, boolean]>([
    [{}, true, true],
    [{ plan: ['basic', 'premium'] }, true, false],
    [{ plan: ['free'] }, false, false],
    [{ role: 'user' }, true, false],
    [{ role: 'developer' }, false, false],
    [{ region: ['US'] }, true, false],
    [{ region: ['U', 'US-N'] }, false, false],
    [{ cohort: ['alpha', 'beta'] }, true, false],
    [{ cohort: ['beta'], plan: ['free'] }, false, false],
    [{ percent: 100, cohort: ['beta'] }, true, false],
    [{ percent: 0 }, false, false],
  ])('%j has the member: %s, a visitor about whom nothing is known: %s', (audience, has, hasUnknown) => {
    expect(isInAudience(audience, 'picks.shown', member)).toBe(has)
    expect(isInAudience(audience, 'picks.shown', anonymous(ID))).toBe(hasUnknown)
  })

  it('of a percentage has the visitors whose bucket is below it, independently for each value', () => {
    const at = (rule: string) => bucketOf(rule, ID) / 100
    expect(at('picks')).not.toBe(at('picks.shown'))
    for (const rule of ['picks', 'picks.shown']) {
      expect(isInAudience({ percent: at(rule) }, rule, member)).toBe(false)
      expect(isInAudience({ percent: at(rule) + 0.01 }, rule, member)).toBe(true)
    }
  })
})

describe('F2 the account of a visitor', () => {
  it('keeps its last facts while the data service does not answer, and is unknown before', async () => {
    let isAway = true
    const facts = { plan: 'free', isDeveloper: false, cohorts: [] }
    const accounts = createAudienceAccounts({
      audienceFacts: async () => {
        if (isAway) throw new Error('away')
        return facts
      },
    })
    expect(await accounts.read(ID)).toBeNull()
    isAway = false
    expect(await accounts.read(ID)).toEqual(facts)
    isAway = true
    expect(await accounts.read(ID)).toEqual(facts)
  })
})
