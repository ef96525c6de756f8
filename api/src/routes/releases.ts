import { randomBytes } from 'node:crypto'
import {
  createTokenBody,
  type PreviewShell,
  previewBody,
  type ReleasesResponse,
  type Rollout,
  retireBody,
  revokePreviewsBody,
  rollbackBody,
  rolloutChangeBody,
  SHELL_RELEASE_NAME,
  telemetryQuery,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type ApiContext, type ApiRouter, closeSignal, createRouter } from '../http/context.ts'
import { type DeployerPorts, hashOfToken, requireDeployer, requireOperator } from '../http/deploy-auth.ts'
import { enforce, limit } from '../http/rate-limit.ts'
import { drainOnError } from '../http/request-body.ts'
import { readBody, readQuery, remoteNameOf } from '../http/validate.ts'
import { createSlots } from '../platform/concurrency/slots.ts'
import { badRequest, HttpError, notFound, toHttpError, unavailable } from '../platform/errors.ts'
import type { DeployTokensRepository } from '../repositories/deploy-tokens.ts'
import type { ReleasesRepository, RolloutsRepository } from '../repositories/releases.ts'
import type { RemotesRepository } from '../repositories/remotes.ts'
import { createFactsCollector } from '../services/releases/deploy/collect-facts.ts'
import { type DeployPorts, deployRelease } from '../services/releases/deploy/deploy-release.ts'
import { MAX_UPLOAD_BYTES, readUpload } from '../services/releases/deploy/read-upload.ts'
import { createFrameResolver } from '../services/releases/source-maps.ts'
import type { WebhookPorts } from '../services/releases/webhooks.ts'
import { requireAccepted } from './remote-settings.ts'

/** What the routes of releases need together. */
type ReleaseRoutesPorts = DeployerPorts &
  Omit<DeployPorts, 'collectFacts'> & {
    readonly env: WebhookPorts['env']
    readonly repositories: {
      readonly deployTokens: DeployTokensRepository
      readonly releases: Pick<ReleasesRepository, 'preview'>
      readonly remotes: Pick<RemotesRepository, 'config' | 'telemetry'>
      readonly rollouts: RolloutsRepository
    }
  }

export const rolloutsRoutes = (deps: ReleaseRoutesPorts): ApiRouter => {
  const { rollouts } = deps.repositories
  /** Applies a rollout change, logs it, and responds with the new rollout. */
  const change = async (ctx: ApiContext, action: string, actor: string, work: Promise<Rollout>) => {
    const rollout = await toHttpError(work)
    deps.releases.invalidate()
    ctx.state.log.info({ remote: rollout.name, action, actor, rollout }, 'a rollout was changed')
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { rollout }
  }
  const limited = limit(deps, { name: 'rollouts-address', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/rollouts', limited, async (ctx) => {
      const { remote } = await requireDeployer(deps, ctx, null, 'list')
      const all = (await rollouts.all()).map(({ rollout }) => rollout)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { rollouts: remote === null ? all : all.filter(({ name }) => name === remote) }
    })
    .post('/api/remotes/:name/promote', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'promote')
      const { message, generation } = await readBody(ctx, rolloutChangeBody)
      await change(ctx, 'promote', actor, rollouts.promote(name, { actor, message, generation }))
    })
    .post('/api/remotes/:name/rollback', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'rollback')
      const body = await readBody(ctx, rollbackBody)
      await change(ctx, 'rollback', actor, rollouts.rollBack(name, { actor, ...body }))
    })
    .post('/api/remotes/:name/retire', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'retire')
      const body = await readBody(ctx, retireBody)
      await change(ctx, 'retire', actor, rollouts.retire(name, { actor, ...body }))
    })
    .post('/api/remotes/:name/halt', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'halt')
      const { message, generation } = await readBody(ctx, rolloutChangeBody)
      await change(ctx, 'halt', actor, rollouts.halt(name, { actor, message, generation }))
    })
}

const TOKEN_BYTES = 32
const tokenId = z.uuid()

export const tokensRoutes = (deps: ReleaseRoutesPorts): ApiRouter => {
  const { deployTokens } = deps.repositories
  const limited = limit(deps, { name: 'tokens-address', points: 60, seconds: 60, by: 'address' })
  return createRouter()
    .post('/api/remotes/:name/tokens', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireOperator(deps, ctx)
      const { label, days } = await readBody(ctx, createTokenBody)
      const token = `psd_${randomBytes(TOKEN_BYTES).toString('base64url')}`
      const created = await deployTokens.create({ name, label, days, actor, hash: hashOfToken(token) })
      ctx.state.log.info({ remote: name, actor, tokenId: created.id }, 'a deploy token was created')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = 201
      ctx.body = { ...created, token }
    })
    .get('/api/remotes/:name/tokens', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      await requireOperator(deps, ctx)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { tokens: await deployTokens.list(name) }
    })
    .delete('/api/remotes/:name/tokens/:id', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireOperator(deps, ctx)
      const { data: id } = tokenId.safeParse(ctx.params.id)
      const revoked = id !== undefined && (await deployTokens.revoke(name, id, actor))
      if (!revoked) throw notFound(`${name} has no such deploy token`)
      ctx.state.log.info({ remote: name, actor, tokenId: id }, 'a deploy token was revoked')
      ctx.status = 204
    })
}

