import type { ExtractedRow } from '@propsight/shared/contracts'

type Field = ExtractedRow['doubts'][number]['field']

/** Adds a doubt about a field to a row, unless the field has one: the first reason is kept. */
export const withDoubt = (row: ExtractedRow, field: Field, reason: string): ExtractedRow =>
  row.doubts.some((doubt) => doubt.field === field)
    ? row
    : { ...row, doubts: [...row.doubts, { field, reason }] }
