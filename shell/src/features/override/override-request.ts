import { type OverrideBody, overrideBody } from '@propsight/shared/contracts'

/** `?dev-remote=picks@http://127.0.0.1:4101` */
export const OVERRIDE_PARAMETER = 'dev-remote'

/** What the parameter asks for, or null where it names no remote or no address of this machine. */
export function readOverrideRequest(text: string): OverrideBody | null {
  const at = text.indexOf('@')
  const read = overrideBody.safeParse({ name: text.slice(0, at), url: text.slice(at + 1) })
  return read.success ? { ...read.data, url: new URL(read.data.url).origin } : null
}

/** The address without the request, so that neither a reload nor going back asks again. */
export function withoutOverrideRequest(address: { path: string; search: string; hash: string }): string {
  const query = new URLSearchParams(address.search)
  query.delete(OVERRIDE_PARAMETER)
  const search = query.toString()
  return `${address.path}${search ? `?${search}` : ''}${address.hash}`
}
