import { type OverrideBody, overrideBody } from '@propsight/shared/contracts'

/** Query parameter of an override request: `?dev-remote=picks@http://127.0.0.1:4101`. */
export const OVERRIDE_PARAMETER = 'dev-remote'

/** Parses the parameter; null unless it has the name of a remote and a loopback address. */
export function readOverrideRequest(text: string): OverrideBody | null {
  const at = text.indexOf('@')
  const read = overrideBody.safeParse({ name: text.slice(0, at), url: text.slice(at + 1) })
  return read.success ? { ...read.data, url: new URL(read.data.url).origin } : null
}

/** The URL without the request, so that neither a reload nor Back repeats it. */
export function withoutOverrideRequest(address: { path: string; search: string; hash: string }): string {
  const query = new URLSearchParams(address.search)
  query.delete(OVERRIDE_PARAMETER)
  const search = query.toString()
  return `${address.path}${search ? `?${search}` : ''}${address.hash}`
}
