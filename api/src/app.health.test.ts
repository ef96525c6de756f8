import { describe, expect, it } from 'vitest'
import { infoAnswer } from './services/operations/health.ts'
import { releasesOf } from './testing/releases.ts'
import { testEnv } from './testing/test-env.ts'
import { repositories, withApp } from './testing/with-app.ts'

describe('N13 health and information endpoints', () => {
  it('describe the running API without secrets', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/api/info`)
      const info = infoAnswer.parse(await response.json())
      expect(info.dataSource).toEqual({
        kind: 'sample',
        label: 'Sample data',
        today: '2026-07-15',
        season: 2026,
        odds: true,
      })
      expect(JSON.stringify(info)).not.toMatch(/secret|key/i)
    })
  })

  it('report not ready when the data service fails or the process stops, and stay live', async () => {
    const rollouts = async (): Promise<never> => {
      throw new Error('away')
    }
    await withApp(repositories({ releases: { ...releasesOf([]), rollouts } }), async (url) => {
      const response = await fetch(`${url}/health`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        status: 'down',
        parts: { 'data service': { ok: false } },
      })
      expect((await fetch(`${url}/ready`)).status).toBe(503)
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
    })
    await withApp({ isStopping: () => true }, async (url) => {
      expect((await fetch(`${url}/ready`)).status).toBe(503)
      expect((await fetch(`${url}/health`)).status).toBe(200)
    })
  })

  it('show metrics to the admin key, and hide them from every other request, also from this machine', async () => {
    const env = testEnv({ ADMIN_KEY: 'an admin key of the tests'.replaceAll(' ', '-') })
    await withApp({ env }, async (url) => {
      const proxied = { 'x-forwarded-for': '203.0.113.7' }
      for (const headers of [{}, proxied])
        expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404)
      for (const headers of [{}, proxied]) {
        const keyed = { ...headers, authorization: `Bearer ${env.ADMIN_KEY}` }
        const answer = await fetch(`${url}/metrics`, { headers: keyed })
        expect(await answer.text()).toContain('propsight_http_request_seconds')
      }
    })
  })

  it('show metrics to their own token only, of which a rotated one does not lock the admin key', async () => {
    const keys = {
      ADMIN_KEY: 'an-admin-key-of-the-tests',
      METRICS_TOKEN: 'metrics-token-of-the-tests-with-32',
    }
    await withApp({ env: testEnv({ ...keys, RATE_LIMITS: 'on' }) }, async (url) => {
      const ask = async (path: string, key: string) =>
        (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status
      for (let scrape = 0; scrape < 6; scrape++) expect(await ask('/metrics', 'the-rotated-token')).toBe(401)
      expect(await ask('/metrics', keys.ADMIN_KEY)).toBe(401)
      expect(await ask('/metrics', keys.METRICS_TOKEN)).toBe(200)
      expect(await ask('/api/admin/users', keys.METRICS_TOKEN)).toBe(401)
      expect(await ask('/api/admin/users', keys.ADMIN_KEY)).not.toBe(429)
    })
  })

  it('limit the attempts to guess the admin key', async () => {
    const env = testEnv({ ADMIN_KEY: 'an-admin-key-of-the-tests', RATE_LIMITS: 'on' })
    await withApp({ env }, async (url) => {
      const attempt = async (key: string) => {
        const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${key}` }
        return (await fetch(`${url}/metrics`, { headers })).status
      }
      for (let guess = 0; guess < 5; guess++) expect(await attempt(`guess-${guess}`)).toBe(401)
      expect(await attempt('an-admin-key-of-the-tests')).toBe(429)
    })
  })
})
