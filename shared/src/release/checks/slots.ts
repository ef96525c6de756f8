import * as z from '@propsight/shared/schema'
import type { Placement } from '../../contracts/releases/registry.ts'
import { type SlotDeclaration, slotDeclarationSchema } from '../../contracts/releases/settings.ts'
import { contributionSchema, SLOTS } from '../../contracts/releases/slots.ts'
import type { Context, Findings } from '../context.ts'
import { displayText, HOST_FILE, hostFileSchema, jsonOf } from '../derive-release.ts'

/** Checks that the slots exist into which a remote puts its extensions, with props and conditions that they have. */
export function checkSlots(context: Context, findings: Findings): void {
  const { declaration } = context
  if (declaration) checkDeclaredSlots(context, findings)
  else checkContributors(context, findings)
  const given: Readonly<Record<string, number>> = {
    ...(context.host?.slots ?? SLOTS),
    ...Object.fromEntries(
      context.others.flatMap(listDeclared).map(({ declares, props }) => [declares, props]),
    ),
  }
  const places = new Set<string>()
  for (const candidate of declaration?.placement.slots ?? []) {
    if (isDeclaration(candidate)) continue
    const contribution = contributionSchema.safeParse(candidate)
    if (!contribution.success) {
      for (const issue of contribution.error.issues) findings.error(describeIssue(issue, candidate))
      continue
    }
    const { slot, props, extension, when } = contribution.data
    const place = `'${slot}' in \`slots\``
    const version = Object.hasOwn(given, slot) ? given[slot] : undefined
    if (version === undefined)
      findings.error(
        Object.hasOwn(SLOTS, slot)
          ? `${place} does not exist in the live shell: wait for the newer shell, or choose another slot`
          : noSlot(slot),
      )
    else if (props !== version)
      findings.error(
        `${place} is written for version ${props} of its props, and the shell gives ${version}: adapt the component and set "props": ${version}`,
      )
    if (!declaration?.extensions?.includes(extension))
      findings.error(
        `${place} names the extension '${extension}', which is not in \`extensions\` of remote.json: add it there`,
      )
    if (when.flag && declaration?.config?.[when.flag]?.type !== 'boolean')
      findings.error(
        `${place} has the flag '${when.flag}', which is no boolean in \`config\` of remote.json: add it there`,
      )
    if (places.has(`${slot} ${extension}`))
      findings.error(`${place} has the extension '${extension}' twice: remove one`)
    places.add(`${slot} ${extension}`)
  }
}

const noSlot = (slot: string): string =>
  `there is no slot '${displayText(slot)}': choose one of ${Object.keys(SLOTS).join(', ')} in remote.json, or one that a live remote declares`

const isDeclaration = (candidate: unknown): boolean =>
  typeof candidate === 'object' && candidate !== null && 'declares' in candidate

/** The slots that a release declares. */
const listDeclared = ({ placement }: { placement?: Placement | null | undefined }): SlotDeclaration[] =>
  (placement?.slots ?? []).flatMap((candidate) => slotDeclarationSchema.safeParse(candidate).data ?? [])

/**
 * Checks the slots that a remote declares: their names, that a version of props keeps its properties, and that live
 * contributors have the slots for which they were written.
 */
function checkDeclaredSlots({ declaration, others, kept }: Context, findings: Findings): void {
  if (!declaration) return
  const { name, placement } = declaration
  for (const candidate of (placement.slots ?? []).filter(isDeclaration)) {
    const { error } = slotDeclarationSchema.safeParse(candidate)
    for (const { path, message } of error?.issues ?? [])
      findings.error(`a declaration in \`slots\` of remote.json, ${displayText(path.join('.'))}: ${message}`)
  }
  const declared = listDeclared(declaration)
  for (const { declares, props, schema } of declared) {
    if (!declares.startsWith(`${name}/`) || Object.hasOwn(SLOTS, declares))
      findings.error(`the slot '${declares}' is not yours: call it '${name}/…'`)
    for (const release of kept)
      for (const earlier of listDeclared(release)) {
        if (earlier.declares !== declares || earlier.props !== props) continue
        for (const [prop, { type }] of Object.entries(earlier.schema))
          if (JSON.stringify(schema[prop]?.type) !== JSON.stringify(type))
            findings.error(
              `version ${props} of '${declares}' has '${prop}' as ${[type].flat().join(' or ')} in ${release.version}: keep it, or declare another slot for the change`,
            )
      }
  }
  for (const other of others)
    for (const candidate of other.placement?.slots ?? []) {
      const { slot = '', props } = anyContribution.safeParse(candidate).data ?? {}
      if (!slot.startsWith(`${name}/`) || Object.hasOwn(SLOTS, slot)) continue
      if (declared.some((each) => each.declares === slot && each.props === props)) continue
      findings.error(
        `'${other.name}', which is live, is written for version ${props} of '${displayText(slot)}', which this release does not declare: ` +
          `keep it until an '${other.name}' that does not need it is live`,
      )
    }
}

/** A contribution as far as a shell of any version can read it. */
const anyContribution = z.object({ slot: z.string(), props: z.int() })

/** Refuses a shell that would take a slot, or the props for which it was written, from a live contributor. */
function checkContributors({ files, others }: Context, findings: Findings): void {
  const { slots } = hostFileSchema.safeParse(jsonOf(files.get(HOST_FILE))).data ?? {}
  if (!slots) return
  const declared = new Set(others.flatMap(listDeclared).map(({ declares }) => declares))
  for (const { name, placement } of others)
    for (const candidate of placement?.slots ?? []) {
      const { slot = '', props } = anyContribution.safeParse(candidate).data ?? {}
      const given = Object.hasOwn(slots, slot) ? slots[slot] : undefined
      if (props === undefined || given === props || declared.has(slot)) continue
      const change = given === undefined ? 'has no such slot' : `gives version ${given} of its props`
      findings.error(
        `'${name}', which is live, is written for version ${props} of '${displayText(slot)}', and this shell ${change}: ` +
          `add a slot with another name for the change and keep this one, until a '${name}' that does not need it is live`,
      )
    }
}

type Issue = NonNullable<ReturnType<typeof contributionSchema.safeParse>['error']>['issues'][number]

/** Says in one sentence what is wrong with an entry of `slots`, and what it may be. */
function describeIssue(issue: Issue, candidate: unknown): string {
  const at = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return at === 'when'
      ? `there is no condition '${displayText(issue.keys.join("', '"))}' of a slot: use sport, plan, role or flag`
      : `an entry of \`slots\` has no property '${displayText(issue.keys.join("', '"))}': it has slot, props, extension, order and when`
  if (at === 'slot') {
    const named = z.object({ slot: z.string() }).safeParse(candidate).data?.slot ?? ''
    return noSlot(named)
  }
  return `\`slots\` of remote.json, ${displayText(at) || 'an entry'}: ${issue.message}`
}
