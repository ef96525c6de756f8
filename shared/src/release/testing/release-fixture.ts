import type { CheckId, CheckReport } from '../../contracts/releases/rollout.ts'
import type { RemoteDeclaration } from '../../contracts/releases/settings.ts'
import { type CheckInput, examineRelease } from '../check-release.ts'
import type { HostFacts, LiveRemote } from '../derive-release.ts'

const VERSION = '1.0.0-abcdef12'
const ENTRY = 'static/js/remote-entry.js'
export const CHUNK = 'static/js/async/remote.js'
const STYLE = 'static/css/async/remote.css'

const encoder = new TextEncoder()

export const shared = (name: string, version: string | null, range: string | null = null) => ({
  name,
  version,
  range,
  singleton: true,
})

export const HOST: HostFacts = {
  contract: '1.2',
  shared: [
    shared('react', '19.3.1'),
    shared('react-dom', '19.3.1'),
    shared('@propsight/shared/schema', '4.6.7'),
  ],
}

export const tab = (path: string, title = path): LiveRemote['placement'] => ({
  mount: 'tab',
  path,
  title,
  order: 1,
})

export const live = (name: string, more: Partial<LiveRemote> = {}): LiveRemote => ({
  name,
  contract: '1.0',
  shared: [],
  placement: { mount: 'overlay', title: name },
  globalName: `${name}_00000000`,
  ...more,
})

export const createDeclaration = (more: Partial<RemoteDeclaration> = {}): RemoteDeclaration => ({
  name: 'alpha',
  contract: '1.0',
  placement: { mount: 'tab', path: '/alpha', title: 'Alpha', order: 3 },
  ...more,
})

const assets = (js: string[], css: string[] = []) => ({
  js: { sync: js, async: [] },
  css: { sync: css, async: [] },
})

/**
 * Returns the manifest of a small remote in the format of the federation plugins, with `more` merged into it.
 */
export const manifest = (more: { metaData?: object; [key: string]: unknown } = {}) => ({
  id: 'alpha_abcdef12',
  name: 'alpha_abcdef12',
  shared: [
    { name: 'react', version: '', requiredVersion: '^19.3.0', singleton: true, assets: assets([]) },
  ] as unknown[],
  remotes: [],
  exposes: [{ name: 'remote', path: './remote', assets: assets([CHUNK], [STYLE]) }],
  ...more,
  metaData: {
    name: 'alpha_abcdef12',
    globalName: 'alpha_abcdef12',
    publicPath: 'auto',
    remoteEntry: { name: 'remote-entry.js', path: 'static/js', type: 'global' },
    ...more.metaData,
  },
})

type Contents = Record<string, string | object | null>

/** Returns the files of a small remote that passes every check; null removes a file. */
export function remoteFiles(more: Contents = {}): Map<string, Uint8Array> {
  const contents: Contents = {
    'mf-manifest.json': manifest(),
    [ENTRY]: 'var alpha_abcdef12;(()=>{alpha_abcdef12={get(){},init(){}}})()',
    [CHUNK]: '(self.chunk_alpha_abcdef12=self.chunk_alpha_abcdef12||[]).push([[1],{2(e,t,r){r.d(t,{})}}])',
    [STYLE]: '.alpha-abcdef12__card{color:red}',
    ...more,
  }
  return new Map(
    Object.entries(contents).flatMap(([path, content]) => {
      if (content === null) return []
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      return [[path, encoder.encode(text)] as const]
    }),
  )
}

/** Returns the files of a small shell that passes every check. */
export const shellFiles = (host: HostFacts = HOST, more: Contents = {}): Map<string, Uint8Array> =>
  remoteFiles({
    'mf-manifest.json': null,
    [ENTRY]: null,
    [CHUNK]: null,
    [STYLE]: 'body{margin:0}',
    'index.html': '<!doctype html>',
    'host.json': host,
    'static/js/index.js': 'console.log(1)',
    ...more,
  })

type Options = Partial<CheckInput> & { version?: string; preload?: string[] }

/** Derives and checks a release; by default the valid remote. Brotli size is a third of the bytes. */
export async function examineFixture(options: Options = {}) {
  return examineRelease({
    declaration: createDeclaration(),
    version: VERSION,
    files: remoteFiles(),
    host: HOST,
    others: [],
    kept: [],
    brotli: (bytes) => Math.ceil(bytes.length / 3),
    ...options,
  })
}

export async function report(options: Options = {}): Promise<CheckReport> {
  return (await examineFixture(options)).report
}

export const shellReport = (options: Options = {}): Promise<CheckReport> =>
  report({ declaration: null, files: shellFiles(), preload: ['static/js/index.js'], ...options })

/** Returns the findings of one check as `level: message`. */
export async function findingsOf(check: CheckId, options: Options): Promise<string[]> {
  const { findings } = await (options.declaration === null ? shellReport(options) : report(options))
  return findings.filter((one) => one.check === check).map(({ level, message }) => `${level}: ${message}`)
}

/** Run a check with the remote's script or style sheet replaced. */
export const findingsInScript = (check: CheckId, script: string) =>
  findingsOf(check, { files: remoteFiles({ [CHUNK]: script }) })
export const findingsInStyle = (style: string, more: Options = {}) =>
  findingsOf('css', { files: remoteFiles({ [STYLE]: style }), ...more })
