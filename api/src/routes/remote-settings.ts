import {
  type ConfigDeclaration,
  type ConfigResponse,
  type ConfigValue,
  cohortMemberBody,
  configBody,
  configDeclarationSchema,
  describeMismatch,
  type Release,
  webhookBody,
} from '@propsight/shared/contracts'
import { requireAdmin } from '../http/admin-auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { type DeployerPorts, requireDeployer } from '../http/deploy-auth.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody, remoteNameOf } from '../http/validate.ts'
import { badRequest, toHttpError } from '../platform/errors.ts'
import type { RolloutsRepository } from '../repositories/releases.ts'
import type { RemotesRepository } from '../repositories/remotes.ts'
import type { ReleaseCatalogue } from '../services/releases/catalogue/catalogue.ts'
import { isWebhookAddress, type WebhookPorts, webhookSecret } from '../services/releases/webhooks.ts'

type SettingsPorts = DeployerPorts & {
  readonly env: WebhookPorts['env']
  readonly releases: Pick<ReleaseCatalogue, 'invalidate'>
  readonly repositories: {
    readonly remotes: Pick<
      RemotesRepository,
      'cohorts' | 'config' | 'setCohortMember' | 'setConfig' | 'setWebhook' | 'webhook'
    >
    readonly rollouts: Pick<RolloutsRepository, 'all'>
  }
}

/** The live and canary releases of a remote. */
async function servedReleases(rollouts: Pick<RolloutsRepository, 'all'>, name: string) {
  const found = (await rollouts.all()).find(({ rollout }) => rollout.name === name)
  const of = (version: string | null | undefined) =>
    found?.releases.find((release) => release.version === version)
  const live = of(found?.rollout.live)
  return { live, all: [live, of(found?.rollout.canary?.version)].filter((release) => release !== undefined) }
}

const declaredBy = (release: Release | undefined): ConfigDeclaration =>
  configDeclarationSchema.safeParse(release?.configSchema).data ?? {}

/** @throws HttpError 400 unless each of the releases declares and accepts a value */
export function requireAccepted(releases: readonly Release[], key: string, value: ConfigValue): void {
  if (releases.length === 0) throw badRequest('No release is live that could declare it')
  for (const release of releases) {
    const property = declaredBy(release)[key]
    const { name, version } = release
    if (!property) throw badRequest(`${name} ${version} declares no '${key}' in \`config\` of remote.json`)
    const accepted = describeMismatch(property, value)
    if (accepted !== null) throw badRequest(`'${key}' of ${name} ${version} is ${accepted}`)
  }
}

/** What is set for a remote besides its releases: the webhook and the configuration. */
export const settingsRoutes = (deps: SettingsPorts): ApiRouter => {
  const limited = limit(deps, { name: 'settings-address', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/remotes/:name/webhook', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      await requireDeployer(deps, ctx, name, 'webhook')
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { webhook: await toHttpError(deps.repositories.remotes.webhook(name)) }
    })
    .put('/api/remotes/:name/webhook', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'webhook')
      const { url } = await readBody(ctx, webhookBody)
      if (url !== null && !isWebhookAddress(url))
        throw badRequest('A webhook is a public https address at the standard port, without credentials')
      const id = await toHttpError(deps.repositories.remotes.setWebhook(name, url, actor))
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { secret: id === null ? null : webhookSecret(deps.env, id) }
    })
    .get('/api/remotes/:name/config', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      await requireDeployer(deps, ctx, name, 'config')
      const values = await toHttpError(deps.repositories.remotes.config(name))
      const { live } = await servedReleases(deps.repositories.rollouts, name)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { name, declared: declaredBy(live), values } satisfies ConfigResponse
    })
    .post('/api/remotes/:name/config', limited, async (ctx) => {
      const name = remoteNameOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'config')
      const { key, value, audience, message } = await readBody(ctx, configBody)
      const { live, all } = await servedReleases(deps.repositories.rollouts, name)
      if (value !== null) requireAccepted(live ? all : [], key, value)
      const change = { key, value, audience, actor, message }
      await toHttpError(deps.repositories.remotes.setConfig(name, change))
      deps.releases.invalidate()
      ctx.state.log.info({ remote: name, ...change }, 'a value of a configuration was changed')
      ctx.status = 204
    })
}

/** Named lists of accounts. Administrators only, because they show who has an account. */
export const cohortsRoutes = (deps: SettingsPorts): ApiRouter => {
  const { remotes } = deps.repositories
  const limited = limit(deps, { name: 'cohorts-address', points: 60, seconds: 60, by: 'address' })
  const change = async (ctx: ApiContext, name: string, isMember: boolean) => {
    const { actor } = await requireAdmin(deps, ctx)
    const { email } = await readBody(ctx, cohortMemberBody)
    await toHttpError(remotes.setCohortMember(name, email, { isMember, actor }))
    ctx.state.log.info({ cohort: name, isMember, actor }, 'a cohort was changed')
    ctx.status = 204
  }
  return createRouter()
    .get('/api/cohorts', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { cohorts: await remotes.cohorts() }
    })
    .put('/api/cohorts/:name', limited, (ctx) => change(ctx, remoteNameOf(ctx), true))
    .delete('/api/cohorts/:name', limited, (ctx) => change(ctx, remoteNameOf(ctx), false))
}
