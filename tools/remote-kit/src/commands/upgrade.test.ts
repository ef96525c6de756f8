// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createContext } from '../../../remote/context.ts'
import { sendJson, stubApi } from '../../../remote/testing/stub-api.ts'
import { upgrade } from './new.ts'

const before = process.cwd()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-upgrade-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

async function runUpgrade() {
  const path = `/api/remote-kit-${'a1'.repeat(8)}.tgz`
  const api = await stubApi((_, response) => sendJson(response, 200, { path }))
  onTestFinished(() => api.close())
  const io = {
    env: {},
    stdout() {},
    stderr() {},
    signal: new AbortController().signal,
    ask: null,
    colours: false,
    retryMs: 1,
  }
  return { ...(await upgrade(createContext(io, { api: api.url, json: true }))), address: api.url + path }
}

it('F2 upgrade names the kit of the installation and changes nothing else', async () => {
  const manifest = (kit: string) =>
    `{\n    "name": "scouting",\n    "dependencies": { "@propsight/remote-kit": "${kit}", "react": "19.2.0" }\n}\n`
  writeFileSync('package.json', manifest('https://propsight.example/api/remote-kit.tgz'))
  const { document, address } = await runUpgrade()
  expect(document).toEqual({ from: 'https://propsight.example/api/remote-kit.tgz', to: address })
  expect(readFileSync('package.json', 'utf8')).toBe(manifest(address))
})

it.each([
  ['no project', null],
  ['a project without the kit', '{ "dependencies": {} }'],
])('F2 upgrade refuses a folder with %s', async (_, text) => {
  if (text !== null) writeFileSync('package.json', text)
  await expect(runUpgrade()).rejects.toThrow(/package\.json/)
})
