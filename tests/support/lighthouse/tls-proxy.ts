import { createHash, X509Certificate } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export interface TlsProxy {
  /** `https://127.0.0.1:…` */
  url: string
  /** SHA-256 of the public key in base64, as `--ignore-certificate-errors-spki-list` takes it. */
  spki: string
  close(): Promise<void>
}

const BAD_GATEWAY = 502
/** Connection-specific header fields, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

const endToEndHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name)),
  )

/**
 * Starts an HTTP/2 proxy with TLS in front of a loopback service, with a certificate generated for this run.
 * This matches a production deployment, and browsers accept brotli only over TLS.
 * @param target returns the address of the service, `http://…`, which may start later and be told the proxy's address
 */
export async function startTlsProxy(target: () => string): Promise<TlsProxy> {
  const altNames = [{ type: 7 as const, ip: '127.0.0.1' }]
  const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  })

  const forward = (from: Http2ServerRequest, to: Http2ServerResponse) => {
    const headers = { ...endToEndHeaders(from.headers), host: from.authority, 'x-forwarded-proto': 'https' }
    const { hostname, port } = new URL(target())
    const call = request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? BAD_GATEWAY, endToEndHeaders(answer.headers))
      answer.on('error', () => to.stream.close())
      answer.pipe(to)
    })
    call.on('error', () => {
      if (to.headersSent) {
        to.stream.close()
        return
      }
      to.writeHead(BAD_GATEWAY)
      to.end()
    })
    to.on('close', () => call.destroy())
    from.pipe(call)
  }
  const server = createSecureServer({ key: certificate.private, cert: certificate.cert }, forward)
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    // A browser may disconnect at any time.
    session.on('error', () => session.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spki: createHash('sha256').update(key).digest('base64'),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const session of sessions) session.destroy()
      }),
  }
}
