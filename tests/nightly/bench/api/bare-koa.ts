import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'

/** The recorded answer of the API: `{ type, encoding, bytes }`, the bytes in base64. */
const { type, encoding, bytes } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<
  'type' | 'encoding' | 'bytes',
  string
>
const body = Buffer.from(bytes, 'base64')
const app = new Koa()
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
