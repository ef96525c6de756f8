import type { RemoteModule } from '@propsight/shared/contracts'

/** The remote module that a container exposes as its default export; null when it is no remote module. */
export function moduleOf(exposed: unknown): RemoteModule | null {
  const module =
    exposed !== null && typeof exposed === 'object' && 'default' in exposed ? exposed.default : null
  return isRemoteModule(module) ? module : null
}

const isRemoteModule = (value: unknown): value is RemoteModule =>
  value !== null &&
  typeof value === 'object' &&
  'name' in value &&
  'contract' in value &&
  typeof value.contract === 'string' &&
  'Root' in value &&
  (typeof value.Root === 'function' || (typeof value.Root === 'object' && value.Root !== null))
