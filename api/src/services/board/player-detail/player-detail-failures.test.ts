import type { PlayerDetail } from '@propsight/shared/contracts'
import { listStatNames } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../sources/testing/stub-service.ts'
import { DETAIL_TIMEOUTS } from './find-subject.ts'
import { type Answer, createDetailFixture, type Question } from './testing/detail-fixture.ts'

const SILENCE = 'silence'
const FAILURES: readonly { how: string; answer: Answer; shortTimeouts?: boolean }[] = [
  { how: '403', answer: (_url, response) => refuse(response, 403) },
  { how: '429', answer: (_url, response) => refuse(response, 429) },
  { how: '500', answer: (_url, response) => refuse(response, 500) },
  { how: 'garbage', answer: () => ({ stats: 'none', dates: 7, people: { no: 'list' }, teams: null }) },
  {
    how: 'no JSON',
    answer: (_url, response) => {
      response.end('<html>')
    },
  },
  { how: SILENCE, answer: () => undefined, shortTimeouts: true },
]
const ANSWERED_FAILURES = FAILURES.filter(({ how }) => how !== SILENCE)
const each = <T extends object>(parts: readonly T[], failures = FAILURES) =>
  parts.flatMap((part) => failures.map((failure) => ({ ...part, ...failure })))

/** A reason for readers: a sentence without an address or a stack. */
const SENTENCE = /^[A-Z][^<>{}]{5,}\.$/
const isPresent: Readonly<Record<string, (detail: PlayerDetail) => boolean>> = {
  hitting: ({ hitting }) => hitting?.season?.atBats === 40,
  opposingPitcher: ({ opposingPitcher }) => opposingPitcher?.era === '3.00',
  vsPitcher: ({ vsPitcher }) => vsPitcher?.atBats === 5,
  starterHands: ({ starterHands }) => Object.keys(starterHands).length === 3,
  why: ({ why, engine }) => why.length === listStatNames('hitting').length && engine !== null,
}
/** These parts share one circuit breaker, so a refused request of one may block the rest for a while. */
const DETAILS = ['hitting', 'opposingPitcher', 'vsPitcher', 'starterHands']

describe('N12 a player detail with a failing request', () => {
  const parts: readonly { question: Question; missingParts: string[] }[] = [
    { question: 'own splits', missingParts: ['hitting'] },
    { question: 'starter splits', missingParts: ['opposingPitcher'] },
    { question: 'vs pitcher', missingParts: ['vsPitcher'] },
    { question: 'club season', missingParts: ['starterHands'] },
    { question: 'club totals', missingParts: ['why'] },
  ]
  it.each(each(parts, ANSWERED_FAILURES))(
    'omits the affected part with a reason when $question fails: $how',
    async ({ question, missingParts, answer }) => {
      const { ask, logged } = await createDetailFixture({ [question]: answer })
      const detail = await ask()
      const missing = Object.keys(detail.missing)
      expect(missing).toEqual(expect.arrayContaining(missingParts))
      const others = Object.keys(isPresent).filter((part) => !missing.includes(part))
      for (const part of others) expect(isPresent[part]?.(detail), part).toBe(true)
      for (const part of missing) expect(isPresent[part]?.(detail), part).toBe(false)
      for (const reason of Object.values(detail.missing)) expect(reason).toMatch(SENTENCE)
      const furtherMissing = missing.filter((part) => !missingParts.includes(part))
      expect(
        furtherMissing.every(
          (part) =>
            DETAILS.includes(part) && missingParts.some((missingPart) => DETAILS.includes(missingPart)),
        ),
      ).toBe(true)
      expect(detail.fullName).toBe('José Peña')
      expect(logged.join()).toContain('player detail without')
    },
  )

  // Requests are paced in order, so with this short timeout further parts may be late as well.
  it.each(parts)(
    'omits the affected part with a reason when $question fails: silence',
    async ({ question, missingParts }) => {
      const { ask, logged } = await createDetailFixture(
        { [question]: () => undefined },
        { shortTimeouts: true },
      )
      const { missing, fullName } = await ask()
      expect(Object.keys(missing)).toEqual(expect.arrayContaining(missingParts))
      for (const reason of Object.values(missing)) expect(reason).toMatch(SENTENCE)
      expect(fullName).toBe('José Peña')
      expect(logged.join()).toContain('player detail without')
    },
  )

  it('has all other parts within the normal timeout when one request is never answered', async () => {
    const { ask } = await createDetailFixture(
      { 'own splits': () => undefined },
      { timeLimits: DETAIL_TIMEOUTS },
    )
    const detail = await ask()
    expect(detail.missing).toEqual({ hitting: 'The baseball stats service is not answering.' })
    for (const [part, present] of Object.entries(isPresent))
      expect(present(detail), part).toBe(part !== 'hitting')
  }, 20_000)

  it.each(FAILURES)(
    'keeps the parts that need no schedule when the schedule fails: $how',
    async ({ how, answer, shortTimeouts }) => {
      const { ask } = await createDetailFixture(
        { schedule: answer },
        { shortTimeouts: shortTimeouts ?? false },
      )
      // Status 403 opens the circuit breaker of the whole service, so the game log cannot be read either.
      if (shortTimeouts || how === '403') return expect(ask()).rejects.toMatchObject({ status: 503 })
      const result = await ask()
      expect(isPresent.hitting?.(result)).toBe(true)
      const reason = 'The schedule could not be read.'
      expect(result.missing).toMatchObject({ opposingPitcher: reason, vsPitcher: reason, why: reason })
    },
  )

  it.each(FAILURES)(
    'finds the player by name when the club directory fails: $how',
    async ({ answer, shortTimeouts }) => {
      const { ask } = await createDetailFixture({ teams: answer }, { shortTimeouts: shortTimeouts ?? false })
      if (shortTimeouts) return expect(ask()).rejects.toMatchObject({ status: 503 })
      const result = await ask()
      expect(isPresent.hitting?.(result)).toBe(true)
      expect(result.opposingPitcher).toMatchObject({ name: 'Ansel Ode', team: '' })
    },
  )
})

describe('N12 a player detail', () => {
  it.each(each<{ question: Question }>([{ question: 'roster' }, { question: 'log' }]))(
    'fails with 503 when the $question fails: $how',
    async ({ question, answer, shortTimeouts = false }) => {
      const { ask } = await createDetailFixture({ [question]: answer }, { shortTimeouts })
      const failure = await ask().then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ status: 503 })
      expect((failure as Error).message).toMatch(/^The baseball stats service .+\./)
    },
  )
})
