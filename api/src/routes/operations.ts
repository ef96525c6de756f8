import {
  CONTRACT_VERSION,
  calibrationResponse,
  clientErrorsBody,
  contactBody,
} from '@propsight/shared/contracts'
import { listStatNames, MLB_MARKETS, RECORD_STATS } from '@propsight/shared/domain'
import {
  ENGINE_VERSION,
  evidenceWeights,
  FITTED,
  LINE_EVIDENCE,
  NOT_MODELLED,
  PRICE_RECORD,
  TRACK_RECORD,
} from '@propsight/shared/domain/engine'
import type { AdminAuthPorts } from '../http/admin-auth.ts'
import { type AuthPorts, bearerToken, optionalUser } from '../http/auth.ts'
import { type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { requireOperator } from '../http/deploy-auth.ts'
import { isLocalVisitor } from '../http/loopback.ts'
import {
  enforceForAccount,
  enforceRequest,
  type LimitPorts,
  limit,
  type RequestRule,
} from '../http/rate-limit.ts'
import { JSON_LIMITS } from '../http/request-body.ts'
import { constantJson } from '../http/response-headers.ts'
import { readBody } from '../http/validate.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { notFound, unauthorized } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import { secretsEqual } from '../platform/signer.ts'
import { type ClientErrorPorts, recordClientErrors } from '../services/operations/client-errors.ts'
import { type ContactPorts, storeAndSendMessage } from '../services/operations/contact.ts'
import type { InfoAnswer } from '../services/operations/health.ts'
import { checkHealth, checkReady, type HealthPorts } from '../services/operations/health.ts'
import type { Mailbox } from '../services/operations/mailbox.ts'
import { MAILBOX_POLICY, renderMailbox } from '../services/operations/mailbox.ts'
import type { PagePorts } from '../services/releases/render-page.ts'

export const infoRoutes = (deps: Pick<PagePorts, 'version' | 'dataSource'>): ApiRouter =>
  createRouter().get('/api/info', (ctx) => {
    const answer: InfoAnswer = {
      name: 'propsight',
      version: deps.version,
      contract: CONTRACT_VERSION,
      dataSource: deps.dataSource(),
      engine: ENGINE_VERSION,
      uptimeSeconds: Math.round(process.uptime()),
    }
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = answer
  })

/** The track record changes with a release only, and one that is an hour old does no harm. */
const MAX_AGE_SECONDS = 3_600

/** The data of each part of the shipped constants; the weights of the offered line are the last. */
const fittedParts = () =>
  Object.entries({ ...FITTED, line: LINE_EVIDENCE }).map(([part, { data, from, to }]) => ({
    part,
    data,
    from,
    to,
  }))

const MARKETS = MLB_MARKETS.filter((market) => market !== 'All Stat Lines')

/** How much counts at the lines of each market that has a board. */
const lineWeights = () =>
  MARKETS.map((stat) => {
    const { market = null, engine = null } = LINE_EVIDENCE.books.weights[stat] ?? {}
    return { stat, lineOnly: evidenceWeights(stat, LINE_EVIDENCE.pickem).lineOnly, market, engine }
  })

/** Forecast markets without a figure: not over all games, not of starters, not against prices. */
function marketsWithoutRecord(): string[] {
  const judged = new Set<string | undefined>([
    ...TRACK_RECORD.markets.map(({ market }) => RECORD_STATS[market.split(' ')[0] ?? '']),
    ...TRACK_RECORD.pitchers.map(({ stat }) => stat),
    ...PRICE_RECORD.markets.map(({ stat }) => stat),
  ])
  return [...listStatNames('hitting'), ...listStatNames('pitching')].filter((stat) => !judged.has(stat))
}

/**
 * `GET /api/model/calibration`: the track record of the shipped engine on its test seasons, and the comparison
 * with sportsbook prices, without sign-in.
 */
export const modelRoutes = (deps: LimitPorts): ApiRouter => {
  const body = JSON.stringify(
    calibrationResponse.parse({
      ...TRACK_RECORD,
      prices: PRICE_RECORD,
      fitted: fittedParts(),
      lineWeights: lineWeights(),
      notModelled: NOT_MODELLED,
      notJudged: marketsWithoutRecord(),
    }),
  )
  return createRouter().get(
    '/api/model/calibration',
    limit(deps, { name: 'model-address', points: 60, seconds: 60, by: 'address' }),
    constantJson(body, MAX_AGE_SECONDS),
  )
}

export const metricsRoutes = (
  deps: AdminAuthPorts & {
    readonly env: Pick<ApiEnv, 'METRICS_TOKEN'>
    readonly metrics: Pick<Metrics, 'registry'>
  },
): ApiRouter =>
  createRouter().get('/metrics', async (ctx) => {
    // Also for local requests: behind a local proxy that adds no header, every request looks local.
    const token = bearerToken(ctx)
    if (token === null) throw notFound()
    const { METRICS_TOKEN: expected } = deps.env
    if (expected === undefined) {
      // Uses the same lock as deploys, so that keys cannot be guessed here either.
      await requireOperator(deps, ctx)
    } else if (!secretsEqual(token, expected)) throw unauthorized('This is not the METRICS_TOKEN of this API')
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await deps.metrics.registry.metrics()
    ctx.type = deps.metrics.registry.contentType
  })

/** Ten errors with twelve frames each. Browsers send at most 64 kB while a page unloads. */
const MAX_REPORT_BYTES = 48 * 1024

/** Each error is one line of the log, so the number per address and day is limited. */
const DAILY_LIMIT: RequestRule = { name: 'client-errors-day', points: 500, seconds: 86_400, by: 'address' }
/**
 * Limit of all addresses together, since one sender may have thousands. Reports above it are counted but not
 * logged. They are not refused, because a flood must not hide that a release fails.
 */
const LOGGED_LIMIT = { name: 'client-errors-written', points: 2_000, seconds: 3_600 }

/** Receives error reports of browsers. They need no sign-in and contain no user id. */
export const clientErrorsRoutes = (deps: LimitPorts & ClientErrorPorts): ApiRouter =>
  createRouter().post(
    '/api/client-errors',
    limit(deps, { name: 'client-errors', points: 20, seconds: 60, by: 'address' }),
    async (ctx) => {
      await enforceRequest(deps, ctx, DAILY_LIMIT)
      const body = await readBody(ctx, clientErrorsBody, { ...JSON_LIMITS, bytes: MAX_REPORT_BYTES })
      const { allowed: isLogged } = await deps.limits.consume(LOGGED_LIMIT, 'everybody')
      await recordClientErrors(deps, body, isLogged ? ctx.state.log : null)
      ctx.status = 204
    },
  )

/**
 * Mails of the embedded data service. They contain sign-in links. The address contains a secret that changes with
 * every start, because a proxy on this machine that adds no header makes every visitor look local.
 */
export const mailboxRoutes = (deps: {
  readonly env: Pick<ApiEnv, 'MAILBOX_KEY'>
  readonly mailbox: Pick<Mailbox, 'list'> | null
}): ApiRouter =>
  createRouter().get(['/dev/mailbox/:key', '/dev/mailbox/:key/mails.json'], async (ctx) => {
    const { MAILBOX_KEY: secret } = deps.env
    const isAllowed = secret !== undefined && secretsEqual(ctx.params.key ?? '', secret)
    if (!deps.mailbox || !isAllowed || !isLocalVisitor(ctx)) throw notFound()
    const mails = await deps.mailbox.list()
    ctx.set('Cache-Control', 'no-store')
    if (ctx.path.endsWith('.json') || ctx.accepts('html', 'json') === 'json') {
      ctx.body = { mails }
      return
    }
    ctx.set('Content-Security-Policy', MAILBOX_POLICY)
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = renderMailbox(mails, ctx.path)
  })

/**
 * Three health endpoints. `/health` (N13), for people and monitors: the state of every dependency, 503 when
 * the data service is down. `/ready`, for load balancers: whether to send requests to this instance.
 * `/health/live`, for process supervisors: 200 while the process responds, even when a dependency is down,
 * since a restart would not help.
 */
export const healthRoutes = (deps: HealthPorts & Parameters<typeof checkReady>[0]): ApiRouter => {
  const check = checkHealth(deps)
  const isReady = checkReady(deps, check)
  return createRouter()
    .get('/health', async (ctx) => {
      const health = await check()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = health.status === 'down' ? 503 : 200
      ctx.body = health
    })
    .get('/health/live', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { live: true }
    })
    .get('/ready', async (ctx) => {
      const ready = await isReady()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = ready ? 200 : 503
      ctx.body = { ready }
    })
}

/** The longest message, with every character escaped. */
const LIMIT_BYTES = 64 * 1024
const fiveAnHour = (name: string): RateRule => ({ name, points: 5, seconds: 3_600 })

/** Refuses messages when no mail is configured, since no one would read them. */
const requireMailServer =
  ({ env }: ContactPorts): ApiMiddleware =>
  async (_ctx, next) => {
    if (env.SMTP_URL === undefined) throw notFound('No mail is set up here, so nothing was sent.')
    await next()
  }

export const contactRoutes = (deps: LimitPorts & AuthPorts & ContactPorts): ApiRouter =>
  createRouter().post(
    '/api/contact',
    requireMailServer(deps),
    limit(deps, { ...fiveAnHour('contact-address'), by: 'address' }),
    optionalUser(deps),
    async (ctx) => {
      const message = await readBody(ctx, contactBody, { ...JSON_LIMITS, bytes: LIMIT_BYTES })
      await enforceForAccount(deps, ctx, fiveAnHour('contact-email'), message.email)
      ctx.body = await storeAndSendMessage(deps, message, ctx.state.user?.id ?? null)
    },
  )
