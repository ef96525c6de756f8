import { startTestApi, TEST_SECRET_KEY } from '@propsight/api/testing'
import { FULL_DAY, BOARD_DAY, startGeneratedOdds } from './generated-odds.ts'
const api = await startTestApi({ jobs: false, env: { LEAGUE_CLOCK: `frozen:2033-07-19T16:00:00Z` } })
const s = { url: api.url, secretKey: TEST_SECRET_KEY }
const f = await startGeneratedOdds({ ...FULL_DAY, now: '2033-07-18T16:00:00Z' }, s)
const g = await startGeneratedOdds({ ...BOARD_DAY, now: '2033-07-19T16:00:00Z' }, s)
let c=process.cpuUsage(); console.time('full'); await f.ingest(); console.timeEnd('full'); console.log(process.cpuUsage(c))
console.log(JSON.stringify((await api.admin.from('odds_budget').select('*')).data))
f.setRound(1)
console.time('full'); await f.ingest('2033-07-18T18:30:00Z'); console.timeEnd('full')
await g.ingest()
console.log(JSON.stringify((await api.admin.from('odds_budget').select('*')).data), (await api.admin.from('odds_events').select('*')).data?.length)
const { token } = await api.createUser()
const r = await fetch(`${api.url}/api/odds?day=2033-07-19`, { headers: { authorization: `Bearer ${token}` } })
console.log(r.status, (await r.text()).slice(0, 300))
await f.close(); await g.close(); await api.close()
