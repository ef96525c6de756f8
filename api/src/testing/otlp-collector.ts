import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import * as z from 'zod'

const repeated = (type: string, id: number) => ({ rule: 'repeated', type, id })

/**
 * The decoded fields of an export, with the field numbers of the OpenTelemetry protocol
 * (github.com/open-telemetry/opentelemetry-proto, `trace/v1/trace.proto`). Unknown fields are ignored, as
 * protobuf requires.
 */
const PROTOCOL = protobuf.Root.fromJSON({
  nested: {
    Value: {
      fields: {
        stringValue: { type: 'string', id: 1 },
        boolValue: { type: 'bool', id: 2 },
        intValue: { type: 'int64', id: 3 },
        doubleValue: { type: 'double', id: 4 },
      },
    },
    Attribute: { fields: { key: { type: 'string', id: 1 }, value: { type: 'Value', id: 2 } } },
    Event: { fields: { name: { type: 'string', id: 2 }, attributes: repeated('Attribute', 3) } },
    Status: { fields: { message: { type: 'string', id: 2 }, code: { type: 'int32', id: 3 } } },
    Span: {
      fields: {
        traceId: { type: 'bytes', id: 1 },
        spanId: { type: 'bytes', id: 2 },
        parentSpanId: { type: 'bytes', id: 4 },
        name: { type: 'string', id: 5 },
        kind: { type: 'int32', id: 6 },
        startTimeUnixNano: { type: 'fixed64', id: 7 },
        endTimeUnixNano: { type: 'fixed64', id: 8 },
        attributes: repeated('Attribute', 9),
        events: repeated('Event', 11),
        status: { type: 'Status', id: 15 },
      },
    },
    ScopeSpans: { fields: { spans: repeated('Span', 2) } },
    Resource: { fields: { attributes: repeated('Attribute', 1) } },
    ResourceSpans: {
      fields: { resource: { type: 'Resource', id: 1 }, scopeSpans: repeated('ScopeSpans', 2) },
    },
    Export: { fields: { resourceSpans: repeated('ResourceSpans', 1) } },
  },
})

const attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({
        stringValue: z.string().optional(),
        boolValue: z.boolean().optional(),
        intValue: z.number().optional(),
        doubleValue: z.number().optional(),
      }),
    }),
  )
  .default([])
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map(({ key, value }) => [
        key,
        value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue,
      ]),
    ),
  )
const hex = z
  .string()
  .default('')
  .transform((base64) => Buffer.from(base64, 'base64').toString('hex'))
const spanSchema = z.object({
  traceId: hex,
  spanId: hex,
  parentSpanId: hex,
  name: z.string(),
  /** 1 internal, 2 server, 3 client. */
  kind: z.number().default(0),
  startTimeUnixNano: z.string().transform(BigInt),
  endTimeUnixNano: z.string().transform(BigInt),
  attributes,
  events: z.array(z.object({ name: z.string(), attributes })).default([]),
  status: z.object({ message: z.string().default(''), code: z.number().default(0) }).optional(),
})
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof spanSchema> & {
  resource: Record<string, string | number | boolean | undefined>
}

export interface OtlpCollector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Headers of each export. */
  readonly headers: readonly NodeJS.Dict<string | string[]>[]
  /** All received bytes, so that tests can assert the absence of a text. */
  raw(): Buffer
  close(): Promise<void>
}

/** Starts a collector on loopback that receives traces by OTLP over HTTP and decodes them. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  const headers: NodeJS.Dict<string | string[]>[] = []
  const bodies: Buffer[] = []
  const message = PROTOCOL.lookupType('Export')
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const sent = Buffer.concat(parts)
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    if (req.url !== '/v1/traces' || req.headers['content-type'] !== 'application/x-protobuf') {
      res.writeHead(415).end()
      return
    }
    headers.push(req.headers)
    bodies.push(body)
    const decoded = message.toObject(message.decode(body), { longs: String, bytes: String })
    // Attribute integers are small in tests, so they are converted to numbers for comparison.
    const numbered = JSON.parse(JSON.stringify(decoded), (key, value) =>
      key === 'intValue' ? Number(value) : value,
    )
    for (const { resource, scopeSpans } of exportSchema.parse(numbered).resourceSpans)
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, resource: resource.attributes })))
    // An empty `ExportTraceServiceResponse`.
    res.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    raw: () => Buffer.concat(bodies),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
