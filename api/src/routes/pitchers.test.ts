import { errorEnvelopeSchema, pitcherRecordSchema } from '@propsight/shared/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { pitchingSplit, rosterPerson, scheduledGame, withLog } from '../sources/testing/stats-bodies.ts'
import { refuse } from '../sources/testing/stub-service.ts'
import { startUpstream } from '../sources/testing/test-upstream.ts'
import { emptyUpstream, fakeDeps } from '../testing/fake-deps.ts'
import { testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const TODAY = '2026-07-15'
const env = testEnv({ LEAGUE_CLOCK: `frozen:${TODAY}T16:00:00Z` })

let app: Awaited<ReturnType<typeof serveApp>>
afterEach(() => app.close())

/** The API with a stats service that has two starters, or that refuses every request with a status. */
async function serve({ refusing, logs = 'good' }: { refusing?: number; logs?: 'good' | 'away' } = {}) {
  const { upstream } = await startUpstream((url, response) => {
    if (refusing !== undefined) return refuse(response, refusing)
    if (url.pathname === '/api/v1/teams') return { teams: [] }
    if (url.pathname.endsWith('/teams/stats')) return { stats: [] }
    if (url.pathname.endsWith('/schedule')) {
      const date = url.searchParams.get('date') ?? ''
      const games = [scheduledGame({ day: date, homeStarter: 2, awayStarter: 3 })]
      return { dates: date === TODAY ? [{ date, games }] : [] }
    }
    if (logs === 'away') return refuse(response, 500)
    const ids = (url.searchParams.get('personIds') ?? '').split(',').map(Number)
    const splits = [pitchingSplit(7, '2026-07-09', 6)]
    return { people: ids.map((id) => withLog(rosterPerson(id, `Arm ${id}`, 147, 'P'), 'pitching', splits)) }
  })
  app = await serveApp(fakeDeps({ env, upstream }))
}
const get = (query: string) => fetch(`${app.url}/api/pitchers?${query}`)
const readPlayerRecords = async (response: Response) =>
  (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => pitcherRecordSchema.parse(JSON.parse(line)))

describe('H6 GET /api/pitchers', () => {
  it.each([
    '',
    'phase=walks',
    'phase=strikeouts&date=2026-06-14',
    'phase=strikeouts&date=2026-07-23',
    'phase=strikeouts&date=yesterday',
    'phase=strikeouts&skip=1,two',
    `phase=strikeouts&skip=${'9'.repeat(801)}`,
    'phase=strikeouts&more=1',
    'phase=strikeouts&phase=strikeouts',
  ])('refuses %.60s', async (query) => {
    await serve()
    const response = await get(query)
    expect(response.status).toBe(400)
    expect(errorEnvelopeSchema.parse(await response.json()).code).toBe('BAD_REQUEST')
  })
  it.each([403, 429, 500])(
    'answers 503 with the upstream status when the stats service answers %s',
    async (status) => {
      await serve({ refusing: status })
      const response = await get('phase=strikeouts')
      expect(response.status).toBe(503)
      const { code, message } = errorEnvelopeSchema.parse(await response.json())
      expect(code).toBe('UPSTREAM_UNAVAILABLE')
      expect(message).toContain(`(${status})`)
    },
  )
  it('ends with an error record when no log can be read', async () => {
    await serve({ logs: 'away' })
    const records = await readPlayerRecords(await get('phase=strikeouts'))
    expect(records.map(({ type }) => type)).toEqual(['start', 'missing', 'missing', 'error'])
    expect(records.at(-1)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })
  it('allows 60 calls a minute per address', async () => {
    const limited = testEnv({ LEAGUE_CLOCK: env.LEAGUE_CLOCK, RATE_LIMITS: 'on' })
    app = await serveApp(fakeDeps({ env: limited, upstream: emptyUpstream }))
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) {
      const response = await get('phase=strikeouts')
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})
