import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { instantTimer } from '../../platform/testing/fake-timer.ts'
import type { Timer } from '../../platform/timer.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../upstream.ts'
import { type StubService, stubService } from './stub-service.ts'

/**
 * The real upstream clients, connected to the stub services of a test, with a silent log and the given timer.
 */
export const createTestUpstream = (
  statsUrl: string,
  timer: Timer,
  linesUrl = statsUrl,
  more: Partial<UpstreamOptions> = {},
): Upstream =>
  createUpstream({ statsUrl, linesUrl, redis: null, log: pino({ level: 'silent' }), timer, ...more })

let service: StubService | undefined
let upstream: Upstream | undefined
afterEach(async () => {
  await upstream?.close()
  await service?.close()
})

/**
 * Starts a stub service and the real clients connected to it, with a timer whose sleeps resolve at once. Both
 * are closed after each test.
 */
export async function startUpstream(
  answer: Parameters<typeof stubService>[0],
  more: (url: string) => Partial<UpstreamOptions> = () => ({}),
) {
  service = await stubService(answer)
  const timer = instantTimer({ random: 0 })
  upstream = createTestUpstream(service.url, timer, service.url, more(service.url))
  return { timer, upstream, service, asked: service.asked }
}

/** The error of a failed call, which must be an UpstreamError. */
export async function upstreamFailure(work: Promise<unknown>): Promise<UpstreamError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}
