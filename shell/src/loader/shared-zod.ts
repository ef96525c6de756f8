/**
 * The part of zod that the shell shares with its remotes: the functions used by the schemas of this
 * repository. Without it each remote would contain its own 16 kB of zod. A schema that uses another function
 * adds it here; a test checks that the list is complete.
 */
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
  preprocess,
  record,
  strictObject,
  string,
  union,
  unknown,
  url,
  uuid,
} from 'zod/v4'
