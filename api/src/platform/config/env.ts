import { regionCode } from '@propsight/shared/contracts'
import { MIN_PASSWORD_LENGTH } from '@propsight/shared/domain'
import { readDatabaseUrl } from '@propsight/supabase/database-url'
import * as z from 'zod'
import { aiVariables, checkAiVariables } from './ai-variables.ts'
import { bundleVariables, checkBundleVariables } from './bundle-variables.ts'
import { dataVariables } from './data-variables.ts'
import { checkPushVariables, pushVariables } from './push-variables.ts'

const LIVE_STATS_URL = 'https://statsapi.mlb.com'
const LIVE_LINES_URL = 'https://api.prizepicks.com'
const LIVE_FOOTBALL_URL = 'https://site.api.espn.com'
const LIVE_WEATHER_URL = 'https://api.open-meteo.com'
const LIVE_WEATHER_BACKUP_URL = 'https://api.weather.gov'
const LIVE_ODDS_URL = 'https://api.the-odds-api.com'
/** A thirtieth of the service's plan of 100,000 credits a month, about a hundred reads of a game. */
const LIVE_DAILY_CREDITS = 3_000
/** The credits of the sample league cost nothing. */
const LEAGUE_DAILY_CREDITS = 1_000_000
/** The league accepts any key. */
const LEAGUE_ODDS_KEY = 'league'
const MIN_SECRET_CHARS = 32
const MAX_PASSWORD_MINIMUM = 16

/** A secret that is sent as a bearer token. */
const bearerKey = (least: number) =>
  z
    .string()
    .min(least, `must have at least ${least} characters`)
    .regex(/^(?!psd_)[\w.~+/-]+=*$/, 'has letters, digits and - . _ ~ + / only, and no psd_ at its beginning')

const mailAddress = z.email('must be an address alone, without a name')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
const origin = httpUrl.refine((url) => new URL(url).pathname === '/', 'must be an origin without a path')
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
/** Reports a wrong mode or an unreadable certificate file at the start, and not as jobs that never run. */
const checkTls = (url: string, context: z.RefinementCtx) => {
  try {
    readDatabaseUrl(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be used' })
  }
}
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const emails = list.pipe(z.array(z.string().toLowerCase().pipe(z.email()))).transform((all) => new Set(all))
/** `key=value` pairs, percent-encoded: the OpenTelemetry format of headers and attributes. */
const pairs = list
  .pipe(
    z.array(
      z.string().transform((text, context): [string, string] => {
        const at = text.indexOf('=')
        try {
          if (at > 0) return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())]
        } catch {
          // Reported by the issue below.
        }
        context.addIssue({ code: 'custom', message: 'must be key=value pairs, comma separated' })
        return z.NEVER
      }),
    ),
  )
  .transform((all) => Object.fromEntries(all))
