import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import {
  defineShellConfig,
  FIRST_PAINT_FILE,
  filesOf,
  findApps,
  integrityOf,
  precompress,
  readRelease,
  SHELL,
} from '@propsight/tools/testing'
import { createRsbuild, type RsbuildPlugin } from '@rsbuild/core'
import * as z from 'zod'

const FEDERATION_PLUGIN = 'rsbuild:module-federation-enhanced'
const chunkOf = (name: string) => `remote-${name}`

/**
 * Source of a replacement for the federation runtime: the same functions, which load chunks of this build.
 */
function localRuntime(remotes: { name: string; entry: string }[]): string {
  const loaders = remotes.map(
    ({ name, entry }) =>
      `  ${JSON.stringify(name)}: () => import(/* webpackChunkName: "${chunkOf(name)}" */ ${JSON.stringify(entry)}),`,
  )
  return `const loaders = {
${loaders.join('\n')}
}
export const registerPlugins = () => {}
export const registerRemotes = () => {}
export const getInstance = () => null
export const loadRemote = (id) => loaders[id.split('@')[0]]()
`
}

/** An edit of one source file. */
export interface Edit {
  /** Matches the path of the file. */
  file: RegExp
  from: string
  to: string
}

export interface Options {
  version: string
  /** Changes the source of one module, for the release after an edit. */
  edit?: Edit | undefined
}

const optionsPlugin = ({ edit }: Options): RsbuildPlugin => ({
  name: 'one-bundle-options',
  setup(api) {
    if (edit)
      api.transform({ test: edit.file }, ({ code }) => {
        if (!code.includes(edit.from)) throw new Error(`${edit.file} does not contain '${edit.from}'`)
        return code.replace(edit.from, edit.to)
      })
  },
})

export interface OneBundle {
  /** The built folder, in a temporary folder of its own. */
  dist: string
  /** The whole build as one release of the shell. */
  shell: Release
  /** Releases of the remotes for the registry: the same placements, with the chunks to preload. */
  remotes: Release[]
}

/**
 * Builds the baseline of the comparison: the same shell and remotes with the same configuration, without
 * federation. Each remote is a lazy chunk that the page preloads like the files of a remote.
 * @throws Error if the build fails or the federated apps are not built
 */
export async function buildOneBundle(options: Options): Promise<OneBundle> {
  const apps = findApps()
  const shellApp = apps.find(({ name }) => name === SHELL)
  if (!shellApp) throw new Error('there is no shell')
  const folder = mkdtempSync(join(tmpdir(), 'propsight-one-bundle-'))
  const dist = join(folder, 'dist')
  // Inside the shell, so that packages resolve as in the regular build.
  const cache = join(shellApp.folder, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const runtime = join(cache, 'one-bundle-runtime.js')
  const remoteApps = apps.filter(({ declaration }) => declaration !== null)
  writeFileSync(
    runtime,
    localRuntime(
      remoteApps.map((app) => ({
        name: app.name,
        entry: join(app.folder, 'src/remote'),
      })),
    ),
  )

  const config = defineShellConfig(shellApp.folder)
  const rsbuild = await createRsbuild({
    cwd: shellApp.folder,
    config: {
      ...config,
      plugins: [
        ...(config.plugins ?? []).filter(
          (plugin) => !(plugin && 'name' in plugin && plugin.name === FEDERATION_PLUGIN),
        ),
        optionsPlugin(options),
      ],
      output: { ...config.output, distPath: { root: dist }, cleanDistPath: false },
      resolve: { alias: { ...config.resolve?.alias, '@module-federation/enhanced/runtime': runtime } },
    },
  })
  const { close } = await rsbuild.build()
  await close()
  await precompress(dist)
  return { dist, ...releasesOf(dist, options.version, remoteApps) }
}

function releasesOf(
  dist: string,
  version: string,
  remoteApps: ReturnType<typeof findApps>,
): Pick<OneBundle, 'shell' | 'remotes'> {
  const files = filesOf(dist)
  const integrity = Object.fromEntries(
    files
      .filter((file) => /\.(js|css)$/.test(file) || file === 'index.html')
      .map((file) => [file, integrityOf(join(dist, file))]),
  )
  const shell: Release = {
    name: SHELL,
    version,
    contract: '1.0',
    placement: null,
    entry: 'index.html',
    globalName: null,
    shared: [],
    integrity,
    preload: z.array(z.string()).parse(JSON.parse(readFileSync(join(dist, FIRST_PAINT_FILE), 'utf8'))),
    size: 0,
  }
  const remotes = remoteApps.map(({ name, folder, declaration }): Release => {
    const built = readRelease(join(folder, 'dist'))
    if (!declaration || !built) throw new Error(`${name} is not built: run the build first`)
    const chunks = files.filter((file) => file.includes(`/${chunkOf(name)}.`) && /\.(js|css)$/.test(file))
    return {
      ...shell,
      name,
      contract: built.contract,
      placement: declaration.placement,
      entry: chunks.find((file) => file.endsWith('.js')) ?? 'missing.js',
      globalName: 'one_bundle',
      // The hashes must equal those of the chunk loader; otherwise the browser fetches the files twice.
      integrity: Object.fromEntries(chunks.map((file) => [file, integrity[file] ?? ''])),
      preload: chunks,
    }
  })
  return { shell, remotes }
}
