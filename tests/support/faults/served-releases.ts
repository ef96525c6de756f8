import { registrySchema } from '@propsight/shared/contracts'

/**
 * Requests the entry file of every release in the registry.
 * @returns a sentence for each one that is not served
 */
export async function brokenReleases(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/remotes`)
  const { remotes } = registrySchema.parse(await answer.json())
  if (remotes.length === 0) return ['no remote is served']
  const missing = remotes.map(async ({ name, base, entry }) => {
    const { status } = await fetch(new URL(base.replace(/\/?$/, `/${entry}`), url))
    return status === 200 ? [] : [`the served release of ${name} was answered ${status}`]
  })
  return (await Promise.all(missing)).flat()
}
