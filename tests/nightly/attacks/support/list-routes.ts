import { createRoutes } from '@propsight/api/testing'
import * as contracts from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Target } from './target.ts'

const SOME_ID = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'

/** Schema of the body by route; null for routes without a body. */
const BODIES: Record<string, z.ZodType | null> = {
  'POST /api/loads': contracts.loadsBody,
  'POST /api/client-errors': contracts.clientErrorsBody,
  'PUT /api/override': contracts.overrideBody,
  'DELETE /api/override': null,
  // Multipart: tests/nightly/attacks/uploads.test.ts.
  'POST /api/remotes/:name/releases': contracts.deployBody,
  'POST /api/extract-stats/:sport': z.unknown(),
  'PUT /api/remotes/:name/webhook': contracts.webhookBody,
  'POST /api/remotes/:name/config': contracts.configBody,
  'PUT /api/cohorts/:name': contracts.cohortMemberBody,
  'DELETE /api/cohorts/:name': contracts.cohortMemberBody,
  'POST /api/remotes/:name/promote': contracts.rolloutChangeBody,
  'POST /api/remotes/:name/rollback': contracts.rollbackBody,
  'POST /api/remotes/:name/retire': contracts.retireBody,
  'POST /api/remotes/:name/halt': contracts.rolloutChangeBody,
  'POST /api/remotes/:name/previews': contracts.previewBody,
  'POST /api/remotes/:name/previews/revoke': contracts.revokePreviewsBody,
  'DELETE /api/preview': null,
  'POST /api/remotes/:name/tokens': contracts.createTokenBody,
  'DELETE /api/remotes/:name/tokens/:id': null,
  'PUT /api/developers': contracts.developerBody,
  'DELETE /api/developers': contracts.developerBody,
  'POST /api/access/email-exists': contracts.emailExistsBody,
  'POST /api/access/reserve': contracts.reserveBody,
  'POST /api/access/redeem': contracts.redeemBody,
  'POST /api/access/create': contracts.createCodeBody,
  'POST /api/admin/session': contracts.adminSessionBody,
  'POST /api/admin/session/end': null,
  'POST /api/admin/generate-codes': contracts.generateCodesBody,
  'POST /api/admin/import-codes': contracts.importCodesBody,
  'POST /api/admin/delete-code': contracts.deleteCodeBody,
  'POST /api/admin/restore-code': contracts.deleteCodeBody,
  'POST /api/admin/set-admin': contracts.setAdminBody,
  'POST /api/admin/adjust-credits': contracts.adjustCreditsBody,
  'POST /api/admin/refund-run': contracts.refundRunBody,
  'POST /api/admin/set-plan': contracts.setPlanBody,
  'POST /api/admin/second-factor/begin': null,
  'POST /api/admin/second-factor/confirm': contracts.factorCodeBody,
  'POST /api/admin/second-factor/pass': contracts.factorCodeBody,
  'POST /api/admin/second-factor/remove': contracts.removeFactorBody,
  'POST /api/account/email-change': contracts.emailChangeBody,
  'POST /api/account/end-session': contracts.endSessionBody,
  'POST /api/account/limit': contracts.limitBody,
  'POST /api/account/exclude': contracts.excludeBody,
  'POST /api/account/delete': contracts.deleteAccountBody,
  'POST /api/contact': contracts.contactBody,
  'POST /api/alerts/read': contracts.readAlertsBody,
  'POST /api/alerts/push': contracts.pushSubscriptionBody,
  'POST /api/alerts/push/remove': contracts.removePushBody,
  'POST /api/alerts/unsubscribe': null,
  'POST /api/runs': contracts.startRunBody,
  'POST /api/game-logs': contracts.gameLogsBody,
  'POST /api/news-sentiment': contracts.newsSentimentBody,
  'POST /api/historical/:sport': contracts.historicalBody,
  'POST /api/analyze-performance/:sport': contracts.analyzePerformanceBody,
  'POST /api/player-detail': contracts.playerDetailBody,
  'POST /api/what-if': contracts.whatIfBody,
  'POST /api/sync-picks': contracts.syncPicksBody,
  'POST /api/parlay/generate-parlay': contracts.generateParlayBody,
  'POST /api/parlay/assess': contracts.assessParlayBody,
}
const QUERIES: Record<string, z.ZodType> = {
  'GET /api/fetch-lines': contracts.fetchLinesQuery,
  'GET /api/slate': contracts.slateQuery,
  'GET /api/slate/samples': contracts.slateQuery,
  'GET /api/odds': contracts.oddsQuery,
  'GET /api/odds/history': contracts.oddsHistoryQuery,
  'GET /api/pitchers': contracts.pitchersQuery,
  'GET /api/remotes/:name/telemetry': contracts.telemetryQuery,
  'GET /api/games/today': contracts.gamesTodayQuery,
  'GET /api/weather/:team': contracts.weatherQuery,
  'GET /api/alerts/unsubscribe': contracts.unsubscribeQuery,
  'GET /api/admin/list-codes': contracts.adminListQuery,
  'GET /api/admin/users': contracts.adminListQuery,
  'GET /api/admin/audit': contracts.adminListQuery,
  'GET /api/admin/users/:id/ledger': contracts.adminListQuery,
}
const EXAMPLES: Record<string, string> = {
  ':name': 'picks',
  ':id': SOME_ID,
  ':sport': 'mlb',
  ':team': 'NYY',
  '*path': 'api/v1/people/660271',
}

export interface AttackedRoute {
  /** Method and pattern of the router, for example `POST /api/remotes/:name/halt`. */
  name: string
  method: string
  /** Path with example values for its parameters. */
  path: string
  parameters: readonly string[]
  body: z.ZodType | null
  query: z.ZodType | null
}

/**
 * Lists every route of the router.
 * @throws Error for a writing route without an entry in BODIES
 */
export function listRoutes({ instances }: Pick<Target, 'instances'>): AttackedRoute[] {
  const deps = instances[0]?.deps
  if (!deps) throw new Error('there is no instance to read routes from')
  return createRoutes(deps).stack.flatMap(({ methods, path }) => {
    const pattern = path instanceof RegExp ? '/bundles/shell/1.0.0/static/js/index.js' : String(path)
    const parameters = pattern.match(/[:*]\w+/g) ?? []
    const example = parameters.reduce(
      (text, parameter) => text.replace(parameter, EXAMPLES[parameter] ?? 'x'),
      pattern,
    )
    return methods
      .filter((method) => method !== 'HEAD')
      .map((method) => {
        const name = `${method} ${pattern}`
        if (method !== 'GET' && !(name in BODIES)) throw new Error(`BODIES has no entry for ${name}`)
        return {
          name,
          method,
          path: example,
          parameters,
          body: BODIES[name] ?? null,
          query: QUERIES[name] ?? null,
        }
      })
  })
}
