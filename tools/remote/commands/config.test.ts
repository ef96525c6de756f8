import type { ConfigResponse } from '@propsight/shared/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../testing/run-command.ts'
import { sendJson, stubApi } from '../testing/stub-api.ts'

const config: ConfigResponse = {
  name: 'odds',
  declared: {
    shown: { type: 'boolean', default: false },
    limit: { type: 'integer', default: 10 },
    season: { type: 'string', default: '2025' },
  },
  values: [
    {
      key: 'limit',
      value: 20,
      audience: { percent: 5, plan: ['basic', 'premium'], cohort: ['beta'] },
      updatedAt: '2026-07-01T12:00:00Z',
      updatedBy: 'team\u001b[2J',
    },
  ],
}
const link = { path: '/odds?preview=x', version: '1.0.0', expiresAt: null }

async function run(...args: string[]) {
  const stub = await stubApi(async (request, response) => {
    const isChange = request.method !== 'GET' && !request.url?.endsWith('/previews')
    if (isChange) return response.writeHead(204).end()
    if (request.url === '/api/cohorts')
      return sendJson(response, 200, {
        cohorts: [{ name: 'beta', members: [{ email: 'a@b.c', addedAt: '2026-07-01T12:00:00Z' }] }],
      })
    return sendJson(response, 200, request.method === 'POST' ? link : config)
  })
  onTestFinished(() => stub.close())
  const outcome = await runCommand(args, { env: { PROPSIGHT_API: stub.url, PROPSIGHT_TOKEN: 'key' } })
  const sent = stub.requests.filter(({ method }) => method !== 'GET')
  return { ...outcome, sent: sent.map(({ method, path, body }) => [method, path, JSON.parse(body)]) }
}

it('F2 config shows what is declared and set, and for whom', async () => {
  const { code, stdout, sent } = await run('config', 'odds')
  expect([code, sent]).toEqual([0, []])
  expect(stdout).toMatch(/shown +boolean +false +–/)
  expect(stdout).toMatch(
    /limit +integer +10 +20 +5 % of visitors with plan basic or premium in cohort beta +2026-07-01 12:00 team \[2J\n/,
  )
})

it.each([
  ['shown=true', 'shown', true],
  ['limit=3', 'limit', 3],
  ['season=2026', 'season', '2026'],
  ['unknown=a=b', 'unknown', 'a=b'],
])('F2 config --set %s sends a value of the declared type', async (assignment, key, value) => {
  const { code, sent } = await run(
    'config',
    'odds',
    '--set',
    assignment,
    '--role',
    'user',
    '--region',
    'US',
    'FR',
  )
  expect(code).toBe(0)
  const audience = { role: 'user', region: ['US', 'FR'] }
  expect(sent).toEqual([['POST', '/api/remotes/odds/config', { key, value, audience, message: '' }]])
})

it('F2 config --unset removes a value, and wrong usage sends nothing', async () => {
  const { sent } = await run('config', 'odds', '--unset', 'limit', '--message', 'over')
  expect(sent).toMatchObject([
    ['POST', '/api/remotes/odds/config', { key: 'limit', value: null, message: 'over' }],
  ])
  for (const wrong of [
    ['--set', 'limit'],
    ['--set', 'limit=1', '--plan', 'gold'],
    ['--set', 'limit=1', '--unset', 'limit'],
  ]) {
    const refused = await run('config', 'odds', ...wrong)
    expect([refused.code, refused.sent]).toEqual([2, []])
  }
})

it('F2 cohorts are listed and changed, and canaries and previews take conditions', async () => {
  expect((await run('cohort', 'list')).stdout).toMatch(/beta +a@b\.c +2026-07-01 12:00/)
  const body = { email: 'a@b.c' }
  expect((await run('cohort', 'add', 'beta', 'a@b.c')).sent).toEqual([['PUT', '/api/cohorts/beta', body]])
  expect((await run('cohort', 'remove', 'beta', 'a@b.c')).sent).toEqual([
    ['DELETE', '/api/cohorts/beta', body],
  ])
  const shown = await run('preview', 'odds', '--release', '1.0.0', '--permanent', '--set', 'limit=3')
  expect(shown.stdout).toContain('for as long as the release is kept')
  expect(shown.sent).toEqual([
    ['POST', '/api/remotes/odds/previews', { version: '1.0.0', days: null, config: { limit: 3 } }],
  ])
  expect((await run('deploy', 'odds', '--cohort', 'beta')).code).toBe(2)
})
