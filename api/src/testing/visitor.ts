import { type LoadsBody, type Registry, registrySchema } from '@propsight/shared/contracts'
import { Agent, fetch } from 'undici'

export interface TestVisitor {
  /** Cookies that the server has set, by name. */
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>
  registry(): Promise<Registry>
  /** Reports how remotes loaded, with the ticket of `registry`. @returns the status of the response */
  report(registry: Registry, loads: Partial<LoadsBody['loads'][number]>[]): Promise<number>
  /** Does not follow redirects. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>
}

export interface TestAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Creates a minimal browser for tests: it keeps its cookies and sends from one loopback address.
 * @param address any address in 127.0.0.0/8
 * @param token token of a signed-in user, sent with reports
 */
export function createVisitor(
  url: string,
  { address = '127.0.0.1', token }: { address?: string; token?: string } = {},
): TestVisitor {
  const dispatcher = new Agent({ connect: { localAddress: address }, keepAliveTimeout: 100 })
  const cookies = new Map<string, string>()
  const call: TestVisitor['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      dispatcher,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, headers: new Headers([...answer.headers]), text: await answer.text() }
  }
  return {
    cookies,
    send: call,
    get: (path, headers) => call('GET', path, undefined, headers),
    registry: async () =>
      registrySchema.parse(JSON.parse((await call('GET', '/api/remotes', undefined)).text)),
    async report({ ticket }, loads) {
      const reported = loads.map((load) => ({ name: 'analysis', outcome: 'failed', ms: 12, ...load }))
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      return (await call('POST', '/api/loads', { ticket, loads: reported }, headers)).status
    },
  }
}
