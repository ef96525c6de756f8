import {
  DEV_VERSION,
  OVERRIDE_VERSION,
  pathsOf,
  RESERVED_PATH_SEGMENTS,
  TAB_ICONS,
} from '../../contracts/releases/registry.ts'
import { SHELL_RELEASE_NAME } from '../../contracts/releases/rollout.ts'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../manifest.ts'

/** Checks that the name and the paths of a remote are unique, and that its icon exists. */
export function checkPlacement({ declaration, release, others }: Context, findings: Findings): void {
  if (!declaration) return
  const { name, placement } = declaration
  if (name === SHELL_RELEASE_NAME)
    findings.error(`'${name}' is the name of the shell: give the remote another name in remote.json`)
  if (release.name !== name)
    findings.error(`the release has the name '${release.name}', but remote.json has '${name}': build again`)
  if (release.version === DEV_VERSION || release.version === OVERRIDE_VERSION)
    findings.error(
      `${release.version} is reserved for what a developer's machine serves: give the release another version`,
    )
  if (placement.mount === 'tab' && placement.icon !== undefined && !TAB_ICONS.includes(placement.icon))
    findings.error(
      `there is no icon '${displayText(placement.icon)}': choose one of ${TAB_ICONS.join(', ')} in remote.json`,
    )
  const own = pathsOf(placement)
  for (const path of own) {
    if (RESERVED_PATH_SEGMENTS.has(path.slice(1).split('/')[0] ?? ''))
      findings.error(`the address ${path} is the product's own: choose another in remote.json`)
    if (own.indexOf(path) !== own.lastIndexOf(path)) findings.error(`the address ${path} is listed twice`)
  }
  for (const other of others) {
    if (other.name === name) continue
    for (const path of pathsOf(other.placement))
      if (own.includes(path))
        findings.error(`the address ${path} belongs to '${other.name}': choose another in remote.json`)
    const { placement: otherPlacement } = other
    if (
      placement.mount === 'tab' &&
      otherPlacement?.mount === 'tab' &&
      otherPlacement.title === placement.title
    )
      findings.warning(
        `'${other.name}' has a tab called '${placement.title}' as well: users cannot distinguish the two`,
      )
  }
}
