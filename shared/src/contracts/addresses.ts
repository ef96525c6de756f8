import type { Placement } from './registry.ts'

/** Screens of the shell's own; a remote that declares the same path takes its place. */
export const SCANNER_PATH = '/scanner'
export const PRICING_PATH = '/pricing'
/** Needs no sign-in, so the sign-in screen, the menu and the Dashboard link to it (DECISIONS, Screens and texts). */
export const PITCHERS_PATH = '/pitchers'
const SHELL_PATHS: readonly string[] = [SCANNER_PATH, PRICING_PATH]

/** First steps of addresses that no new remote may have: the API answers there, or the shell has a screen there. */
export const RESERVED_STEPS: ReadonlySet<string> = new Set([
  'api',
  'auth',
  'rest',
  'health',
  'dev',
  'bundles',
  'storage',
  ...SHELL_PATHS.map((path) => path.slice(1)),
])

/** The addresses that a placement takes; an overlay has none. */
export const pathsOf = (placement: Placement | null): readonly string[] => {
  if (placement?.mount === 'tab') return [placement.path]
  return placement?.mount === 'page' ? placement.paths : []
}

/**
 * The remote that a path opens: its own tab or page; none where the shell has a screen of its own; else the tab at
 * `/` (specification 1 §2), if there is one. The API preloads what the shell will show, so both ask here.
 * @param path in any case, with or without a trailing slash
 */
export function entryForPath<Entry extends { placement: Placement }>(
  { remotes }: { remotes: readonly Entry[] },
  path: string,
): Entry | null {
  const wanted = path.toLowerCase().replace(/\/+$/, '') || '/'
  const opens = (address: string) =>
    remotes.find(({ placement }) => pathsOf(placement).includes(address)) ?? null
  return opens(wanted) ?? (SHELL_PATHS.includes(wanted) ? null : opens('/'))
}
