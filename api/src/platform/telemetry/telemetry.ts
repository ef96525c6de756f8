import type { IncomingHttpHeaders } from 'node:http'

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
