import type { IncomingHttpHeaders } from 'node:http'

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** An error without an `Error` object, such as one reported by a browser. */
export interface ToldError {
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
  handOn(): { traceparent?: string }
  /** Records an error that happened elsewhere, as a span without duration. */
  report(name: string, error: ToldError, attributes: SpanAttributes): void
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
  handOn: () => ({}),
  report: () => {},
  close: async () => {},
}
