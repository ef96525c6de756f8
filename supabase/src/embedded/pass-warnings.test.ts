import { once } from 'node:events'
import @supabase/lite/postgres

import { expect, it } from 'vitest'
import { passWarnings } from './pass-warnings.ts'

it('lets warnings through that are errors, which the package of the data service throws', async () => {
  passWarnings()
  const warned = once(process, 'warning')
  process.emitWarning(new Error('eleven listeners'))
  expect((await warned)[0]).toMatchObject({ message: 'eleven listeners' })
})
