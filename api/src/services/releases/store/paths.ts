/** The kinds of file that a release may hold, and how they are sent. Pages are not among them: the API renders it. */
export const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
}
/** A release never changes, so whoever has one of its files never asks again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** `name/version/file…`: plain segments that do not begin with a dot. */
export const BUNDLE_PATH = /^[a-z][a-z0-9-]{0,30}\/\d[\w.-]{0,60}(\/[\w~][\w.~-]{0,120}){1,8}$/
export const RELEASE_NAME = /^[a-z][a-z0-9-]{0,30}$/
export const RELEASE_VERSION = /^\d[\w.-]{0,60}$/
/** Compressed siblings are made here, never taken from outside. */
export const COMPRESSED = /\.(br|gz)$/
/** What local builds keep beside a release's files, about it and not of it. */
export const ABOUT_THE_RELEASE = new Set(['release.json', 'first-paint.json'])
/** The static page that starts the shell while the API is away, at the top of the store. */
export const START_PAGE = 'index.html'

export interface ReleaseId {
  name: string
  version: string
}
/** @throws Error where the file's path is none that the store could hold and find again */
export function pathIn({ name, version }: ReleaseId, file: string): string {
  const path = `${name}/${version}/${file}`
  if (!BUNDLE_PATH.test(path) || COMPRESSED.test(file)) throw new Error(`the store takes no file ${path}`)
  return path
}
