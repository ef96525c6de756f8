/** Cascade layers of the shell that remotes may use. */
const LAYERS = new Set(['components', 'screens', 'utilities'])

/**
 * Creates a predicate whether a name belongs to a remote: it starts with the remote's name and `-` or `_`. If
 * another remote's name has the same beginning (`picks`, `picks-old`), the longer name owns it.
 */
export const ownedBy =
  (remote: string, others: readonly string[]) =>
  (name: string): boolean => {
    const begins = (owner: string) => name.startsWith(`${owner}-`) || name.startsWith(`${owner}_`)
    return begins(remote) && !others.some((other) => other.length > remote.length && begins(other))
  }

/**
 * Returns whether a remote may use a cascade layer: a shared layer of the shell, or one of the remote's own.
 */
export const isLayer = (name: string, isOwn: (name: string) => boolean): boolean => {
  const [first = ''] = name.split('.')
  return LAYERS.has(first) || isOwn(first)
}

/** Normalizes a font family for comparison: `"Picks Sans"` becomes `picks-sans`. */
export const familyOf = (value: string): string =>
  value
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-')
