import type { Plan, PlannedSwap } from './plan.ts'

const calm: Omit<Plan, 'seed' | 'swaps'> = {
  ...{ maker: 'honest', isLucky: false, relayer: 'honest', restlessMs: 0, onlyWatch: false },
  ...{ endpoints: 1, rivals: [], faults: [] },
}
const swap: PlannedSwap = {
  ...{
    from: 'devnet_a',
    token: 'dai',
    path: 'signed',
    submitter: 'wallet',
    isHasty: false,
    waits: 'never',
    startMs: 2_000,
  },
}

/**
 * The shortest plans that broke because of mended faults, by the faults' names. Today's code keeps every property in
 * each. With `npm run simulate -- --scenarios --put-back NAME`, the fault breaks its own plan.
 */
export const scenarios: Record<string, Plan> = {
  'restarts halve the patience of the wallet': {
    ...{ ...calm, seed: 10, maker: 'greedy', relayer: 'silent', restlessMs: 6_070, onlyWatch: true, endpoints: 3 },
    swaps: [{ ...swap, from: 'devnet_b', submitter: 'relayer', startMs: 12_536 }],
  },
  'the relayer sends a secret for a destination in the newest block': {
    ...{ ...calm, seed: 102, maker: 'greedy', isLucky: true },
    swaps: [{ ...swap, path: 'prefunded', isHasty: true, startMs: 1_972 }],
  },
  'one endpoint of three stops the start of the orderbook': {
    ...{ ...calm, seed: 47, endpoints: 3 },
    swaps: [{ ...swap, token: 'usdc', path: 'eip3009', startMs: 733 }],
    faults: [{ kind: 'endpoint', chain: 'devnet_b', index: 1, lie: 'zero_words', atMs: 0, forMs: 20_176 }],
  },
  'the status counts facts in the newest block': { ...calm, seed: 4, swaps: [{ ...swap, startMs: 2_194 }] },
}
