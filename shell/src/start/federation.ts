export { loadRelease } from '../federation/runtime.ts'
