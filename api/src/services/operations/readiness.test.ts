import { expect, it } from 'vitest'
import { checkReady } from './readiness.ts'

it('an instance is ready from the first good check until it stops, also in short outages', async () => {
  let [status, stopping, time]: ['ok' | 'degraded' | 'down', boolean, number] = ['down', false, 0]
  const ready = checkReady(
    { isStopping: () => stopping },
    async () => ({ status }),
    () => time,
  )
  expect(await ready()).toBe(false)
  status = 'degraded'
  expect(await ready()).toBe(true)
  status = 'down'
  time = 5_900
  expect(await ready()).toBe(true)
  time = 6_000
  expect(await ready()).toBe(false)
  status = 'ok'
  expect(await ready()).toBe(true)
  stopping = true
  expect(await ready()).toBe(false)
})
