import {
  type Context,
  type DiagLogger,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { scrubErrorText } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import {
  type ErrorSummary,
  type OpenSpan,
  type SpanAttributes,
  summarizeError,
  type Telemetry,
} from './telemetry.ts'

const SCHEDULE_MS = 1_000
const EXPORT_TIMEOUT_MS = 5_000
/** Limit for sending the last traces; part of the time in which the API has to close all its parts. */
const CLOSE_MS = 2_000
const WARN_INTERVAL_MS = 60_000

export interface OtlpOptions {
  /** Address to which spans are posted. */
  url: string
  headers: Record<string, string>
  service: string
  /** Further resource attributes, such as `deployment.environment.name`. */
  resource: Record<string, string>
  /** Share of traces that are kept, 0 to 1. */
  ratio: number
  release: string
  log: Logger
}

/** Logs problems of the exporter, at most once a minute: an unreachable collector must not fill the log. */
function createDiagLogger(log: Logger): DiagLogger {
  let last = Number.NEGATIVE_INFINITY
  const warn = (message: string) => {
    if (performance.now() - last < WARN_INTERVAL_MS) return
    last = performance.now()
    log.warn({ reason: scrubErrorText(message) }, 'traces could not be sent')
  }
  const nothing = () => {}
  return { error: warn, warn: warn, info: nothing, debug: nothing, verbose: nothing }
}

const exceptionOf = ({ name, message, frames }: ErrorSummary): SpanAttributes => ({
  'exception.type': name,
  'exception.message': message,
  'exception.stacktrace': frames.join('\n'),
})

/**
 * Samples at random, independently of the caller. A caller that sends a `traceparent` must not be able to
 * force sampling, neither by the flag nor by a trace id that ratio-based samplers always keep. Spans below a
 * local parent follow it.
 */
function createSampler(ratio: number): Sampler {
  const randomSampler: Sampler = {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `Dice{${ratio}}`,
  }
  return new ParentBasedSampler({
    root: randomSampler,
    remoteParentSampled: randomSampler,
    remoteParentNotSampled: randomSampler,
  })
}

const createProvider = ({ url, headers, service, release, resource, ratio }: OtlpOptions): TracerProvider =>
  new TracerProvider({
    resource: resourceFromAttributes({ ...resource, 'service.name': service, 'service.version': release }),
    sampler: createSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS }),
        scheduledDelayMillis: SCHEDULE_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })

/** @param within runs work in the context of the span */
const wrapSpan = (span: Span, within: OpenSpan['within']): OpenSpan => ({
  traceId: span.spanContext().traceId,
  within,
  set: (attributes) => void span.setAttributes(attributes),
  rename: (name) => void span.updateName(name),
  fail(error) {
    const summary = summarizeError(error)
    span.setStatus({ code: SpanStatusCode.ERROR, message: summary.message })
    span.addEvent('exception', exceptionOf(summary))
  },
  end: () => span.end(),
})

/**
 * Tracing with the OpenTelemetry SDK. Tracer and context manager are not global, so two APIs can share a
 * process.
 */
export function startTelemetry(options: OtlpOptions): Telemetry {
  diag.setLogger(createDiagLogger(options.log), {
    logLevel: DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  })
  const provider = createProvider(options)
  const tracer = provider.getTracer('propsight', options.release)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const openSpan = (name: string, spanOptions: SpanOptions, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, spanOptions, parent)
    return wrapSpan(span, (work) => contexts.with(trace.setSpan(parent, span), work))
  }

  return {
    serve(incoming, name) {
      const parent = propagator.extract(ROOT_CONTEXT, incoming, defaultTextMapGetter)
      return openSpan(name, { kind: SpanKind.SERVER }, parent)
    },
    async span(kind, name, attributes, work) {
      const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
      const span = openSpan(name, { kind: spanKind, attributes }, contexts.active())
      try {
        return await span.within(() => work(span))
      } catch (error) {
        span.fail(error)
        throw error
      } finally {
        span.end()
      }
    },
    traceHeaders() {
      const carrier: { traceparent?: string } = {}
      propagator.inject(contexts.active(), carrier, defaultTextMapSetter)
      return carrier.traceparent ? { traceparent: carrier.traceparent } : {}
    },
    report(name, error, attributes) {
      const span = tracer.startSpan(name, { attributes }, contexts.active())
      span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      span.addEvent('exception', exceptionOf(error))
      span.end()
    },
    async close() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, CLOSE_MS)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
      contexts.disable()
    },
  }
}
