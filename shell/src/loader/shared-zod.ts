/**
 * The zod that the shell shares with its remotes: what the schemas of this house are written with, so that each
 * remote need not bring 16 kB of its own. A schema that uses another name adds it here; a test holds the two together.
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
