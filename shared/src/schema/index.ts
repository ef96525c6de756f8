/**
 * The functions of zod that the schemas of pages use. Shell and remotes share this module at run time, under
 * its own name and in zod's version. The name `zod` is not shared: code that imports `zod` contains its own
 * copy, which is complete. A schema of a page that needs another function adds it here; a remote can use it
 * once the shell that provides it is live.
 */

export type { infer, output, ZodType } from 'zod/v4'
export {
  array,
  boolean,
  coerce,
  config,
  discriminatedUnion,
  email,
  enum,
  int,
  iso,
  literal,
  looseObject,
  number,
  object,
  record,
  strictObject,
  string,
  union,
  unknown,
  uuid,
} from 'zod/v4'
