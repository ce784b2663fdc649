import type { Lie, Scene } from './lie.ts'
import { type LyingEndpoint, lyingEndpoint, type TrueChain } from './lying-endpoint.ts'

/** How many endpoints a chain has, and where the one that lies stands among them. */
export type Layout = { of: 1 | 2 | 3; at: 'first' | 'last' }

export const layouts: readonly Layout[] = [
  { of: 1, at: 'first' },
  { of: 2, at: 'first' },
  { of: 2, at: 'last' },
  { of: 3, at: 'first' },
  { of: 3, at: 'last' },
]

export type Endpoints = {
  /** The URLs in the order in which they are configured. */
  readonly urls: string[]
  readonly liar: LyingEndpoint
  readonly honest: readonly LyingEndpoint[]
  /** Lets the liar lie from now on. */
  begin: () => void
  /** Lets every endpoint tell the truth from now on. */
  end: () => void
  stop: () => Promise<void>
}

/** Starts endpoints in front of one true chain. One of them lies after `begin` is called. */
export async function endpointsWith({
  chain,
  scene = {},
  lie,
  of,
  at,
}: Layout & { chain: TrueChain; scene?: Partial<Scene>; lie: Lie }): Promise<Endpoints> {
  const all = await Promise.all(Array.from({ length: of }, () => lyingEndpoint({ chain, scene })))
  const liar = all[at === 'first' ? 0 : of - 1] as LyingEndpoint
  return {
    urls: all.map(({ url }) => url),
    liar,
    honest: all.filter((endpoint) => endpoint !== liar),
    begin: () => liar.tell(lie),
    end: () => liar.tell(undefined),
    stop: async () => {
      await Promise.all(all.map((endpoint) => endpoint.stop()))
    },
  }
}
