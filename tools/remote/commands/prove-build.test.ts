import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REGISTRY_ELEMENT_ID, type Release } from '@propsight/shared/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApiClient } from '../api/client.ts'
import { type StubApi, sendJson, stubApi } from '../testing/stub-api.ts'
import { proveBuild } from './doctor.ts'

const ENTRY = 'entry.js'
const release: Release = {
  name: 'alpha',
  version: '1.0.0-new',
  contract: '1.0',
  placement: { mount: 'tab', path: '/alpha', title: 'Alpha </script>', order: 1 },
  entry: ENTRY,
  globalName: 'alpha_new',
  shared: [],
  integrity: { [ENTRY]: `sha384-${'a'.repeat(64)}` },
  preload: [],
  size: 8,
}
const live = { ...release, version: '1.0.0-old', base: 'https://cdn.example/old/' }
const other = { ...live, name: 'beta' }
const registry = { schema: 1, generatedAt: '', remotes: [live, other], ticket: 'signed' }

let folder: string
let api: StubApi
let page: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-doctor-'))
  const json = JSON.stringify(registry).replaceAll('<', '\\u003c')
  page = `<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${json}</script><p>$& the page</p>`
  api = await stubApi((request, response) => {
    if (request.url === '/alpha')
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `script-src ${api.url}/bundles/`,
        })
        .end(page)
    else if (request.url === '/api/remotes') sendJson(response, 200, registry)
    else if (request.url === '/api/cut')
      response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
    else if (request.url === '/api/endless') response.writeHead(200).write('begun')
    else sendJson(response, 200, { from: 'the API' })
  })
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser that opens the address, as the page does, and reports the result of `script`. */
function writeBrowser(script: string): string {
  const path = join(folder, 'browser.mjs')
  writeFileSync(
    path,
    `#!${process.execPath}
    import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(join(folder, 'started'))}, '')
    const url = process.argv.at(-1)
    const get = async (path) => (await fetch(new URL(path, url))).text()
    const page = await fetch(url)
    const html = await page.text()
    const load = { name: 'alpha', version: '1.0.0-new', ms: 1 }
    const report = (more) => fetch(new URL('/api/loads', url), {
      method: 'POST', body: JSON.stringify({ ticket: 'x', loads: [{ ...load, ...more }] }) })
    ${script}
    setInterval(() => {}, 60_000)`,
  )
  chmodSync(path, 0o755)
  return path
}
const prove = (browser: string) => {
  const { signal } = new AbortController()
  const client = createApiClient(
    { url: api.url, credential: null, credentialFrom: '' },
    { signal, retryMs: 1, onRetry: () => {} },
  )
  const files = new Map([[ENTRY, new TextEncoder().encode('the code')]])
  const built = {
    name: 'alpha',
    version: release.version,
    declaration: null,
    files,
    preload: undefined,
    folder,
  }
  return proveBuild(client, { built, release }, { browser, env: process.env, signal })
}

it('doctor shows a build in the page of the API in place of the live release, and changes nothing there', async () => {
  const proof = await prove(
    writeBrowser(`
    const registry = JSON.parse(/<script[^>]*>(.*?)<.script>/.exec(html)[1])
    const polled = JSON.parse(await get('/api/remotes'))
    const names = ({ remotes, preview }) => [...remotes.map(({ name, version }) => name + version), preview.version].join()
    const entry = registry.remotes.find(({ name }) => name === 'alpha')
    await fetch(new URL('/api/client-errors', url), { method: 'POST', body: '{}' })
    await report({ name: 'beta', outcome: 'ok' })
    await report({ outcome: 'failed', kind: 'render', detail: [
      names(registry), names(polled) === names(registry), entry.placement.title, html.includes('<p>$& the page</p>'),
      await get(entry.base + entry.entry), await get('/api/info'),
      page.headers.get('content-security-policy') === 'script-src ' + new URL(url).origin + '/bundles/',
    ].join(' ') })`),
  )
  expect(proof).toEqual({
    outcome: 'fails',
    why: 'render: beta1.0.0-old,alpha1.0.0-new,1.0.0-new true Alpha </script> true the code {"from":"the API"} true',
  })
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('doctor finds that a build loads, or that the browser ended without a report', async () => {
  expect(await prove(writeBrowser(`await report({ outcome: 'ok' })`))).toEqual({ outcome: 'loads' })
  expect(await prove(writeBrowser('process.exit(0)'))).toEqual({ outcome: 'no report' })
})

it('doctor goes on when the API or the browser drops a connection in the middle of an answer', async () => {
  const script = `
    const cut = await get('/api/cut').catch(() => 'cut')
    const left = new AbortController()
    await fetch(new URL('/api/endless', url), { signal: left.signal })
    left.abort()
    await report({ outcome: 'failed', kind: 'render', detail: cut })`
  expect(await prove(writeBrowser(script))).toEqual({ outcome: 'fails', why: 'render: cut' })
})

it('doctor opens no browser for an API without a page', async () => {
  page = 'Not deployed yet'
  expect(await prove(writeBrowser(''))).toEqual({ outcome: 'no report' })
  expect(existsSync(join(folder, 'started'))).toBe(false)
})
