import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'

/** A recognised word, in pixels of the sheet. */
export interface SheetWord {
  text: string
  /** 0 to 100. */
  confidence: number
  x0: number
  x1: number
  y0: number
  y1: number
}

export interface Recogniser {
  recognise(sheet: Buffer): Promise<SheetWord[]>
  close(): Promise<void>
}

/** Path of the training data. It is part of an npm package, so nothing is downloaded at run time. */
const trainingData = () =>
  join(
    dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
    '4.0.0_best_int',
  )

/**
 * Starts Tesseract in a worker thread.
 * @throws Error if it does not start
 */
export async function startRecogniser(): Promise<Recogniser> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: trainingData(),
    gzip: true,
    cacheMethod: 'none',
  })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: '300' })
  return {
    recognise: async (sheet) => {
      const { data } = await worker.recognize(sheet, {}, { blocks: true, text: false })
      return (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs)
        .flatMap(({ lines }) => lines)
        .flatMap(({ words }) => words)
        .map(({ text, confidence, bbox }) => ({ text, confidence, ...bbox }))
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
