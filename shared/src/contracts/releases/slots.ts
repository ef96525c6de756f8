import * as z from '@propsight/shared/schema'
import type { SlotName } from '../remote-contract.ts'
import { remoteNameSchema } from './registry.ts'

/** Name of a value in the configuration of a remote. */
export const configKeySchema = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/)

/** Plans and roles of accounts, for conditions. Of a list, one must hold. */
export const accountConditions = {
  plan: z
    .array(z.enum(['free', 'basic', 'premium']))
    .min(1)
    .optional(),
  /** `user`: signed in. `developer`: may run remotes from a machine of their own. */
  role: z.enum(['user', 'developer']).optional(),
}

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
  ...accountConditions,
  /** A boolean of the configuration of the remote, which must be true. */
  flag: configKeySchema.optional(),
})

/** Name of a slot: of `SLOTS`, or one that a remote declares under its own name. */
export const slotNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}\/[a-z][a-z0-9-]{0,30}$/)

/** A component that a remote puts into a slot: an element of `slots` of the placement in `remote.json`. */
export const contributionSchema = z.strictObject({
  slot: slotNameSchema,
  /** Version of the slot's props for which the component is written. */
  props: z.int(),
  /** One of the `extensions` of the remote. */
  extension: remoteNameSchema,
  /** Lower ones are first, then by name of the remote. */
  order: z.int().min(-1_000).max(1_000).default(0),
  when: conditionsSchema.default({}),
})
export type Contribution = z.infer<typeof contributionSchema>
