import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import type { ApiEnv } from '../platform/config/env.ts'
import { createMetrics } from '../platform/metrics.ts'
import { connectRedis } from '../platform/redis.ts'
import { NO_TELEMETRY, type Telemetry } from '../platform/telemetry/telemetry.ts'
import { createDataService } from '../repositories/data-service.ts'
import { createAi } from '../services/analysis/ai/create-ai.ts'
import { createMailbox } from '../services/operations/mailbox.ts'
import { createExtractor } from '../services/pictures/extractor.ts'
import { openBundleStore } from '../services/releases/store/open-bundle-store.ts'
import { createUpstream, type Upstream } from '../sources/upstream.ts'
import { closeServer, listen, NO_ADDRESS_LIMITS } from './listen.ts'
import { mountEmbedded, type StartEmbedded } from './mount-embedded.ts'

/**
 * Starts the trace exporter configured in the environment: OTLP over HTTP (protobuf) to
 * `OTEL_EXPORTER_OTLP_ENDPOINT`. Without an endpoint the exporter's code is not loaded.
 * @param release version of the API, part of every trace
 */
export async function connectTelemetry(env: ApiEnv, release: string, log: Logger): Promise<Telemetry> {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`)
  if (url === null || env.OTEL_SDK_DISABLED) return NO_TELEMETRY
  const { startTelemetry } = await import('../platform/telemetry/otlp.ts')
  log.info({ collector: new URL(url).host, ratio: env.OTEL_TRACES_SAMPLER_ARG }, 'traces are sent')
  return startTelemetry({
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: env.OTEL_SERVICE_NAME,
    resource: env.OTEL_RESOURCE_ATTRIBUTES,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    release,
    log,
  })
}

/** Everything that is open while the API runs: the port, connections, clients, child processes. */
export type Resources = Awaited<ReturnType<typeof openResources>>

interface OpenOptions {
  log: Logger
  startEmbedded?: StartEmbedded | undefined
  /** Replaces the external services, for tests. */
  upstream?: Upstream | undefined
  /** Registers what closes a resource. Called as soon as it is open, so that a later failure leaks nothing. */
  onClose(close: () => Promise<unknown>): void
}

/** The address on which a server that listens on all interfaces can be reached from this machine. */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/**
 * Opens all resources of the API in the order in which they depend on each other. The port comes first: an
 * instance that cannot listen must not start a database.
 * @throws when the port is taken, or the embedded data service cannot start
 */
export async function openResources(
  env: ApiEnv,
  { log, startEmbedded, upstream: replacement, onClose }: OpenOptions,
) {
  const perAddress = env.TRUST_PROXY === 0 && env.RATE_LIMITS === 'on'
  const listening = await listen(env.PORT, env.HOST, perAddress ? {} : NO_ADDRESS_LIMITS)
  onClose(() => closeServer(listening.server, 0))
  const host = reachable(env.HOST)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`
  const origin = env.PUBLIC_URL ?? url

  const mailbox = env.EMBEDDED_DATABASE_URL ? createMailbox(env.MAILBOX_DIR) : null
  const embedded = await mountEmbedded({ env, origin, mailbox, log, startEmbedded })
  if (embedded) onClose(() => embedded.close())

  const redis = env.REDIS_URL ? await connectRedis(env.REDIS_URL, log) : null
  if (redis) onClose(async () => redis.destroy())

  const metrics = createMetrics()
  const telemetry = await connectTelemetry(env, manifest.version, log)
  onClose(() => telemetry.close())
  const upstream =
    replacement ??
    createUpstream({
      statsUrl: env.STATS_API_URL,
      linesUrl: env.LINES_URL,
      footballUrl: env.FOOTBALL_URL,
      weatherUrl: env.WEATHER_URL,
      weatherKey: env.WEATHER_API_KEY,
      weatherBackupUrl: env.WEATHER_BACKUP_URL,
      sports: env.SPORTS,
      odds: env.ODDS ? { url: env.ODDS_API_URL, key: env.ODDS_API_KEY } : null,
      redis,
      log,
      metrics,
      telemetry,
    })
  onClose(async () => upstream.close())

  const ai = await createAi(env, log)
  const extractor = createExtractor({ workers: env.EXTRACT_WORKERS })
  onClose(async () => extractor.close())
  const supabaseUrl = env.SUPABASE_URL ?? origin
  const data = createDataService({
    url: supabaseUrl,
    secretKey: env.SUPABASE_SECRET_KEY,
    fetch: embedded ? (request) => embedded.fetch(request) : undefined,
    telemetry,
  })
  const bundles = openBundleStore(env)
  const { version } = manifest
  return {
    listening,
    url,
    supabaseUrl,
    mailbox,
    embedded,
    redis,
    metrics,
    telemetry,
    upstream,
    ai,
    extractor,
    data,
    bundles,
    version,
  }
}
