const kib = 1_024
const mib = 1_024 * kib

/** The most bytes that an answer may have, by method. A larger answer could fill the process's memory. */
const maxBytes: Readonly<Record<string, number>> = {
  // Room for the header and the hashes of some 15,000 transactions.
  eth_getBlockByNumber: mib,
  eth_getLogs: 4 * mib,
  eth_getBlockReceipts: 4 * mib,
  eth_getTransactionReceipt: mib,
  eth_call: mib,
  eth_simulateV1: mib,
}

const maxBytesOfOthers = 128 * kib
const maxBytesOfBatch = 8 * mib

/** The most bytes that the answer to these methods may have. */
export const maxBytesOf = (methods: readonly string[]): number =>
  Math.min(
    maxBytesOfBatch,
    methods.reduce((sum, method) => sum + (maxBytes[method] ?? maxBytesOfOthers), 0),
  )
