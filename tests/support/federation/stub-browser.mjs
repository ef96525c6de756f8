#!/usr/bin/env node
// Stands in for the browser of a deploy command in tests without a shell: opens the preview link of its last argument
// and reports, as the shell does, that the release loads. It stays open until it is killed, as a browser does.

const link = new URL(process.argv.at(-1))
const opened = await fetch(link, { redirect: 'manual', headers: { accept: 'text/html' } })
const cookie = opened.headers
  .getSetCookie()
  .map((each) => each.split(';')[0])
  .join('; ')
const registry = await (await fetch(new URL('/api/remotes', link), { headers: { cookie } })).json()
await fetch(new URL('/api/loads', link), {
  method: 'POST',
  headers: { cookie, 'content-type': 'application/json' },
  body: JSON.stringify({ ticket: registry.ticket, loads: [{ ...registry.preview, outcome: 'ok', ms: 1 }] }),
})
setInterval(() => {}, 60_000)
