import { createHash, randomUUID } from 'node:crypto'
import {
  type DeployBody,
  deployResponse,
  previewLinkSchema,
  rolloutResponse,
  rolloutSchema,
} from '@propsight/shared/contracts'
import { analysisRelease } from './releases.ts'
import type { TestApi } from './test-api.ts'
import { createVisitor } from './visitor.ts'

export interface Bundle {
  name: string
  version: string
  files: Record<string, string>
}

const integrityOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`
const globalOf = ({ name, version }: { name: string; version: string }) =>
  `${name}_${version}`.replace(/[^\w]/g, '_')

/**
 * The smallest remote that passes every check: a container without a manifest, its code and its style sheet.
 */
export const bundleOf = (name: string, version: string, more: Record<string, string> = {}): Bundle => ({
  name,
  version,
  files: {
    'entry.js': [
      `const remote = { contract: '1.0', name: '${name}', Root() {} }`,
      "const modules = { './remote': () => Promise.resolve(() => ({ default: remote })) }",
      `var ${globalOf({ name, version })} = { init() {}, get: (path) => modules[path]() }`,
    ].join('\n'),
    'static/style.css': `.${name}__root-a { color: red }\n`,
    ...more,
  },
})

/** The JSON part of a deploy, which is sent together with the files. */
export const deployPartOf = (
  { name, version, files }: Bundle,
  more: Partial<Omit<DeployBody, 'files'>> = {},
) => ({
  version,
  declaration: {
    name,
    contract: '1.0',
    placement: { mount: 'page' as const, paths: [`/${name}`], title: name, signIn: false },
    container: { file: 'entry.js', global: globalOf({ name, version }) },
  },
  files: Object.entries(files).map(([path, content]) => ({
    path,
    size: Buffer.byteLength(content),
    integrity: integrityOf(content),
  })),
  ...more,
})

/** The multipart form of a deploy, as a browser or the CLI sends it. */
export function formOf(part: object, files: Record<string, string>): FormData {
  const form = new FormData()
  form.set('deploy', JSON.stringify(part))
  for (const [path, content] of Object.entries(files)) form.set(path, new Blob([content]), 'file')
  return form
}

export async function sendForm(url: string, name: string, form: FormData, key: string | null = OPERATOR_KEY) {
  const answer = await fetch(`${url}/api/remotes/${name}/releases`, {
    method: 'POST',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    body: form,
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body, deployed: deployResponse.safeParse(body).data }
}

/** Deploys a bundle, with the operator's key by default. */
export const deploy = (
  url: string,
  bundle: Bundle,
  more: Partial<Omit<DeployBody, 'files'>> = {},
  key?: string,
) => sendForm(url, bundle.name, formOf(deployPartOf(bundle, more), bundle.files), key)

/** Opens a preview link of a release and reports that it loads, as the shell does in a browser. */
export async function prove(url: string, name: string, version: string, key = OPERATOR_KEY): Promise<void> {
  const path = `/api/remotes/${name}/previews`
  const { body } = await call(url, 'POST', path, { key, body: { version } })
  const visitor = createVisitor(url)
  await visitor.get(previewLinkSchema.parse(body).path, { accept: 'text/html' })
  const status = await visitor.report(await visitor.registry(), [{ name, version, outcome: 'ok' }])
  if (status !== 204) throw new Error(`the report of ${name} ${version} got ${status}`)
}

/** Deploys a bundle, proves that it loads and makes it live. */
export async function deployLive(url: string, bundle: Bundle, more = {}, key?: string) {
  const answer = await deploy(url, bundle, more, key)
  await prove(url, bundle.name, bundle.version, key)
  const path = `/api/remotes/${bundle.name}/promote`
  const { body } = await call(url, 'POST', path, { key: key ?? OPERATOR_KEY, body: {} })
  return { ...answer, rollout: rolloutResponse.parse(body).rollout }
}

export const OPERATOR_KEY = 'key-of-the-operator'

/** A remote name that no other test uses. */
export const newRemote = (): string => `r-${randomUUID().slice(0, 8)}`

/** Sends one request to the deploy API. */
export async function call(
  url: string,
  method: string,
  path: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Publishes a release in the database only, without files. */
export async function publishRow(
  api: TestApi,
  name: string,
  version: string,
  options: object = {},
  path = `/${name}`,
) {
  const placement = { mount: 'page', paths: [path], title: name, signIn: false }
  const { data, error } = await api.admin.rpc('publish_release', {
    p_release: { ...analysisRelease, name, version, placement },
    p_options: options,
  })
  if (error) throw new Error(`${name} ${version} was not published: ${error.message}`)
  return rolloutSchema.parse(data)
}
