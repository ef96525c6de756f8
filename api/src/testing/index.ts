export { requireUser } from '../http/auth.ts'
export { compression } from '../http/compression.ts'
export type { ApiMiddleware, ApiState } from '../http/context.ts'
export { errorEnvelope, requestFrame } from '../http/request-frame.ts'
export { securityHeaders } from '../http/security-headers.ts'
export { readJson } from '../http/validate.ts'
export { checkAlerts, readBookPrices, settleLegs, storeClosingPrices } from '../jobs/jobs.ts'
export { createLog } from '../platform/config/log.ts'
export { createMetrics } from '../platform/metrics.ts'
export { TRIAL_WAIT_MS } from '../platform/service-client/service-client.ts'
export { NO_TELEMETRY } from '../platform/telemetry/telemetry.ts'
export { systemTimer } from '../platform/timer.ts'
export { createTokenVerifier } from '../platform/token-verifier.ts'
export { createDataService } from '../repositories/data-service.ts'
export { createOddsRepository, type StoredOddsGame } from '../repositories/odds.ts'
export type { OddsSnapshot, ReadQuote } from '../repositories/odds-snapshots.ts'
export { createRoutes } from '../routes/index.ts'
export { type ClientTimeouts, closeServer, listen } from '../server/listen.ts'
export { createPasswordRule } from '../services/accounts/common-passwords.ts'
export { deliverAlerts } from '../services/alerts/deliver-alerts.ts'
export { detectAlerts } from '../services/alerts/detect-alerts.ts'
export { daysWithLines, readOpenDay, toOpenWatch } from '../services/alerts/open-day.ts'
export { readPropStates } from '../services/alerts/prop-states.ts'
export { createAi } from '../services/analysis/ai/create-ai.ts'
export type { Analysis } from '../services/analysis/analysis-cache.ts'
export { analyzePerformance } from '../services/analysis/analyze-performance.ts'
export type { PlayerRecord } from '../services/analysis/choose-lines.ts'
export { playerNews } from '../services/analysis/player-news.ts'
export { collectGameLogs } from '../services/analysis/player-records.ts'
export { prefetchedTransactions, readTransactions } from '../services/board/availability/read-transactions.ts'
export { readSeasonRecords } from '../services/board/forecast/forecast-context.ts'
export { streamGameLogs } from '../services/board/game-logs.ts'
export { fetchLines } from '../services/board/lines.ts'
export { hittingAverages, pitchingAverages, starterSeason } from '../services/board/player-detail/averages.ts'
export { playerDetail } from '../services/board/player-detail/player-detail.ts'
export { findClubByCode } from '../services/games/find-game.ts'
export { readOdds } from '../services/odds/read-odds.ts'
export { renderMailbox } from '../services/operations/mailbox.ts'
export { generateParlays } from '../services/picks/parlay/generate-parlays.ts'
export { writeInsights } from '../services/picks/parlay/insights.ts'
export { findLegs } from '../services/picks/parlay/legs.ts'
export { extractStats } from '../services/pictures/extract-stats.ts'
export { createReader, type Reader } from '../services/pictures/reader/index.ts'
export { probablePitchers } from '../services/pitchers/probable-pitchers.ts'
export { streamPitchers } from '../services/pitchers/stream-pitchers.ts'
export { openNamedBundleStore } from '../services/releases/store/open-bundle-store.ts'
export { readFreeSamples } from '../services/slate/free-samples.ts'
export { readSlate } from '../services/slate/slate.ts'
export { gamesToday } from '../services/weather/games-today.ts'
export { teamWeather } from '../services/weather/team-weather.ts'
export { parseBoard } from '../sources/lines/lines-client.ts'
export { readPrices } from '../sources/odds/read-prices.ts'
export { addDays } from '../sources/stats/finished-games.ts'
export { openMeteoBody } from '../sources/testing/forecast-bodies.ts'
export { type StubService, stubService } from '../sources/testing/stub-service.ts'
export { createUpstream, type Upstream } from '../sources/upstream.ts'
export { nwsHours, openMeteoHours } from '../sources/weather/format.ts'
export {
  bundleOf,
  call,
  deploy,
  deployLive,
  deployPartOf,
  formOf,
  newRemote,
  OPERATOR_KEY,
  prove,
  publishRow,
  sendForm,
} from './deploys.ts'
export { type FakeAiProvider, startFakeAiProvider } from './fake-ai-provider.ts'
export { emptyUpstream, evidenceOf, fakeDeps } from './fake-deps.ts'
export { type Behaviour, type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts'
export { coversOf, type ScriptedRun, scriptRun } from './script-run.ts'
export { type RawRequest, type RawResponse, sendRaw } from './send-raw.ts'
export { startTestApi, type TestApi, type TestApiOptions, type TestUser } from './test-api.ts'
export {
  signToken,
  TEST_JWT_SECRET,
  TEST_MAILBOX_KEY,
  TEST_SECRET_KEY,
  TEST_USER,
  testEnv,
  testVariables,
} from './test-env.ts'
export { createVisitor } from './visitor.ts'
export { serveApp } from './with-app.ts'
