// First: the schemas that the other modules make are made under its setting.
import '../config/no-eval.ts'

export { pageConfigSchema, profileSchema, registrySchema } from '@propsight/shared/contracts'
