import { randomUUID } from 'node:crypto'
import { rolloutSchema } from '@propsight/shared/contracts'
import type { TestApi } from './test-api.ts'
import { analysisRelease } from './releases.ts'

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
