import { calibrationResponse } from '@propsight/shared/contracts'
import { ENGINE_VERSION, TRACK_RECORD } from '@propsight/shared/domain/engine'
import { expect, it } from 'vitest'
import { withApp } from '../testing/with-app.ts'

it('GET /api/model/calibration returns the track record of the engine and answers 304 for a known ETag', async () => {
  await withApp({}, async (url) => {
    const response = await fetch(`${url}/api/model/calibration`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(calibrationResponse.parse(await response.json())).toEqual(TRACK_RECORD)
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${url}/api/model/calibration`, { headers: { 'if-none-match': `W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

it('GET /api/info names the engine version that makes the forecasts', async () => {
  await withApp({}, async (url) => {
    expect(await (await fetch(`${url}/api/info`)).json()).toMatchObject({ engine: ENGINE_VERSION })
  })
})
