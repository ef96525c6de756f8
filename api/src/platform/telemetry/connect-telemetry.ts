import type { Logger } from 'pino'
import type { ApiEnv } from '../config/env.ts'
import { NO_TELEMETRY, type Telemetry } from './telemetry.ts'

/**
 * Starts the trace exporter configured in the environment: OTLP over HTTP (protobuf) to
 * `OTEL_EXPORTER_OTLP_ENDPOINT`. Without an endpoint the exporter's code is not loaded.
 * @param release version of the API, part of every trace
 */
export async function connectTelemetry(env: ApiEnv, release: string, log: Logger): Promise<Telemetry> {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`)
  if (url === null || env.OTEL_SDK_DISABLED) return NO_TELEMETRY
  const { startTelemetry } = await import('./otlp.ts')
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
