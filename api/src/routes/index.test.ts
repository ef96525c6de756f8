import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyUpstream, fakeDeps } from '../testing/fake-deps.ts'
import { expectDocumented, hostileRequest } from '../testing/hostile-requests.ts'
import {
  analysisRelease,
  createStoreWithShell,
  releasesOf,
  rolloutOf,
  shellRelease,
} from '../testing/releases.ts'
import { scriptRun } from '../testing/script-run.ts'
import { sendRaw } from '../testing/send-raw.ts'
import { signToken, testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const script = scriptRun(RUN, 'held')

let store: Awaited<ReturnType<typeof createStoreWithShell>>
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  store = await createStoreWithShell()
  app = await serveApp(
    fakeDeps({
      env: testEnv({ BUNDLES_DIR: store.folder }),
      upstream: emptyUpstream,
      repositories: {
        ...fakeDeps().repositories,
        runs: {
          ...script.runs,
          start: async () => ({ ...script.run, state: 'held' }),
          release: async () => true,
          live: async () => null,
          sweep: async () => 0,
        },
        access: {
          emailExists: async () => false,
          reserve: async () => '2026-07-15T17:00Z',
          redeem: async () => true,
        },
        rights: {
          standing: async () => ({ known: true, refusal: null, signedOut: false }),
          read: async () => ({ limit: null, used: 0, pending: null, consents: [], mailboxProven: true }),
          setLimit: async () => undefined,
          exclude: async () => '2026-07-16T17:00Z',
          exportPage: async () => ({ text: '{}', next: null }),
          delete: async () => true,
          sessions: async () => [],
          endSession: async () => true,
          checkEmailChange: async () => undefined,
          endOldSessions: async () => 0,
          purgeClosedAccounts: async () => 0,
        },
        releases: releasesOf([rolloutOf([shellRelease]), rolloutOf([analysisRelease])]),
      },
    }),
  )
})
afterAll(async () => {
  await app.close()
  await store.remove()
})

it('the API answers any hostile request in time with a documented response or a 4xx envelope', async () => {
  const tokens = [
    await signToken(),
    await signToken({ secret: 'another secret of at least 32 characters' }),
    await signToken({ expiresIn: '-1h' }),
    await signToken({ audience: 'service' }),
  ]
  await fc.assert(
    fc.asyncProperty(hostileRequest(tokens), async (sent) => {
      expectDocumented(sent, await sendRaw(app.url, sent))
    }),
    { numRuns: 200 },
  )
}, 60_000)

it('the API is healthy after the hostile requests', async () => {
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
})
