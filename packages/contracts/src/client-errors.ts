import { type ErrorMeaning, meaning, moved } from './error-money.ts'

/** The codes of the SDK's own errors (`TandemError`), beside those of the services. */
export const sdkErrors = {
  NETWORK: meaning(
    'No answer of a service came: it is down, or a proxy or a login page answered instead.',
    'Check the URL and the connection. `run` asks again by itself.',
    moved.perhaps,
  ),
  UNVERIFIED: meaning(
    'An answer of a server did not survive verification.',
    'Send no money on this answer. Compare the network file with a source of your own.',
    moved.notByThis,
  ),
  TIMEOUT: meaning(
    'The order was slower than the wait allows.',
    'Wait again: nothing was given up. `run` and `tandem recover` go on.',
    moved.notByThis,
  ),
  NOT_CANCELLABLE_YET: meaning(
    'The source escrow can still be claimed, so it cannot be taken back.',
    'Take it back after `cancel_after` of the source.',
    moved.inEscrow,
  ),
  NOT_THE_RECIPIENT: meaning('Another account must send this.', 'Use the wallet of the recipient.', moved.notByThis),
  ACCOUNT_NOT_DEPLOYED: meaning(
    'A smart account signed, and has no code on the chain yet.',
    'Deploy the account first, or take the `prefunded` path.',
    moved.no,
  ),
  WRONG_ACCOUNT: meaning(
    'The wallet is on another account than the one that the order pays from.',
    'Switch the account in the wallet.',
    moved.no,
  ),
  INSUFFICIENT_TOKENS: meaning(
    'The account holds fewer tokens than the swap takes.',
    'Send the missing tokens to the account (`details` has `held` and `required`, in base units), or swap less.',
    moved.no,
  ),
  INSUFFICIENT_GAS: meaning(
    'The account holds too little of the native token of the source chain for its transactions.',
    'Send the account some, or take a path without gas: `permit`, `permit2` or `eip3009` by the relayer.',
    moved.no,
  ),
  SIGNATURE_REFUSED: meaning(
    'The account has code (a contract wallet, or a delegated account), and the token, Permit2 or the registry does not take its signature.',
    'Take a path of `details.works`: `prefunded` needs no signature.',
    'No: the signature was not handed over.',
  ),
  RECIPIENT_NOT_DEPLOYED: meaning(
    'The recipient has the address of a contract account of the source chain, and has no code on the destination chain, where nobody may control it.',
    'Name another `destinationAddress`, or deploy the account there. `allowUndeployedRecipient` is for those who know that they control it.',
    moved.no,
  ),
  RECIPIENT_REFUSES: meaning(
    'The recipient is a contract that does not take the native token.',
    'Name another `destinationAddress`, or swap for a token.',
    moved.no,
  ),
  CLOCK_SKEWED: meaning(
    'The clock of this device is more than 15 minutes away from the time of the chain.',
    'Set the clock of the device right, and start again.',
    moved.no,
  ),
  STILL_PAYABLE: meaning(
    'An earlier signature by another path can still pay the order, and a second one could take the amount again. As the reason of a run: the order is over, and what was signed can still pay it.',
    'Wait until `details.payable_until`, or set `allowSecondPayment`.',
    moved.perhaps,
  ),
  WRONG_CHAIN: meaning('The wallet is on another chain.', 'Switch the network in the wallet.', moved.no),
  CANCELLED_IN_WALLET: meaning(
    'The transaction was cancelled or replaced in the wallet, and the chain does not show what it was for.',
    'Go on with the swap if you want it: the wallet is asked again.',
    'Not by this attempt, except that the replacement cost gas.',
  ),
  NOT_ON_CHAIN: meaning(
    'The chain does not show the effect of what the wallet took.',
    'Do not pay again by other means until the wallet says how its transaction ended; then run again.',
    moved.perhaps,
  ),
  TRANSACTION_REVERTED: meaning(
    'The transaction was mined, and reverted.',
    'Read why on the explorer. Gas was paid, and nothing else.',
    moved.notByThis,
  ),
  EVIDENCE_REQUIRED: meaning(
    'The step would rest on the word of a server alone.',
    'Name the network file, and endpoints of the chain (`evidence`, or `--rpc`).',
    moved.notByThis,
  ),
  EVIDENCE_UNAVAILABLE: meaning(
    'Too few endpoints of a chain answer, or they disagree. Nothing was revealed.',
    'Name more endpoints of different operators; `tandem doctor` says what each of them lacks.',
    moved.notByThis,
  ),
  ABORTED: meaning(
    'The application, or Ctrl-C, ended the wait.',
    'Run the kept swap again (`Swap.resume`, `tandem recover`).',
    moved.perhaps,
  ),
  QUOTE_UNACCEPTABLE: meaning(
    'The price is worse than the limit of the request.',
    'Ask again later, or set another limit (`minReceived`, `maxSpent`).',
    moved.no,
  ),
  LIMIT_REQUIRED: meaning(
    'The request names no worst price.',
    'Give `minReceived` with `sourceAmount`, or `maxSpent` with `destinationAmount`.',
    moved.no,
  ),
} as const satisfies Record<string, ErrorMeaning>

/** A code of an error that the SDK itself found. */
export type SdkErrorCode = keyof typeof sdkErrors

/** The codes that only the command line gives. */
export const commandErrors = {
  USAGE: meaning(
    'The words of the command are wrong, or a setting is missing or unreadable.',
    'Correct what the message names; `tandem COMMAND --help` has an example.',
    moved.no,
  ),
  ENDPOINT_UNAVAILABLE: meaning(
    'An endpoint of a chain does not answer a transaction or a read of the wallet.',
    'Name another endpoint of the chain (`--rpc`); then `tandem recover` goes on.',
    moved.perhaps,
  ),
  FAILED: meaning(
    'Something else failed: the message is that of the wallet, the endpoint or the system.',
    '`tandem swaps` shows what is kept; `tandem recover` goes on.',
    moved.perhaps,
  ),
} as const satisfies Record<string, ErrorMeaning>
