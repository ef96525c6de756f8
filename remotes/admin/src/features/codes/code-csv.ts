import { createCodeBody, MAX_CODES_PER_REQUEST } from '@propsight/shared/contracts'
import { toCsv } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { csv2json } from 'csv42'

const COLUMNS = ['code', 'max_uses', 'expires_at', 'notes'] as const
export type NewCode = z.output<typeof createCodeBody>

/** The result of parsing a file: the valid codes, and a message for each invalid row. */
export interface ReadCodes {
  codes: NewCode[]
  problems: string[]
}

const cell = z.string().trim().catch('')
const csvRow = z.object({ code: cell, max_uses: cell, expires_at: cell, notes: cell })

/** The rule to report for each invalid field. */
const RULES: Record<string, string> = {
  code: 'code has 1 to 64 visible characters and no spaces',
  maxUses: 'max_uses is a whole number from 1 to 1,000,000',
  expiresAt: 'expires_at is a time with its zone, such as 2026-12-31T23:59:00Z',
  notes: 'notes has at most 2,000 characters',
}

/** Maps the values to the column names of the first row, in any order; unknown columns are ignored later. */
const fieldsOf = (names: string[]) =>
  names.map((name) => ({
    name,
    setValue: (row: Record<string, unknown>, value: unknown) => {
      row[name.trim().toLowerCase().replaceAll(' ', '_')] = value
    },
  }))

/**
 * Parses CSV with the columns `code,max_uses,expires_at,notes`. All but the code may be empty or missing.
 * Rows are numbered as in a spreadsheet: the header is row 1.
 */
export function readCodes(text: string): ReadCodes {
  const read = (): unknown[] =>
    csv2json(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), {
      fields: fieldsOf,
      parseValue: (value) => value,
    })
  let rows: unknown[]
  try {
    rows = read()
  } catch {
    return { codes: [], problems: ['A quote is opened but not closed.'] }
  }
  if (!/^\s*("?code"?\s*(,|\n|$)|.*,\s*"?code"?\s*(,|\n|$))/i.test(text.replace(/^\uFEFF/, '')))
    return { codes: [], problems: [`The first row must name the columns: ${COLUMNS.join(',')}`] }
  const codes: NewCode[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const [index, value] of rows.entries()) {
    const at = index + 2
    const row = csvRow.parse(value)
    if (Object.values(row).every((each) => each === '')) continue
    const { code, max_uses: uses, expires_at: expires, notes } = row
    const parsed = createCodeBody.safeParse({
      code,
      maxUses: uses === '' ? 1 : Number(uses),
      expiresAt: expires || null,
      notes: notes || null,
    })
    const before = seen.get(code)
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => RULES[String(path[0])] ?? 'cannot be read'))
      problems.push(`Row ${at}: ${[...wrong].join('; ')}`)
    } else if (before) problems.push(`Row ${at}: ${code} is already in row ${before}`)
    else codes.push(parsed.data)
    if (!before) seen.set(code, at)
  }
  if (!codes.length && !problems.length) problems.push('There are no rows below the names of the columns.')
  if (codes.length > MAX_CODES_PER_REQUEST)
    problems.push(`At most ${MAX_CODES_PER_REQUEST} codes at once; these are ${codes.length}.`)
  return { codes, problems }
}

/** Formats codes as CSV that is safe to open in a spreadsheet. */
export const writeCodes = (codes: readonly NewCode[]): string =>
  toCsv(
    COLUMNS,
    codes.map(({ code, maxUses, expiresAt, notes }) => [code, maxUses, expiresAt ?? null, notes ?? null]),
  )
