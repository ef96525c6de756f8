// @vitest-environment node
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type BuildServer, createBuildServer } from './dev.ts'

const SHELL = 'https://propsight.test'
const MANIFEST = {
  metaData: { globalName: 'alpha_1', remoteEntry: { name: 'container.js', path: '', type: 'module' } },
  exposes: [{ path: './remote', assets: { js: { sync: ['remote.js'], async: [] }, css: { sync: [] } } }],
}

let started: { dist: string; server: BuildServer['server'] } | undefined
afterEach(() => {
  started?.server.closeAllConnections()
  started?.server.close()
  if (started) rmSync(started.dist, { recursive: true, force: true })
})

const write = (dist: string, files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dist, path), text)
}

async function serve(files: Record<string, string>) {
  const dist = mkdtempSync(join(tmpdir(), 'propsight-builds-'))
  write(dist, files)
  const { server, ready } = createBuildServer(dist, SHELL)
  started = { dist, server }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { dist, ready, get, url: `http://127.0.0.1:${port}` }
}
const complete = {
  'mf-manifest.json': JSON.stringify(MANIFEST),
  'container.js': 'one()',
  'remote.js': 'export default 1',
}

it('F5 a build is served to the shell only when it is complete', async () => {
  const { dist, ready, get } = await serve({
    'mf-manifest.json': JSON.stringify(MANIFEST),
    'container.js': '',
  })
  expect((await get('/mf-manifest.json')).status).toBe(404)
  write(dist, complete)
  await ready
  const manifest = await get('/mf-manifest.json')
  expect(manifest.headers.get('access-control-allow-origin')).toBe(SHELL)
  expect(JSON.parse(manifest.text)).toEqual(MANIFEST)
  expect((await get('/remote.js')).text).toBe('export default 1')
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/other.js', '/release.exe'])
    expect((await get(path)).status).toBe(404)
})

it('F5 the last complete build is served while the bundler empties the folder, and the page reloads after the next', async () => {
  const { dist, get, url } = await serve(complete)
  const container = await get('/container.js')
  expect(container.text).toMatch(
    /^new EventSource\('http:\/\/127\.0\.0\.1:\d+\/__reload'\)\.onmessage = .*\none\(\)$/,
  )
  const reloads = (await fetch(`${url}/__reload`)).body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reloads?.read())?.value).toBe(':\n\n')
  for (const path of Object.keys(complete)) rmSync(join(dist, path))
  write(dist, { 'mf-manifest.json': JSON.stringify(MANIFEST), 'remote.js': 'export default 2' })
  expect((await get('/remote.js')).text).toBe('export default 1')
  write(dist, { 'container.js': 'two()' })
  expect((await reloads?.read())?.value).toBe('data: built\n\n')
  expect((await get('/remote.js')).text).toBe('export default 2')
  await reloads?.cancel()
})

it('F5 a build without a manifest is served with one of its container in remote.json', async () => {
  const { get } = await serve({
    'container.js': 'var alpha_1 = {}',
    'remote.json': JSON.stringify({
      name: 'alpha',
      contract: '1.0',
      placement: { mount: 'page', paths: ['/alpha'], title: 'Alpha', signIn: false },
      container: { file: 'container.js', global: 'alpha_1' },
    }),
  })
  expect(JSON.parse((await get('/mf-manifest.json')).text)).toMatchObject({
    metaData: { globalName: 'alpha_1', remoteEntry: { name: 'container.js' } },
  })
})
