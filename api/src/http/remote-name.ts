import { remoteNameSchema } from '@propsight/shared/contracts'
import { notFound } from '../platform/errors.ts'

/** The remote that the address names. @throws HttpError 404 where it is no name at all */
export function remoteOf(ctx: { params: Record<string, string | undefined> }): string {
  const { success, data } = remoteNameSchema.safeParse(ctx.params.name)
  if (!success) throw notFound('There is no such remote')
  return data
}
