import type { LineTable } from '../world/line-table.ts'

/** Sums a column over the lines of a table that `keep` accepts. */
export const sumOf = (
  table: LineTable,
  field: number,
  keep: (line: number) => boolean = () => true,
): number => {
  let sum = 0
  for (let line = 0; line < table.length; line++) if (keep(line)) sum += table.count(line, field)
  return sum
}
