import type { Placement } from './registry.ts'

/** Paths of the shell's own screens. A remote that declares the same path replaces the screen. */
export const SCANNER_PATH = '/scanner'
export const PRICING_PATH = '/pricing'
/** The pitchers page needs no sign-in, so the sign-in screen, the menu and the Dashboard link to it. */
export const PITCHERS_PATH = '/pitchers'
/** The page that links of mails open. Nothing is used up before its button is pressed. */
export const CONFIRM_PATH = '/confirm'
const SHELL_PATHS: readonly string[] = [SCANNER_PATH, PRICING_PATH]

/** Icons that a tab may name: those of `shared/src/ui/brand/icon.tsx`. */
export const TAB_ICONS: readonly string[] = [
  'search',
  'bell',
  'settings',
  'cloud',
  'bookmark',
  'check',
  'bars',
  'scanner',
  'credit',
  'menu',
  'warning',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'clock',
  'trash',
  'minus',
  'plus',
  'close',
  'copy',
  'offline',
  'plug',
  'help',
  'theme',
]

/**
 * First path segments that a new remote cannot use: they belong to the API or to a screen of the shell. The path of
 * the scanner is free, because its remote replaces the screen of the shell.
 */
export const RESERVED_PATH_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'auth',
  'rest',
  'health',
  'dev',
  'bundles',
  'storage',
  PRICING_PATH.slice(1),
])

/** Returns the paths of a placement; an overlay has none. */
export const pathsOf = (placement: Placement | null): readonly string[] => {
  if (placement?.mount === 'tab') return [placement.path]
  return placement?.mount === 'page' ? placement.paths : []
}

const isNested = (placement: Placement): boolean => placement.mount !== 'overlay' && placement.nested === true

/** Returns the route patterns of a placement, in the form of react-router-dom; an overlay has none. */
export const routePatternsOf = (placement: Placement): readonly string[] =>
  pathsOf(placement).map((path) => (isNested(placement) ? `${path.replace(/\/$/, '')}/*` : path))

/**
 * Finds the remote that a path opens (S1): the remote that declares the path; otherwise null if the shell has
 * a screen at the path; otherwise the remote with nested routes above it; otherwise the tab at `/`, if there is
 * one. The API uses it to preload what the shell's routes will show.
 * @param path in any case, with or without a trailing slash
 */
export function findEntryForPath<Entry extends { placement: Placement }>(
  { remotes }: { remotes: readonly Entry[] },
  path: string,
): Entry | null {
  const normalized = path.toLowerCase().replace(/\/+$/, '') || '/'
  const findRemote = (address: string) =>
    remotes.find(({ placement }) => pathsOf(placement).includes(address)) ?? null
  const findNesting = () =>
    remotes.find(
      ({ placement }) =>
        isNested(placement) && pathsOf(placement).some((above) => normalized.startsWith(`${above}/`)),
    )
  if (SHELL_PATHS.includes(normalized)) return findRemote(normalized)
  return findRemote(normalized) ?? findNesting() ?? findRemote('/')
}
