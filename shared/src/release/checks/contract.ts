import { acceptsContract } from '../../contracts/remote-contract.ts'
import type { Context, Findings } from '../context.ts'
import { displayText } from '../types.ts'

const majorOf = (version: string): string => version.split('.')[0] ?? ''

/**
 * Checks that the live shell accepts the remote's contract, or that a new shell accepts those of all live
 * remotes.
 */
export function checkContract({ declaration, release, host, others }: Context, findings: Findings): void {
  if (!acceptsContract(release.contract, release.contract)) {
    findings.error(
      `'${displayText(release.contract, 20)}' is no contract version: remote.json says 'major.minor', such as '1.0'`,
    )
    return
  }
  if (!declaration) {
    for (const { name, contract } of others)
      if (!acceptsContract(release.contract, contract))
        findings.error(
          `this shell speaks contract ${release.contract} and would refuse '${name}', which is live with ${contract}: ` +
            `deploy a '${name}' for it first, or keep the shell's contract within ${majorOf(contract)}`,
        )
    return
  }
  if (!host) {
    findings.warning('no shell is live, so nothing says which contract it speaks')
    return
  }
  if (acceptsContract(host.contract, release.contract)) return
  findings.error(
    majorOf(host.contract) === majorOf(release.contract)
      ? `built against contract ${release.contract}, and the live shell speaks ${host.contract}: wait for the newer ` +
          'shell, or build against the older contract if you need nothing of the newer one'
      : `built against contract ${release.contract}, and the live shell speaks ${host.contract}: it would refuse this ` +
          `remote before any download; build against ${host.contract}`,
  )
}