/** The version of a shell. @throws HttpError 400 for a release of the shell itself, 409 if there is no such shell */
async function shellVersion(
  rollouts: Pick<RolloutsRepository, 'all'>,
  name: string,
  shell: PreviewShell,
): Promise<string> {
  if (name === SHELL_RELEASE_NAME) throw badRequest('A release of the shell is shown in no other shell')
  const found = (await rollouts.all()).find(({ rollout }) => rollout.name === SHELL_RELEASE_NAME)?.rollout
  const versions = { live: found?.live, previous: found?.previous, candidate: found?.canary?.version }
  const version = versions[shell]
  if (version) return version
  throw new HttpError(409, 'CONFLICT', `There is no ${shell} shell`)
}

/** Preview links of the releases of one remote. */
export const previewsRoutes = (deps: ReleaseRoutesPorts): ApiRouter => {
  const { repositories, previews } = deps
  const limited = limit(deps, { name: 'previews-address', points: 60, seconds: 60, by: 'address' })
  return createRouter()
    .post('/api/remotes/:name/previews', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'preview')
      const { version, days, shell, config } = await readBody(ctx, previewBody)
      const found = await repositories.releases.preview(name, version)
      if (!found || (found.isWithdrawn && days !== null))
        throw notFound(
          `${name} has no release ${version} that can be shown: it is unknown, withdrawn or removed`,
        )
      for (const [key, value] of Object.entries(config ?? {})) requireAccepted([found.release], key, value)
      const shown = shell && (await shellVersion(repositories.rollouts, name, shell))
      ctx.state.log.info({ remote: name, version, shell: shown, actor, days }, 'a preview link was created')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = 201
      ctx.body = previews.createLink(found.release, days, { shell: shown, config })
    })
    .post('/api/remotes/:name/previews/revoke', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'preview')
      const { version } = await readBody(ctx, revokePreviewsBody)
      await toHttpError(repositories.rollouts.revokePreviews(name, version, actor))
      ctx.state.log.info({ remote: name, version, actor }, 'preview links were revoked')
      ctx.status = 204
    })
}

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
const MAX_WAIT_MS = 20_000

/** Adds the permanent address of each release whose files are kept. It opens a path of the served release. */
async function withPermanentPaths(
  { repositories, previews }: Pick<ReleaseRoutesPorts, 'repositories' | 'previews'>,
  history: ReleasesResponse,
): Promise<ReleasesResponse> {
  const { name } = history
  const served = (await repositories.rollouts.all()).find(({ rollout }) => rollout.name === name)?.releases
  const pathTo = (version: string) => {
    const { placement = null } = served?.find((release) => release.version === version) ?? served?.[0] ?? {}
    return previews.createLink({ name, version, placement }, null).path
  }
  const releases = history.releases.map((release) => ({
    ...release,
    permanentPath: release.state === 'removed' ? null : pathTo(release.version),
  }))
  return { ...history, releases }
}

/** A signal that aborts after the waiting time, or when the client disconnects. */
function waitSignalOf(ctx: ApiContext): AbortSignal {
  return AbortSignal.any([closeSignal(ctx), AbortSignal.timeout(MAX_WAIT_MS)])
}

export const releasesRoutes = (deps: ReleaseRoutesPorts): ApiRouter => {
  const deploying = { ...deps, collectFacts: createFactsCollector(deps) }
  const resolveFrames = createFrameResolver(deps.env, deps.bundles)
  const full = () => unavailable('The deploy service')
  const uploads = createSlots({ ...UPLOADS, full })
  const checks = createSlots({ ...CHECKS, full })
  const limited = limit(deps, { name: 'releases-address', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/remotes/:name/releases', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      await requireDeployer(deps, ctx, name, 'list')
      const history = await toHttpError(deps.repositories.rollouts.history(name, HISTORY_LENGTH))
      ctx.set('Cache-Control', 'no-store')
      ctx.body = await withPermanentPaths(deps, history)
    })
    .get('/api/remotes/:name/telemetry', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      await requireDeployer(deps, ctx, name, 'telemetry')
      const { days } = readQuery(ctx, telemetryQuery)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = await resolveFrames(await toHttpError(deps.repositories.remotes.telemetry(name, days)))
    })
    .post('/api/remotes/:name/releases', drainOnError(MAX_UPLOAD_BYTES), limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor, token } = await requireDeployer(deps, ctx, name, 'deploy')
      await enforce(deps, { name: 'deploys', points: 90, seconds: 60 }, name)
      const receiveAndDeploy = async () => {
        const upload = await readUpload(ctx, name)
        const declared = upload.body.declaration?.name ?? SHELL_RELEASE_NAME
        if (declared !== name) throw badRequest(`This is a release of '${declared}', not of '${name}'`)
        return checks.run(name, () => deployRelease(deploying, { ...upload, name, actor, token }))
      }
      const answer = await uploads.run(name, receiveAndDeploy, waitSignalOf(ctx))
      const { version, published, rollout, report } = answer
      ctx.state.log.info({ remote: name, version, actor, published, rollout, ok: report.ok }, 'a deploy')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = deployStatus(report.ok, published)
      ctx.body = report.ok ? answer : { ...answer, ...refusal(ctx.state.requestId) }
    })
}

/** 422 when the checks refuse the release, 201 when it is new, 200 when nothing was published. */
function deployStatus(isAccepted: boolean, isPublished: boolean): number {
  if (!isAccepted) return 422
  return isPublished ? 201 : 200
}

/** The error envelope, which is sent in addition to the report. */
function refusal(requestId: string) {
  const message = 'This release does not pass its checks; `report` says what mends it'
  return { error: message, message, code: 'BAD_REQUEST', requestId }
}
