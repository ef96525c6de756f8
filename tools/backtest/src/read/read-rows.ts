import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCsv, ReplayError } from '@propsight/league/replay'
import type * as z from 'zod'

/** Name of the CSV file in a folder, gzipped or not; undefined without it. */
export const findRows = (folder: string, name: string): string | undefined =>
  [`${name}.csv`, `${name}.csv.gz`].find((file) => existsSync(join(folder, file)))

/**
 * Reads the rows of a CSV file, gzipped or not.
 * @throws ReplayError naming the missing file or column, or file, line and column of an invalid cell
 */
export function readRows<Shape extends z.ZodRawShape>(
  folder: string,
  name: string,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>>[] {
  const file = findRows(folder, name)
  if (file === undefined) throw new ReplayError(`${folder}: has no ${name}.csv or ${name}.csv.gz`)
  const columns = Object.keys(schema.shape)
  const table = openCsv(join(folder, file))
  table.need(columns)
  const rows: z.output<z.ZodObject<Shape>>[] = []
  table.each((row) => {
    const cells = Object.fromEntries(columns.map((column) => [column, row.text(column)]))
    const { data, error } = schema.safeParse(cells)
    if (error) {
      const [issue] = error.issues
      const column = String(issue?.path[0])
      throw row.refuse(column, `'${cells[column]}' ${issue?.message}`)
    }
    rows.push(data)
  })
  return rows
}
