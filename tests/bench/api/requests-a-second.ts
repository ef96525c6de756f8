import autocannon from 'autocannon'
import type { Call } from './raw-call.ts'

const CONNECTIONS = 16

/** How many of these a server answers in a second. @throws where one of them fails or is not a 200 */
export async function requestsASecond(url: string, call: Call, seconds: number): Promise<number> {
  const { path, ...request } = call
  const result = await autocannon({
    url: url + path,
    ...request,
    connections: CONNECTIONS,
    duration: seconds,
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} calls of ${path} failed`)
  return result['2xx'] / result.duration
}
