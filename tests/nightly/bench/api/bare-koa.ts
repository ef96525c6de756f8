import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiState } from '@propsight/api/testing'
import Koa from 'koa'

/** The recorded answer of the API: `{ type, encoding, bytes }`, the bytes in base64. */
const { type, encoding, bytes } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<
  'type' | 'encoding' | 'bytes',
  string
>
const body = Buffer.from(bytes, 'base64')
const app = new Koa<ApiState>()
// Number of the API's middleware steps to add; 0 for the bare Koa.
const steps = Number(process.argv[3] ?? 0)
if (steps > 0) {
  const { MIDDLEWARE_STEPS } = await import('./parts.ts')
  for (const { make } of MIDDLEWARE_STEPS.slice(0, steps)) for (const part of make()) app.use(part)
}
app.use((ctx) => {
  ctx.type = type
  if (encoding) ctx.set('Content-Encoding', encoding)
  ctx.body = body
})
const server = createServer(app.callback())
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
process.once('disconnect', () => process.exit())
