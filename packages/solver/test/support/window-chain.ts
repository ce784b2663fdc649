import type { WindowChain } from '@tandem/contracts'

/** A chain with a block every two seconds, 30 confirmations and fitted windows; the least margin between two of them is 420 s. */
export const windowChain: WindowChain = {
  block_time_ms: 2_000,
  confirmations: 30,
  confirmation_steps: [],
  finality_tag: null,
  claim_safety_secs: 120,
  source_cancel_after_secs: 86_400,
  dest_cancel_after_secs: 14_400,
  fitted_windows: { reveal_secs: 120, claim_secs: 300 },
}