const regions = list.pipe(z.array(regionCode)).transform((all) => new Set(all))
const helplines = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const [label, href] = text.split('|').map((part) => part.trim())
      if (label && href && /^(tel:|https:\/\/)/.test(href)) return { label, href }
      context.addIssue({
        code: 'custom',
        message: "must be 'label|tel:…' or 'label|https://…', comma separated",
      })
      return z.NEVER
    }),
  ),
)
const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: z.string().min(1),
  SUPABASE_JWT_SECRET: z
    .string()
    .min(MIN_SECRET_CHARS, `must have at least ${MIN_SECRET_CHARS} characters`)
    .optional(),
  EMBEDDED_DATABASE_URL: postgresUrl.optional(),
  DATABASE_URL: postgresUrl.superRefine(checkTls).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  ...dataVariables,
  STATS_API_URL: httpUrl.optional(),
  LINES_URL: httpUrl.optional(),
  /**
   * The football scoreboard. Default with a sample or replayed league: `STATS_API_URL`, where the league
   * serves it.
   */
  FOOTBALL_URL: httpUrl.optional(),
  /** Open-Meteo or a compatible service. Default with a sample or replayed league: `STATS_API_URL`. */
  WEATHER_URL: httpUrl.optional(),
  /**
   * Open-Meteo is free for non-commercial use. Paid plans have a key and use
   * `https://customer-api.open-meteo.com`.
   */
  WEATHER_API_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'can have letters, digits, _ and - only')
    .optional(),
  /**
   * The National Weather Service, used when `WEATHER_URL` fails. Without a value it is used with live data
   * only.
   */
  WEATHER_BACKUP_URL: httpUrl.optional(),
  /** Prices of bookmakers; `off` turns them off with any data. With live data they need `ODDS_API_KEY`. */
  ODDS: z.enum(['on', 'off']).default('on'),
  /** The Odds API or a compatible service. Default with a sample or replayed league: `STATS_API_URL`. */
  ODDS_API_URL: httpUrl.optional(),
  ODDS_API_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'can have letters, digits, _ and - only')
    .optional(),
  /** Most credits of the odds service that are spent per league day. */
  ODDS_DAILY_CREDITS: z.coerce.number().int().min(0).max(10_000_000).optional(),
  BUNDLE_ORIGIN: origin.optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  PRIVILEGED_EMAILS: emails.default(new Set()),
  ADMIN_EMAILS: emails.default(new Set()),
  ADMIN_KEY: bearerKey(16).optional(),
  /** Opens `/metrics` only. Too long to be guessed, so wrong ones lock no address. */
  METRICS_TOKEN: bearerKey(32).optional(),
  HELPLINES: helplines.default([
    { label: '1-800-GAMBLER', href: 'tel:1-800-426-2537' },
    { label: '1-800-MY-RESET', href: 'tel:1-800-697-3738' },
  ]),
  /** Number of trusted proxies in front of the API that append to `X-Forwarded-For`. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  MAILBOX_DIR: z.string().min(1).optional(),
  /** Secret part of the mailbox's address. `npm start` creates one per start; without it there is no mailbox page. */
  MAILBOX_KEY: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'must have 16 to 64 letters, digits, _ or -')
    .optional(),
  /** Outgoing mail server (`smtp://user:pass@host:587`). Without it, Contact Us sends no mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: mailAddress.optional(),
  /** Recipient of Contact Us messages. */
  CONTACT_TO: mailAddress.optional(),
  /** At most 16, the length of the demo account's password. OWASP ASVS 6.2.1 recommends eight. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(MIN_PASSWORD_LENGTH, `must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_MINIMUM}`)
    .max(MAX_PASSWORD_MINIMUM, `must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_MINIMUM}`)
    .default(MIN_PASSWORD_LENGTH),
  /** Whether administrators' accounts need a second factor. Default: with a hosted project. */
  ADMIN_REQUIRE_TOTP: z.enum(['on', 'off']).optional(),
  /** Longest duration of a session, and longest time without its use, hours (OWASP ASVS 7.3). */
  SESSION_MAX_HOURS: z.coerce.number().int().min(1).max(8_760).default(720),
  SESSION_IDLE_HOURS: z.coerce.number().int().min(1).max(8_760).default(168),
  /** Age from which rows of ledger, runs and track record are archived, months; accounts of one transaction of it. */
  HISTORY_MONTHS: z.coerce.number().int().min(2).max(1_200).default(6),
  HISTORY_ACCOUNTS: z.coerce.number().int().min(1).max(1_000).default(25),
  /** Regions (ISO 3166, such as `US-WA`) from which sign-up is refused. */
  CLOSED_REGIONS: regions.default(new Set()),
  /** Header in which a trusted proxy sends the region of the visitor, such as `CF-IPCountry`. */
  REGION_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .toLowerCase()
    .optional(),
  /**
   * After the stop signal, the API accepts requests for STOP_DELAY_MS, so that load balancers notice the
   * failing `/ready` check first. Running requests then have STOP_DRAIN_MS to finish. With 6 s to close the
   * parts of the API, the defaults add up to the 30 s of Kubernetes. At most 10 minutes each.
   */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(5_000),
  STOP_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(19_000),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /**
   * Number of images read in parallel. Default: two if the machine has enough cores. Each takes about 400 MB.
   */
  EXTRACT_WORKERS: z.coerce.number().int().min(1).max(4).optional(),
  /**
   * A canary is halted, and a live release is rolled back, when it failed for this many signed-in users and
   * for this share of those who loaded it.
   */
  CANARY_MIN_FAILING: z.coerce.number().int().min(1).max(10_000).default(3),
  CANARY_MAX_FAILURE_RATE: z.coerce.number().gt(0).max(1).default(0.2),
  AUTO_ROLLBACK: z.enum(['on', 'off']).default('on'),
  /** The service worker that opens the product without a network. `off` also removes it from browsers. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  /** Base address of a trace collector (OTLP over HTTP). Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Address for traces, if it differs from `/v1/traces` below the base address. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).max(120).default('propsight-api'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  /** Share of traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  ...aiVariables,
  ...bundleVariables,
  ...pushVariables,
})

const environmentSchema = variables
  .superRefine((env, context) => {
    const refuse = (variable: keyof typeof env, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message })
    if (!env.SUPABASE_URL && !env.EMBEDDED_DATABASE_URL) {
      refuse('SUPABASE_URL', 'is needed, or EMBEDDED_DATABASE_URL for the embedded data service')
    }
    if (env.SUPABASE_URL && env.EMBEDDED_DATABASE_URL) {
      refuse('EMBEDDED_DATABASE_URL', 'cannot be combined with SUPABASE_URL: choose one data service')
    }
    if (env.EMBEDDED_DATABASE_URL && !env.SUPABASE_JWT_SECRET) {
      refuse('SUPABASE_JWT_SECRET', 'is needed by the embedded data service')
    }
    if (env.DATA !== 'live' && !env.STATS_API_URL)
      refuse('STATS_API_URL', `is needed when DATA is ${env.DATA}`)
    if (env.SMTP_URL && !env.MAIL_FROM) refuse('MAIL_FROM', 'is needed where SMTP_URL is set')
    if (env.SMTP_URL && !env.CONTACT_TO) refuse('CONTACT_TO', 'is needed where SMTP_URL is set')
    if (env.SMTP_URL && !env.DATABASE_URL && !env.EMBEDDED_DATABASE_URL)
      refuse('DATABASE_URL', 'is needed where SMTP_URL is set: a job retries failed mails')
    if (env.REGION_HEADER && env.TRUST_PROXY === 0)
      refuse('REGION_HEADER', 'is trusted only behind a proxy: set TRUST_PROXY')
    checkAiVariables(env, refuse)
    checkBundleVariables(env, refuse)
    checkPushVariables(env, refuse)
    if (env.DATA !== 'live' && !env.LINES_URL) refuse('LINES_URL', `is needed when DATA is ${env.DATA}`)
    if (env.DATA === 'replay' && !env.LEAGUE_CLOCK) refuse('LEAGUE_CLOCK', 'is needed when DATA is replay')
    if (env.RATE_LIMITS === 'off' && !/^(localhost|127\.[\d.]+|::1)$/.test(env.HOST)) {
      refuse('RATE_LIMITS', 'may be off only where HOST is a loopback address')
    }
  })
  .transform((env) => {
    const live = env.DATA === 'live'
    const statsUrl = env.STATS_API_URL ?? LIVE_STATS_URL
    return {
      ...env,
      STATS_API_URL: statsUrl,
      LINES_URL: env.LINES_URL ?? LIVE_LINES_URL,
      FOOTBALL_URL: env.FOOTBALL_URL ?? (live ? LIVE_FOOTBALL_URL : statsUrl),
      WEATHER_URL: env.WEATHER_URL ?? (live ? LIVE_WEATHER_URL : statsUrl),
      WEATHER_BACKUP_URL: env.WEATHER_BACKUP_URL ?? (live ? LIVE_WEATHER_BACKUP_URL : null),
      ODDS: env.ODDS === 'on' && (!live || env.ODDS_API_KEY !== undefined),
      ODDS_API_URL: env.ODDS_API_URL ?? (live ? LIVE_ODDS_URL : statsUrl),
      ODDS_API_KEY: env.ODDS_API_KEY ?? LEAGUE_ODDS_KEY,
      ODDS_DAILY_CREDITS: env.ODDS_DAILY_CREDITS ?? (live ? LIVE_DAILY_CREDITS : LEAGUE_DAILY_CREDITS),
      LEAGUE_CLOCK: env.LEAGUE_CLOCK ?? (live ? 'real' : 'sample'),
      DATABASE_URL: env.DATABASE_URL ?? env.EMBEDDED_DATABASE_URL,
      SERVICE_WORKER: env.SERVICE_WORKER === 'on',
      ADMIN_REQUIRE_TOTP: (env.ADMIN_REQUIRE_TOTP ?? (env.SUPABASE_URL ? 'on' : 'off')) === 'on',
    }
  })

export type ApiEnv = z.infer<typeof environmentSchema>

/** The environment is invalid. `message` has one line per wrong variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the API's environment. Empty variables count as not set. Values are never printed: some are secrets.
 * @throws EnvironmentError naming each bad variable
 */
export function readEnvironment(source: Record<string, string | undefined>): ApiEnv {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(nonEmpty)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message, code }) => {
    const [variable] = path
    const missing = code === 'invalid_type' && nonEmpty[String(variable)] === undefined
    return `  ${String(variable)}: ${missing ? 'is not set' : message}`
  })
  throw new EnvironmentError(`The environment cannot be used:\n${[...new Set(lines)].join('\n')}`)
}
