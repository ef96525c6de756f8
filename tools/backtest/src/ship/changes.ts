type Leaf = number | string

/** One value that changed in a fit. */
interface Moved {
  readonly path: string
  readonly from: Leaf | undefined
  readonly to: Leaf | undefined
}

const leavesOf = (value: unknown, path = ''): [string, Leaf][] => {
  if (typeof value === 'number' || typeof value === 'string') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
}

/** Size of a change for sorting; changes other than from number to number are listed first. */
const size = ({ from, to }: Moved): number =>
  typeof from === 'number' && typeof to === 'number' ? Math.abs(to - from) : Number.POSITIVE_INFINITY

/** The values that differ between two trees, the largest change first. */
export function changes(before: unknown, after: unknown): Moved[] {
  const [old, fresh] = [new Map(leavesOf(before)), new Map(leavesOf(after))]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((path) => ({ path, from: old.get(path), to: fresh.get(path) }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a)))
}

/** Summary of the changes: the number of changed values, and the `most` largest changes. */
export function changeLines(before: unknown, after: unknown, most = 5): string[] {
  const moved = changes(before, after)
  const all = leavesOf(after).length
  if (moved.length === 0) return [`nothing changed in ${all} values`]
  return [
    `${moved.length} of ${all} values changed`,
    ...moved.slice(0, most).map(({ path, from, to }) => `${path}: ${from ?? 'new'} → ${to ?? 'gone'}`),
  ]
}
