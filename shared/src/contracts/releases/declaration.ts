import * as z from '@propsight/shared/schema'
import {
  globalNameSchema,
  MANIFEST_FILE,
  placementSchema,
  relativeFileSchema,
  remoteNameSchema,
} from './registry.ts'
import { configDeclarationSchema } from './settings.ts'
import { slotNameSchema } from './slots.ts'

const propType = z.enum(['string', 'number', 'integer', 'boolean', 'null'])

/**
 * A slot that a remote has on its own screens: another form of an element of `slots`. Its name begins with that of the
 * remote. A version of the props keeps its properties and their types; properties may be added.
 */
export const slotDeclarationSchema = z.strictObject({
  declares: slotNameSchema,
  /** Version of the props. */
  props: z.int(),
  /** The props, in the words of JSON Schema. */
  schema: z.record(
    z.string().regex(/^[A-Za-z]\w{0,39}$/),
    z.strictObject({ type: z.union([propType, z.array(propType).min(1)]) }),
  ),
})
export type SlotDeclaration = z.infer<typeof slotDeclarationSchema>

/** Contents of `remote.json` in a remote's package; the build copies them into the release. */
export const remoteDeclarationSchema = z.strictObject({
  name: remoteNameSchema,
  contract: z.string(),
  placement: placementSchema,
  /**
   * The container's file and global name, and the accepted range of each package that it takes from the shell. Only for
   * builds without `mf-manifest.json` (webpack's own plugin).
   */
  container: z
    .strictObject({
      file: relativeFileSchema,
      global: globalNameSchema,
      shared: z.record(z.string().min(1).max(80), z.string().max(80)).optional(),
    })
    .optional(),
  /** Names of the components that it offers; `./remote` exports them as `extensions`. */
  extensions: z.array(remoteNameSchema).max(20).optional(),
  /** Values that are changed without a deploy; `shell.config` has them (since contract 1.6). */
  config: configDeclarationSchema.optional(),
})
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>

/** The entry file of a release: a remote's manifest or container, or the shell's page. */
export const entryOf = (declaration: RemoteDeclaration | null): string =>
  declaration ? (declaration.container?.file ?? MANIFEST_FILE) : 'index.html'
