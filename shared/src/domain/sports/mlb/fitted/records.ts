import type { TrackRecord } from '../../../engine/track-record.ts'
import provenance from './provenance.json' with { type: 'json' }
import trackRecord from './track-record.json' with { type: 'json' }

// Apart from track-record.ts, whose version and types browsers import: they must not load these files.

/** What each part of the shipped constants was fitted on, and when. */
export const FITTED = provenance.value

/** How the shipped engine was judged, written by `npm run backtest -- --ship`. The API parses it at its start. */
export const TRACK_RECORD = trackRecord.value as TrackRecord
