import { createApp } from '../app.ts'
import type { Deps } from '../server/build-deps.ts'
import { closeServer, listen } from '../server/listen.ts'
import { fakeDeps } from './fake-deps.ts'
import { signToken } from './test-env.ts'

/** Serves an app with the given dependencies on an ephemeral loopback port. */
export async function serveApp(deps: Deps): Promise<{ url: string; close(): Promise<void> }> {
  const listening = await listen(0, '127.0.0.1')
  listening.serve(createApp(deps).callback())
  return { url: `http://127.0.0.1:${listening.port}`, close: () => closeServer(listening.server, 1_000) }
}

/** Serves an app with the given dependencies while a test runs. */
export async function withApp(changes: Partial<Deps>, test: (url: string, deps: Deps) => Promise<void>) {
  const deps = fakeDeps(changes)
  const app = await serveApp(deps)
  try {
    await test(app.url, deps)
  } finally {
    await app.close()
  }
}

/** Repositories that all throw on use, except for the given ones. */
export const repositories = (changes: Partial<Deps['repositories']>): Partial<Deps> => ({
  repositories: { ...fakeDeps().repositories, ...changes },
})
/** Posts a value as JSON; a string is sent unchanged. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
/** Headers of a signed-in user. */
export const bearer = async () => ({ authorization: `Bearer ${await signToken()}` })
