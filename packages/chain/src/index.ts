export type { AskedVault } from './ask/asked-vault.ts'
export { askBlockAtDepth, askCountedBlock } from './ask/depth.ts'
export { askEach } from './ask/each.ts'
export { askFees } from './ask/fees.ts'
export { askHead } from './ask/head.ts'
export { askHeadNumber, readHeadNumber } from './ask/head-number.ts'
export { askHeader, type BlockId, type Header, headerOf, readBlock, readHeader } from './ask/header.ts'
export { askLatest } from './ask/latest.ts'
export { askLinkedHeaders } from './ask/linked-headers.ts'
export type { ChainLog, LogFilter } from './ask/log.ts'
export {
  type LogQuestions,
  makeLogQuestions,
  readLogRange,
  readLogsBack,
  type TimedLog,
  widestRange,
} from './ask/logs.ts'
export { askNonceCounts, type NonceCounts, readNonce } from './ask/nonce.ts'
export { makeRangeSize, type RangeSize } from './ask/range-size.ts'
export { askReceipt, type ChainReceipt } from './ask/receipt.ts'
export { type Sent, sendTo, sendToAll } from './ask/send.ts'
export { askTagged } from './ask/tagged.ts'
export { askVaults, askVaultsBy, noVault, type VaultFacts } from './ask/vaults.ts'
export type { Question } from './belief/ask-until-decided.ts'
export {
  type Belief,
  type Believed,
  isBelieved,
  majorityOf,
  mayBeRight,
  type Unbelieved,
  UnbelievedError,
} from './belief/belief.ts'
export {
  type AskOptions,
  believedOf,
  makeQuorum,
  type Quorum,
  type QuorumObserver,
  type QuorumOptions,
} from './belief/quorum.ts'
export { type Answer, majorityRule, type Rule } from './belief/rules.ts'
export { askAbility, type ChainAbility } from './endpoint/ability.ts'
export { maxBytesOf } from './endpoint/answer-limits.ts'
export { type Endpoint, endpointName } from './endpoint/endpoint.ts'
export { expectChain } from './endpoint/expect-chain.ts'
export { EndpointError, type Fault, faultOf, faults } from './endpoint/fault.ts'
export { expectContract, verifyQuorum } from './endpoint/verify-quorum.ts'
export { hashOfHeader, isHashOfHeader } from './proof/header-hash.ts'
export { bloomOf } from './proof/logs-bloom.ts'
export { lowerHex } from './proof/lower-hex.ts'
export { emptyTrieRoot, orderedTrieRoot, receiptsRootOf } from './proof/receipts-root.ts'
