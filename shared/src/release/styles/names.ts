/** Layers in the order that the shell fixes; the first three are its own. */
const LAYERS = new Set(['components', 'screens', 'utilities'])

/**
 * Whether a name belongs to a remote: the remote's own, then `-` or `_`. Where another remote's name begins alike
 * (`picks`, `picks-old`), the longer one owns it.
 */
export const ownedBy =
  (remote: string, others: readonly string[]) =>
  (name: string): boolean => {
    const begins = (owner: string) => name.startsWith(`${owner}-`) || name.startsWith(`${owner}_`)
    return begins(remote) && !others.some((other) => other.length > remote.length && begins(other))
  }

export const isLayer = (name: string, isOwn: (name: string) => boolean): boolean => {
  const [first = ''] = name.split('.')
  return LAYERS.has(first) || isOwn(first)
}

/** `"Picks Sans", x` and `picks-sans` alike: as it is compared. */
export const familyOf = (value: string): string =>
  value
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-')
