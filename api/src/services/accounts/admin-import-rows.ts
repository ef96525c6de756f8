import { HttpError } from '../../platform/errors.ts'

const BAD_ROW = /^codes\.(\d+)(?:\.(\w+))?: (.*)$/s

/**
 * Runs `work`. Rewrites a validation error at `codes.N` so that it names the row of the imported file,
 * counted from 1.
 * @throws the error of `work`, with the rewritten message where one applies
 */
export async function namingTheRow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [, index, field, what] = (error instanceof HttpError && BAD_ROW.exec(error.message)) || []
    if (!(error instanceof HttpError) || index === undefined) throw error
    const where = field === undefined ? '' : `${field}: `
    throw new HttpError(error.status, error.code, `Row ${Number(index) + 1}: ${where}${what}`)
  }
}
