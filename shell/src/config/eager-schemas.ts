// Must be the first import: the setting applies only to zod schemas that are created after it.
import './no-eval.ts'

export { pageConfigSchema, profileSchema, registrySchema } from '@propsight/shared/contracts'
