import { readFileSync } from 'node:fs'
import {
  type AlertChannels,
  pushSubscriptionBody,
  readAlertsBody,
  removePushBody,
  unsubscribeQuery,
} from '@propsight/shared/contracts'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readBody, readQuery } from '../http/validate.ts'
import { badRequest, notFound, unauthorized, unavailable } from '../platform/errors.ts'
import type { AlertsRepository } from '../repositories/alerts.ts'
import type { RightsRepository } from '../repositories/users.ts'
import {
  type AlertMailPorts,
  isUnsubscribeLink,
  mailChannel,
  UNSUBSCRIBE_PATH,
  UNSUBSCRIBE_POLICY,
  unsubscribePage,
} from '../services/alerts/deliver-alerts.ts'
import { isPushEndpoint, type PushEnv, pushPublicKey } from '../services/alerts/push-service.ts'
import { memoize } from '../services/operations/memoize.ts'

/** Pages ask every 15 seconds while they are visible. One query per interval answers the pages of all users. */
const NEWEST_MS = 4_000
const NEWEST_TIMEOUT_MS = 10_000
/** Longer than a page waits between two requests; a page that was hidden reads its list anew. */
const NEWEST_WINDOW_SECONDS = 300

const WORKER = readFileSync(new URL('../services/alerts/push-worker.js', import.meta.url), 'utf8')

/** Alerts of the signed-in user, the channels that they are sent by, and the link that turns off mails. */
type AlertsRoutesPorts = LimitPorts &
  AuthPorts &
  AlertMailPorts & {
    readonly env: PushEnv
    readonly repositories: {
      readonly alerts: Pick<AlertsRepository, 'newest' | 'read' | 'stopMail' | 'subscribe' | 'unsubscribe'>
      readonly rights: Pick<RightsRepository, 'read'>
    }
  }

export const alertsRoutes = (deps: AlertsRoutesPorts): ApiRouter => {
  const { repositories, env } = deps
  const rule = (name: string, points: number) =>
    limit(deps, { name: `alerts-${name}`, points, seconds: 60, by: 'user' })
  const signedIn = [
    limit(deps, { name: 'alerts-address', points: 600, seconds: 60, by: 'address' }),
    requireUser(deps),
  ] as const
  const askNewest = memoize(NEWEST_MS, NEWEST_TIMEOUT_MS, () =>
    repositories.alerts.newest(NEWEST_WINDOW_SECONDS),
  )
  const readNewest = () =>
    askNewest().catch((error: unknown) => {
      throw unavailable('The data service', error)
    })
  const linkLimit = limit(deps, { name: 'alerts-unsubscribe', points: 30, seconds: 60, by: 'address' })
  /** The user of a link. @throws HttpError 404 for a link that this installation did not sign */
  const userOfLink = (ctx: ApiContext): string => {
    const { user, signature } = readQuery(ctx, unsubscribeQuery)
    if (!isUnsubscribeLink(deps, user, signature)) throw notFound('This link is not valid.')
    return user
  }
  const answerPage = (ctx: ApiContext, html: string) => {
    ctx.set('Content-Security-Policy', UNSUBSCRIBE_POLICY)
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = html
  }

  return createRouter()
    .get('/api/alerts/newest', ...signedIn, rule('newest', 60), async (ctx) => {
      ctx.body = { newest: (await readNewest()).get(userOf(ctx).id) ?? null }
    })
    .post('/api/alerts/read', ...signedIn, rule('read', 60), async (ctx) => {
      const { ids } = await readBody(ctx, readAlertsBody)
      await repositories.alerts.read(userOf(ctx).id, ids)
      ctx.status = 204
    })
    .get('/api/alerts/channels', ...signedIn, rule('channels', 60), async (ctx) => {
      const { mailboxProven } = await repositories.rights.read(userOf(ctx).id)
      ctx.body = {
        push: pushPublicKey(env),
        mail: mailChannel(deps, mailboxProven),
      } satisfies AlertChannels
    })
    .post('/api/alerts/push', ...signedIn, rule('push', 20), async (ctx) => {
      const { endpoint, keys } = await readBody(ctx, pushSubscriptionBody)
      if (pushPublicKey(env) === null) throw notFound('Push is not set up here.')
      if (!isPushEndpoint(env, endpoint))
        throw badRequest('The push service of this browser is not supported.')
      const { id: userId, sessionId } = userOf(ctx)
      if (!sessionId || !(await repositories.alerts.subscribe({ userId, sessionId, endpoint, ...keys })))
        throw unauthorized()
      ctx.status = 204
    })
    .post('/api/alerts/push/remove', ...signedIn, rule('push', 20), async (ctx) => {
      const { endpoint } = await readBody(ctx, removePushBody)
      await repositories.alerts.unsubscribe(userOf(ctx).id, endpoint)
      ctx.status = 204
    })
    .get(UNSUBSCRIBE_PATH, linkLimit, (ctx) => {
      // Programs that check the links of mails open them, so only the button turns the mails off.
      userOfLink(ctx)
      answerPage(ctx, unsubscribePage('ask'))
    })
    .post(UNSUBSCRIBE_PATH, linkLimit, async (ctx) => {
      await repositories.alerts.stopMail(userOfLink(ctx))
      answerPage(ctx, unsubscribePage('done'))
    })
    .get('/push-worker.js', (ctx) => {
      ctx.set('Cache-Control', 'no-cache')
      ctx.type = 'text/javascript; charset=utf-8'
      ctx.body = WORKER
    })
}
