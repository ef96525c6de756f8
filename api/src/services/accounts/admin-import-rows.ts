import { HttpError } from '../../platform/errors.ts'

const BAD_ROW = /^codes\.(\d+)(?:\.(\w+))?: (.*)$/s

/** Says which row of a file a refused body means, counted from 1 as people count. */
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
