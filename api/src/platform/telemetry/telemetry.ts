import type { IncomingHttpHeaders } from 'node:http'
import { scrubErrorText } from '@propsight/shared/contracts'

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** An error without an `Error` object, such as one reported by a browser. */
export interface ErrorSummary {
  name: string
  message: string
  /** Stack frames as file, line and column. */
  frames: readonly string[]
}

/** A span that has started and not ended. */
export interface OpenSpan {
  /** 32 hex digits, or null without tracing. */
  readonly traceId: string | null
  /** Runs work; spans started in it become children of this span. */
  within<T>(work: () => Promise<T>): Promise<T>
  set(attributes: SpanAttributes): void
  rename(name: string): void
  /** Marks the span as failed, with the class of the error, its redacted message, and its stack frames. */
  fail(error: unknown): void
  end(): void
}

/** Tracing. Without a collector every method only runs the given work. */
export interface Telemetry {
  /** Starts the span of an incoming request, which may continue the caller's trace (`traceparent`). */
  serve(headers: IncomingHttpHeaders, name: string): OpenSpan
  /** Runs work in a span. An error marks the span as failed and is rethrown. */
  span<T>(
    kind: 'client' | 'internal',
    name: string,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>
  /** The headers that propagate the trace, empty without one. Only for the project's own services. */
  traceHeaders(): { traceparent?: string }
  /** Records an error that happened elsewhere, as a span without duration. */
  report(name: string, error: ErrorSummary, attributes: SpanAttributes): void
  /** Sends the remaining spans, within a time limit. Never rejects. */
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

/** Telemetry without a collector. */
export const NO_TELEMETRY: Telemetry = {
  serve: () => NO_SPAN,
  span: (_kind, _name, _attributes, work) => work(NO_SPAN),
  traceHeaders: () => ({}),
  report: () => {},
  close: async () => {},
}

const MAX_FRAMES = 20
/** The machine-dependent part of a path before a project file or a package. */
const PATH_PREFIX = /^.*\/(?=(?:api|shared|supabase|league)\/src\/|node_modules\/)/

const frameOf = (line: string): string | null => {
  const place = /\(?((?:file:|node:|\/|[A-Za-z]:\\)[^()]+:\d+:\d+)\)?$/.exec(line.trim())?.[1]
  return place ? place.replace(/^file:\/\//, '').replace(PATH_PREFIX, '') : null
}

/** Converts an error for a trace: the message is redacted, the stack reduced to file, line and column. */
export function summarizeError(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: 'Error', message: scrubErrorText(String(error)), frames: [] }
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const frames = lines.flatMap((line) => frameOf(line) ?? []).slice(0, MAX_FRAMES)
  return { name: error.name, message: scrubErrorText(error.message), frames }
}
