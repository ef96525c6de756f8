export { loadRelease } from '../loader/load-release.ts'
