import * as z from '@propsight/shared/schema'
import type { SlotName } from '../remote-contract.ts'
import {
  globalNameSchema,
  MANIFEST_FILE,
  placementSchema,
  relativeFileSchema,
  remoteNameSchema,
} from './registry.ts'

/** The version of the props of each slot. A change that breaks a component raises it, and keeps the earlier slot. */
export const SLOTS: Readonly<Record<SlotName, number>> = {
  'analysis/line-actions': 1,
  'analysis/player-panel': 1,
  'picks/card-footer': 1,
  'dashboard/today': 1,
  'header/menu': 1,
}

/** Conditions under which a contribution is shown. All that are named must hold; of a list, one. */
const conditionsSchema = z.strictObject({
  /** Of the props of the slot. */
  sport: z
    .array(z.enum(['MLB', 'NBA', 'NFL']))
    .min(1)
    .optional(),
  plan: z
    .array(z.enum(['free', 'basic', 'premium']))
    .min(1)
    .optional(),
  /** `user`: signed in. `developer`: may run remotes from a machine of their own. */
  role: z.enum(['user', 'developer']).optional(),
})

/** A component that a remote puts into a slot: an element of `slots` of the placement in `remote.json`. */
export const contributionSchema = z.strictObject({
  slot: z.enum(Object.keys(SLOTS) as SlotName[]),
  /** Version of the slot's props for which the component is written. */
  props: z.int(),
  /** One of the `extensions` of the remote. */
  extension: remoteNameSchema,
  /** Lower ones are first, then by name of the remote. */
  order: z.int().min(-1_000).max(1_000).default(0),
  when: conditionsSchema.default({}),
})
export type Contribution = z.infer<typeof contributionSchema>

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
})
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>

/** The entry file of a release: a remote's manifest or container, or the shell's page. */
export const entryOf = (declaration: RemoteDeclaration | null): string =>
  declaration ? (declaration.container?.file ?? MANIFEST_FILE) : 'index.html'
