import { remoteNameSchema } from '@propsight/shared/contracts'
import { notFound } from '../platform/errors.ts'

/** The remote named in the path. @throws HttpError 404 when it is not a valid name */
export function remoteOf(ctx: { params: Record<string, string | undefined> }): string {
  const { success, data } = remoteNameSchema.safeParse(ctx.params.name)
  if (!success) throw notFound('There is no such remote')
  return data
}
