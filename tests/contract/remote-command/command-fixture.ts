import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startTestApi, type TestApi } from '@propsight/api/testing'
import { type Outcome, runCommand } from '@propsight/tools/testing'
import { inject } from 'vitest'

/** The environment in which a deploy finds a browser that reports that each release loads. */
export const STUB_BROWSER = {
  PATH: process.env.PATH ?? '',
  CHROMIUM_PATH: join(import.meta.dirname, '../../support/federation/stub-browser.mjs'),
}

export const ADMIN_KEY = 'admin-key-of-the-command-suite'

/** An API on the database of the test run, with an empty bundle store, and the remote command. */
export interface CommandFixture {
  api: TestApi
  bundles: string
  folder: string
  /** Runs the command against this API, by default with the admin key. */
  remote(
    args: string[],
    more?: { token?: string; signal?: AbortSignal; answer?: boolean; browser?: string },
  ): Promise<Outcome>
  /** Runs `remote` with `--json` and parses its output. */
  json(args: string[], more?: { token?: string }): Promise<{ code: number; body: Record<string, unknown> }>
  close(): Promise<void>
}

export async function startCommandFixture(env: Record<string, string> = {}): Promise<CommandFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-command-'))
  const bundles = join(folder, 'bundles')
  mkdirSync(bundles)
  const databaseUrl = inject('contractDatabaseUrl')
  const api = await startTestApi({
    ...(databaseUrl ? { databaseUrl } : {}),
    bundlesDir: bundles,
    env: { ADMIN_KEY, ...env },
  })
  const remote: CommandFixture['remote'] = (args, { token = ADMIN_KEY, browser, ...more } = {}) => {
    const env = { ...STUB_BROWSER, PROPSIGHT_API: api.url, PROPSIGHT_TOKEN: token }
    return runCommand(args, {
      env: browser === undefined ? env : { ...env, CHROMIUM_PATH: browser },
      ...more,
    })
  }
  return {
    api,
    bundles,
    folder,
    remote,
    async json(args, more) {
      const outcome = await remote([...args, '--json'], more)
      return { code: outcome.code, body: outcome.json() }
    },
    async close() {
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A name that no other test uses. */
export const newRemoteName = (): string => `c-${randomUUID().slice(0, 8)}`

/**
 * Writes the output of an external bundler: package.json, remote.json, and a container without a manifest
 * that renders `text`.
 * @param more of remote.json
 * @returns the build folder
 */
export function writeBuild(fixture: CommandFixture, name: string, text: string, more: object = {}): string {
  const folder = join(fixture.folder, randomUUID())
  const dist = join(folder, 'dist')
  mkdirSync(dist, { recursive: true })
  const global = `g_${name.replaceAll('-', '_')}_${text.replace(/\W/g, '_')}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  const declaration = {
    name,
    contract: '1.0',
    placement: { mount: 'page', paths: [`/${name}`], title: name, signIn: false },
    container: { file: 'container.js', global },
    ...more,
  }
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(declaration))
  const module = `{ contract: '1.0', name: '${name}', Root: () => '${text}' }`
  const exposed = `{ './remote': () => ({ default: ${module} }) }`
  writeFileSync(
    join(dist, 'container.js'),
    `var ${global} = { init: () => {}, get: async (path) => (${exposed})[path] };\n`,
  )
  return dist
}

/** A hash of every file in a folder of the bundle store, by path. */
export const hashFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
