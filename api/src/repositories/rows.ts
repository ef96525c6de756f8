import * as z from 'zod'

/**
 * Rows of a function that answers a set of scalars: they arrive bare, or wrapped under the function's name.
 * @param name the function's
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
