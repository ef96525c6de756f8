import { EmptyState } from '@propsight/shared/ui'
import { slug } from '../../catalogue/entry.ts'
import { CATALOGUE } from '../../catalogue/index.ts'

/** Shows a single state in the whole window, as dialogs and toasts need. */
export function OneState({ of }: { of: string }) {
  for (const { name, states } of CATALOGUE)
    for (const { label, Show } of states)
      if (of === `${slug(name)}.${slug(label)}`)
        return (
          <main>
            <h1 className="u-vh">
              {name}, {label}
            </h1>
            <Show />
          </main>
        )
  return <EmptyState icon="help" title={`There is no state '${of}'`} />
}
