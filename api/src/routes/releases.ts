import { SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { requireDeployer } from '../http/deploy-auth.ts'
import { refuseAfterUpload } from '../http/drain-body.ts'
import { enforce, limit } from '../http/rate-limit.ts'
import { remoteOf } from '../http/remote-name.ts'
import { createSlots } from '../platform/concurrency/slots.ts'
import { badRequest, unavailable } from '../platform/errors.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'
import { createFactsCollector } from '../services/releases/deploy/collect-facts.ts'
import { deployRelease } from '../services/releases/deploy/deploy-release.ts'
import { MAX_UPLOAD_BYTES, readUpload } from '../services/releases/deploy/read-upload.ts'

const HISTORY_LENGTH = 100
/**
 * Each upload holds a whole release in memory. A slow upload of one remote leaves slots for other remotes.
 */
const UPLOADS = { maxRunning: 5, perKey: 2, waiting: 10 }
/** Each check of an upload runs in a separate process. */
const CHECKS = { maxRunning: 2, perKey: 1, waiting: UPLOADS.maxRunning }
/**
 * Shorter than the server's request timeout, so that a waiting client gets a 503 instead of a closed
 * connection.
 */
const PATIENCE_MS = 20_000

/** A signal that aborts after the waiting time, or when the client disconnects. */
function patienceOf(ctx: ApiContext): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  if (ctx.req.destroyed) gone.abort()
  return AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE_MS)])
}

export const releasesRoutes = (deps: Deps): ApiRouter => {
  const deploying = { ...deps, collectFacts: createFactsCollector(deps) }
  const full = () => unavailable('The deploy service')
  const uploads = createSlots({ ...UPLOADS, full })
  const checks = createSlots({ ...CHECKS, full })
  const limited = limit(deps, { name: 'releases-address', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/remotes/:name/releases', limited, async (ctx) => {
      const name = remoteOf(ctx)
      await requireDeployer(deps, ctx, name, 'list')
      ctx.set('Cache-Control', 'no-store')
      ctx.body = await speakPlainly(deps.repositories.rollouts.history(name, HISTORY_LENGTH))
    })
    .post('/api/remotes/:name/releases', refuseAfterUpload(MAX_UPLOAD_BYTES), limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor, token } = await requireDeployer(deps, ctx, name, 'deploy')
      await enforce(deps, { name: 'deploys', points: 90, seconds: 60 }, name)
      const receiveAndDeploy = async () => {
        const upload = await readUpload(ctx, name)
        const declared = upload.body.declaration?.name ?? SHELL_RELEASE_NAME
        if (declared !== name) throw badRequest(`This is a release of '${declared}', not of '${name}'`)
        return checks.run(name, () => deployRelease(deploying, { ...upload, name, actor, token }))
      }
      const answer = await uploads.run(name, receiveAndDeploy, patienceOf(ctx))
      const { version, published, rollout, report } = answer
      ctx.state.log.info({ remote: name, version, actor, published, rollout, ok: report.ok }, 'a deploy')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = report.ok ? (published ? 201 : 200) : 422
      ctx.body = report.ok ? answer : { ...answer, ...refusal(ctx.state.requestId) }
    })
}

/** The error envelope, which is sent in addition to the report. */
function refusal(requestId: string) {
  const message = 'This release does not pass its checks; `report` says what mends it'
  return { error: message, message, code: 'BAD_REQUEST', requestId }
}
