import type { ExtractedRow } from '@propsight/shared/contracts'

type Field = ExtractedRow['doubts'][number]['field']

/** The row with one more field to look at; the first reason for a field stands. */
export const withDoubt = (row: ExtractedRow, field: Field, reason: string): ExtractedRow =>
  row.doubts.some((doubt) => doubt.field === field)
    ? row
    : { ...row, doubts: [...row.doubts, { field, reason }] }
