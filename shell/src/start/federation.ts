export { loadRelease } from '../loader/runtime.ts'
