import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { ApiEnv } from '../config/env.ts'

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** What is known of an error where there is no `Error`: one that a browser told of. */
export interface ToldError {
  name: string
  message: string
  /** Places in code, without text. */
  frames: readonly string[]
}

/** One piece of work as it is traced. */
export interface OpenSpan {
  /** 32 hex digits, or null where nothing is traced. */
  readonly traceId: string | null
  /** Runs work whose own spans belong below this one. */
  within<T>(work: () => Promise<T>): Promise<T>
  set(attributes: SpanAttributes): void
  rename(name: string): void
  /** Marks it as failed, with the error's class, its text without secrets, and where it was thrown. */
  fail(error: unknown): void
  end(): void
}

/** Where traces go. Off, every call is its work and nothing else. */
export interface Telemetry {
  /** A request from outside, which may belong to a trace of its sender's (`traceparent`). */
  serve(headers: IncomingHttpHeaders, name: string): OpenSpan
  /** Traces work; what it throws marks the span and is thrown on. */
  span<T>(
    kind: 'client' | 'internal',
    name: string,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>
  /** The header that hands the trace on, empty where there is none. Only for services of ours. */
  handOn(): { traceparent?: string }
  /** An error that was told of and happened elsewhere, as a span of no length. */
  report(name: string, error: ToldError, attributes: SpanAttributes): void
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>
}

const NO_SPAN: OpenSpan = {
  traceId: null,
  within: (work) => work(),
  set: () => {},
  rename: () => {},
  fail: () => {},
  end: () => {},
}

/** Nothing is traced. */
export const NO_TELEMETRY: Telemetry = {
  serve: () => NO_SPAN,
  span: (_kind, _name, _attributes, work) => work(NO_SPAN),
  handOn: () => ({}),
  report: () => {},
  close: async () => {},
}

/**
 * The exporter that the environment names: OTLP over HTTP (protobuf) to `OTEL_EXPORTER_OTLP_ENDPOINT`. Without one its
 * code is not even loaded.
 * @param release of the API, told with every trace
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
