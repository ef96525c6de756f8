import type { Fault } from '../../../support/faults/fault.ts'

const SECONDS = 4

/** Failures of the network on the browser side. */
export const BROWSER_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'browsers offline', seconds: SECONDS, mayFail: [] },
    missing: (_stage, pages) => (pages ? null : 'no browser is open in this form'),
    strike: ({ pages }) => pages?.setOffline(true),
    during: async ({ pages }) => (await pages?.sayOffline()) ?? [],
    heal: ({ pages }) => pages?.setOffline(false),
  },
]
