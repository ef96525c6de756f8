import { cleanStore } from '../services/releases/deploy/clean-store.ts'
import type { Job } from './jobs.ts'

/** Deletes the files of releases that are neither in use nor recent, and the remains of failed uploads. */
export const sweepBundles: Job = {
  name: 'sweep-bundles',
  cron: '17 4 * * *',
  expireInSeconds: 600,
  run: cleanStore,
}
