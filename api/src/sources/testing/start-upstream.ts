import { afterEach, expect } from 'vitest'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { Upstream, UpstreamOptions } from '../upstream.ts'
import { hastyTimer } from './fake-timer.ts'
import { quietUpstream } from './quiet-upstream.ts'
import { type StubService, stubService } from './stub-service.ts'

let service: StubService | undefined
let upstream: Upstream | undefined
afterEach(async () => {
  await upstream?.close()
  await service?.close()
})

/**
 * The real clients before a service of the test's own, with a timer that waits for nothing; closed after each test.
 * @param chance what the timer's `random` answers
 */
export async function startUpstream(
  answer: Parameters<typeof stubService>[0],
  more: (url: string) => Partial<UpstreamOptions> = () => ({}),
  chance = 0,
) {
  service = await stubService(answer)
  const timer = hastyTimer({ random: chance })
  upstream = quietUpstream(service.url, timer, service.url, more(service.url))
  return { timer, upstream, service, asked: service.asked }
}

/** What a call failed with, which must be an UpstreamError. */
export async function upstreamFailure(work: Promise<unknown>): Promise<UpstreamError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}
