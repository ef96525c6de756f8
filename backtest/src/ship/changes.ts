/** One number that a fit moved. */
interface Moved {
  readonly path: string
  readonly from: number | undefined
  readonly to: number | undefined
}

const numbersOf = (value: unknown, path = ''): [string, number][] => {
  if (typeof value === 'number') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => numbersOf(each, path === '' ? key : `${path}.${key}`))
}

const size = ({ from, to }: Moved): number =>
  from === undefined || to === undefined ? Number.POSITIVE_INFINITY : Math.abs(to - from)

/** Numbers that differ between two values of the same shape, those that moved most first. */
export function changes(before: unknown, after: unknown): Moved[] {
  const [old, fresh] = [new Map(numbersOf(before)), new Map(numbersOf(after))]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((path) => ({ path, from: old.get(path), to: fresh.get(path) }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => size(b) - size(a))
}

/** What changed, in a few lines: how many numbers, and the first of them. */
export function changeLines(before: unknown, after: unknown, most = 5): string[] {
  const moved = changes(before, after)
  const all = numbersOf(after).length
  if (moved.length === 0) return [`nothing changed in ${all} numbers`]
  return [
    `${moved.length} of ${all} numbers changed`,
    ...moved.slice(0, most).map(({ path, from, to }) => `${path}: ${from ?? 'new'} → ${to ?? 'gone'}`),
  ]
}
