import { type FakeMaker, startFakeMaker } from './fake-maker.ts'
import { makersFile } from './makers-file.ts'
import type { TestOrderbook } from './orderbook.ts'
import { keep } from './parts.ts'
import { startOrderbook } from './use-orderbook.ts'

/** Starts a maker, which stops with the test. */
export const startMaker = (...args: Parameters<typeof startFakeMaker>): Promise<FakeMaker> =>
  keep(startFakeMaker(...args))

/** A `MAKERS_FILE`, which is deleted with the test. */
export const keptMakersFile = (...args: Parameters<typeof makersFile>) =>
  keep(Promise.resolve(makersFile(...args)), ({ remove }) => remove())

/** The environment variables of an orderbook with this file. */
export const makerEnv = ({ path }: { path: string }): Record<string, string> => ({
  MAKERS_FILE: path,
  ALLOW_PRIVATE_ADDRESSES: 'true',
  // An honest maker must not be late on a busy machine.
  MAKERS_ANSWER_MS: '4000',
  MAKERS_ORDER_MS: '4000',
})

export interface MakerBook extends TestOrderbook {
  /** The environment variables of the orderbook, for a replica. */
  env: Record<string, string>
  file: ReturnType<typeof makersFile>
}

/** Starts an orderbook with these makers. Its own quote engine gives 24,975,000 for 25,000,000. */
export async function startMakerBook(
  makers: readonly { entry: object }[],
  over: Record<string, string> = {},
  options: { now?: () => number } = {},
): Promise<MakerBook> {
  const file = await keptMakersFile(makers.map(({ entry }) => entry))
  const env = { ...makerEnv(file), ...over }
  return { ...(await startOrderbook('makers', env, options)), env, file }
}
