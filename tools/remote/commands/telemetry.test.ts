import type { TelemetryResponse } from '@propsight/shared/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../testing/run-command.ts'
import { sendJson, stubApi } from '../testing/stub-api.ts'

/** Runs a command against an API that gives this answer to every request. */
async function run(args: string[], answer: unknown) {
  const stub = await stubApi((_request, response) => sendJson(response, 200, answer))
  onTestFinished(() => stub.close())
  const env = { PROPSIGHT_API: stub.url, PROPSIGHT_TOKEN: 'key' }
  return { ...(await runCommand(args, { env })), requests: stub.requests }
}

const answer: TelemetryResponse = {
  name: 'odds',
  days: 3,
  loads: [
    {
      version: '1.1.0',
      shell: null,
      ok: 20,
      failed: 2,
      reporters: 9,
      p50Ms: 120,
      p95Ms: null,
      screens: 4,
      lcpMs: 900,
      inpMs: 40,
      cls: 0.02,
      lastAt: '2026-07-01T12:00:00Z',
    },
  ],
  errors: [
    {
      version: '1.1.0',
      shell: '2.0.0',
      fingerprint: 'a'.repeat(16),
      kind: 'rejection',
      error: 'TypeError',
      message: 'offers\u001b[2J is not iterable',
      frames: ['src/rank-offers.ts:41:17', 'odds/1.1.0/a.js:1:2'],
      route: '/odds',
      trace: null,
      count: 12,
      firstAt: '2026-07-01T10:00:00Z',
      lastAt: '2026-07-01T12:00:00Z',
    },
  ],
}

it('F2 telemetry shows loads, web vitals and errors with their places, and no control characters of browsers', async () => {
  const { code, stdout, requests } = await run(['telemetry', 'odds', '--days', '3'], answer)
  expect(code).toBe(0)
  expect(requests.at(-1)?.path).toBe('/api/remotes/odds/telemetry?days=3')
  expect(stdout).toMatch(/1\.1\.0 +– +22 +2 +9 +120 ms +– +900 ms +40 ms +0\.02/)
  expect(stdout).toContain('  TypeError: offers [2J is not iterable (rejection)\n')
  expect(stdout).toContain(
    '    12×, 2026-07-01 10:00 to 2026-07-01 12:00; odds 1.1.0 in shell 2.0.0, on /odds\n',
  )
  expect(stdout).toContain('    at src/rank-offers.ts:41:17\n    at odds/1.1.0/a.js:1:2\n')
  const { json } = await run(['telemetry', 'odds', '--json'], answer)
  expect(json()).toMatchObject(answer)
})

it('F2 telemetry says that no browser reported anything', async () => {
  const { stdout } = await run(['telemetry', 'odds'], { ...answer, loads: [], errors: [] })
  expect(stdout).toContain('No browser reported a load.')
  expect(stdout).toContain('No browser reported an error.')
})

it('F2 a webhook is set with its secret, shown with its last failure, and removed', async () => {
  const set = await run(['webhook', 'odds', '--url', 'https://hooks.example.com/a'], { secret: 'whsec_x' })
  expect(set.requests.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/api/remotes/odds/webhook',
    body: JSON.stringify({ url: 'https://hooks.example.com/a' }),
  })
  expect(set.stdout).toContain('whsec_x')
  const webhook = {
    url: 'https://hooks.example.com/a',
    sentAt: null,
    lastError: 'it answered 500',
    isWaiting: true,
  }
  const shown = await run(['webhook', 'odds'], { webhook })
  expect(shown.stdout).toBe('odds: https://hooks.example.com/a, last sent –, waiting: it answered 500\n')
  expect((await run(['webhook', 'odds'], { webhook: null })).stdout).toBe('odds has no webhook.\n')
  const removed = await run(['webhook', 'odds', '--remove'], { secret: null })
  expect(removed.requests.at(-1)?.body).toBe('{"url":null}')
  expect(removed.stdout).toBe('odds has no webhook any more.\n')
  const both = await run(['webhook', 'odds', '--remove', '--url', 'https://a.example/'], { secret: null })
  expect([both.code, both.requests]).toEqual([2, []])
})
