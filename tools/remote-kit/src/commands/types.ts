import { writeFileSync } from 'node:fs'
import {
  type RemoteDeclaration,
  type SlotDeclaration,
  slotDeclarationSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { usage } from '../../../remote/failure.ts'
import { readProject } from '../plugins/project.ts'

/** The written file, in the folder that the project's TypeScript includes. */
export const SLOT_TYPES = 'src/propsight-slots.d.ts'

/** Of the registry only what is used, so that an API of another version can be asked. */
const declaringRemotes = z.object({
  remotes: z.array(z.object({ placement: z.object({ slots: z.array(z.unknown()).optional() }) })),
})

const TYPE_NAMES = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }

const describeProps = ({ schema }: SlotDeclaration): string =>
  Object.entries(schema)
    .map(([prop, { type }]) => {
      const names = new Set([type].flat().map((name) => TYPE_NAMES[name]))
      return `      ${prop}: ${[...names].join(' | ')}\n`
    })
    .join('')

/** The declarations as TypeScript, which adds them to `DeclaredSlotProps` of the kit; sorted by name. */
export function printSlotTypes(declarations: SlotDeclaration[]): string {
  const members = [...declarations]
    .sort((a, b) => (a.declares < b.declares ? -1 : 1))
    .map(
      (slot) => `    /** Version ${slot.props} */\n    '${slot.declares}': {\n${describeProps(slot)}    }\n`,
    )
  return `// Written by \`propsight types\`: the slots that remotes declare, with their props.
import '@propsight/remote-kit'

declare module '@propsight/remote-kit' {
  interface DeclaredSlotProps {
${members.join('')}  }
}
`
}

/**
 * Writes the props of all slots that live remotes declare, and of those in this folder's remote.json, which replace the
 * live ones of the same name. A component for a slot is then checked against what its host gives.
 * @throws CommandFailure usage when the folder has no valid remote.json or no folder `src`
 */
export async function writeSlotTypes({ connect }: CommandContext): Promise<CommandResult> {
  let own: RemoteDeclaration
  try {
    own = readProject('.').declaration
  } catch (error) {
    throw usage(
      `this folder has no remote with a valid remote.json: ${error instanceof Error ? error.message : error}`,
    )
  }
  const { remotes } = await (await connect()).ask('/api/remotes', declaringRemotes)
  const slots = new Map<string, SlotDeclaration>()
  for (const { placement } of [...remotes, own])
    for (const candidate of placement.slots ?? []) {
      const declaration = slotDeclarationSchema.safeParse(candidate).data
      if (declaration) slots.set(declaration.declares, declaration)
    }
  const found = [...slots.values()]
  writeFileSync(SLOT_TYPES, printSlotTypes(found))
  return {
    document: { file: SLOT_TYPES, slots: found.map(({ declares, props }) => ({ slot: declares, props })) },
    text: `${SLOT_TYPES} has ${found.length} declared slots\n`,
  }
}
