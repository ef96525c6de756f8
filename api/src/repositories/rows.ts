import * as z from 'zod'

/**
 * Schema for the rows of a set-returning function. Scalars arrive bare, or wrapped in an object whose key is
 * the name of the function, depending on the version of the service.
 * @param name name of the database function
 * @param row schema of one row
 */
export const rowsOf = <T>(name: string, row: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .nullable()
    .transform((rows) =>
      (rows ?? []).map((given) =>
        given !== null && typeof given === 'object' && name in given ? Reflect.get(given, name) : given,
      ),
    )
    .pipe(z.array(row))
