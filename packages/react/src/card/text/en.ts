import type { PromptCounts } from '../domain/prompt-counts.ts'

const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Every text of the card. A translation is one more file like this one. */
export const en = {
  form: 'Make a swap',
  another: 'Make another swap',
  bar: 'How far the swap is',
  barStep: (at: number, of: number, usual: string | null) =>
    `Step ${at} of ${of}${usual === null ? '' : ` · usually ${usual} in all`}`,
  reading: 'Reading the chain',
  notFunded: 'Its escrow holds nothing yet. Go on, or forget the swap.',
  signed: 'You have signed. The relayer brings your side on chain.',
  noRoutes: 'No pair of assets can be swapped at the moment.',
  give: 'You give',
  get: 'You get',
  arriving: 'Amount that arrives',
  asset: (symbol: string, chain: string) => `${symbol} on ${chain}`,
  amount: (symbol: string) => `Amount in ${symbol}`,
  notAnAmount: (symbol: string, decimals: number) =>
    `An amount of ${symbol} is a number like 0.5: no commas, at most ${decimals} decimals.`,
  tooLittle: (least: string) => `At least ${least} can be swapped.`,
  limits: (least: string, most: string) => `From ${least} to ${most}`,
  refusals: {
    CHAIN_UNAVAILABLE:
      'A chain of this route does not answer the orderbook, so there is no price. The page asks again.',
    HOP_ROUTE_CLOSED: 'The bridge of this route is closed at the moment. Another pair may be open.',
    ROUTE_PAUSED: 'The operator has paused this pair. Swaps that have begun go on; another pair may be open.',
    PRICE_UNAVAILABLE: 'There is no fresh price for one of these tokens. The page asks again.',
    AMOUNT_OUT_OF_BOUNDS: 'No maker takes this amount at the moment. Try another amount, or another pair.',
    UNSUPPORTED_ROUTE: 'No maker serves this pair at the moment. Another pair may be open.',
    RATE_LIMITED: 'The market is busy: the orderbook takes no more questions this minute. The page asks again.',
    NETWORK: 'The orderbook does not answer, so there is no price. The page asks again by itself.',
    UNAVAILABLE: 'The orderbook can give no price at the moment. The page asks again by itself.',
  },
  slowQuote: 'No price yet: the orderbook is slow to answer. The page goes on waiting.',
  tooMuch: (most: string) => `At most ${most} can be swapped at once.`,
  quote: {
    rate: (symbol: string, rate: string) => `1 ${symbol} = ${rate}`,
    line: (fee: string, time: string | null) => `Fee ${fee}${time === null ? '' : ` · usually ${time}`}`,
    fee: 'Fee, included',
    feeIncluded: (percent: string, dollars: string) => `${percent} %, ${dollars}`,
    networkFee: 'Network fee, included',
    bridgeFee: 'Bridge fee, included',
    least: 'You get at least',
    time: 'Time',
    timeMeasured: (half: string, most: string, count: number) =>
      `Half within ${half}, 95 % within ${most} (${count} swaps)`,
    timeTooFew: (count: number, needed: number) => `Too few swaps to say: ${count} of ${needed} measured`,
    timeUnknown: 'Not measured on this route yet',
    slippage: 'The price may get worse by',
    percent: (percent: string) => `${percent} %`,
  },
  path: 'How you pay',
  /** These say nothing of how often the wallet asks, because `prompts` counts that. */
  paths: {
    native: { name: 'By a transaction', description: 'Your wallet sends the amount to the escrow, and pays the gas.' },
    eip3009: {
      name: 'By an authorization, without gas',
      description: 'What your wallet signs pays the escrow and nothing else. The relayer pays the gas.',
    },
    permit: {
      name: 'By a permit, without gas',
      description: 'Your wallet signs a permit for the amount, and the terms of the escrow. The relayer pays the gas.',
    },
    permit2: {
      name: 'By Permit2',
      description:
        'Your wallet signs the terms, and the relayer pays the gas. A wallet that never used this token with Permit2 first approves Permit2 for any amount of it. That stays until you revoke it: from then on a signature of yours can move all of this token, here or on any other page.',
    },
    signed: {
      name: 'By an approval',
      description:
        'Your wallet approves the amount by a transaction, and signs the terms. The relayer creates the escrow.',
    },
    prefunded: {
      name: 'Send the tokens',
      description: 'Your wallet sends the tokens to the escrow’s address. The relayer creates the escrow.',
    },
  },
  tokens: {
    search: 'Search',
    placeholder: 'Token or chain',
    none: 'No token of this route matches.',
    count: (count: number) => times(count, 'token'),
    close: 'Close',
  },
  balance: (amount: string) => `You have ${amount}`,
  max: 'Max',
  flip: 'Swap the other way round',
  toYou: (address: string) => `To ${address}`,
  recipient: {
    other: 'Send to another address',
    own: 'Send to your own address',
    label: (chain: string) => `Address on ${chain} that is paid`,
    contract: (chain: string) =>
      `Your wallet is a contract. Its address on ${chain} is another account there, which nobody may control: give an address on ${chain} that is yours.`,
    pays: 'The whole amount is paid to',
    paid: (address: string) => `Paid to ${address}, another address than your wallet’s.`,
    completed: 'The tokens are with the address that you gave.',
    problems: {
      not_an_address: 'An address is 0x and 40 letters and digits from 0 to 9 and a to f.',
      wrong_checksum: 'A letter or digit of this address is wrong: its checksum does not fit. Copy it again.',
    },
  },
  submit: {
    connect: () => 'Connect wallet',
    type: () => 'Type an amount',
    change: () => 'Change the amount',
    short: (symbol: string) => `Not enough ${symbol}`,
    recipient: () => 'Give the address to pay',
    price: () => 'WalletPrompt for a price',
    refused: () => 'No price at the moment',
    wait: () => 'Reading your wallet',
    starting: () => 'Look at your wallet',
    swap: () => 'Swap',
  },
  starting: 'Making the order.',
  prompts: ({ secrets, signatures, transactions, later }: PromptCounts) => {
    const pay = [
      ...(signatures === 0 ? [] : [times(signatures, 'signature')]),
      ...(transactions === 0 ? [] : [times(transactions, 'transaction')]),
    ].join(' and ')
    const first =
      secrets === 0 ? '' : `${times(secrets, 'signature')} for the secret of your swaps, once in a visit; then `
    const last = later === 0 ? '' : `; and ${times(later, 'signature')} for the bridge once the maker has paid`
    return `Your wallet asks for ${first}${pay} to pay${last}.`
  },
  secretNote:
    'Your wallet asks twice for the same signature. It moves nothing: from it the page makes the secrets of your swaps, and can make them again if this browser loses them. Whoever has it can open those swaps: sign it only if it names this page.',
  card: (title: string) => `Swap ${title}`,
  secretOfWallet: 'Your wallet can restore this swap.',
  secretOfBrowser: 'Only this browser can end this swap: do not clear its data before.',
  elsewhere: 'Another tab drives this swap. It goes on here when that tab closes.',
  mayClose: 'You may close this page, and open it again to go on',
  atTheLatest: ', at the latest',
  handOver: {
    summary: 'You cannot stay?',
    button: 'Let the relayer finish the swap',
    warning:
      'You may close this page. Whoever runs the relayer could, together with the market maker, take what you pay and give you nothing.',
    kept: 'The relayer keeps your secret until the maker has funded its side, and finishes the swap then. You may close this page.',
  },
  steps: {
    initiating: 'You fund the escrow',
    waiting_for_market_maker: 'The maker funds its side',
    revealing: 'Both escrows are checked on the chains',
    ensuring_claim: 'You are being paid',
    settling: 'The maker is paid',
    completed: 'Completed',
    waiting_for_expiry: 'Nothing was paid',
    waiting_for_refund: 'Waiting until the amount can be taken back',
    refunding: 'The amount is taken back',
    refunded: 'Refunded',
    ended: 'Ended: there was nothing to take back',
  },
  stepHints: {
    initiating: 'Your wallet asks you to sign. Nothing moves before.',
    waiting_for_market_maker: 'Your side is funded. The maker waits until some blocks confirm it.',
    revealing: 'This browser reads both escrows itself before the secret leaves.',
    ensuring_claim: 'The relayer claims for you. If it does not in time, your wallet is asked to.',
    settling:
      'Your tokens are claimed. Blocks have to confirm it, and the other side to be claimed, or the bridge to deliver.',
    completed: 'The tokens are with you.',
    waiting_for_expiry:
      'The order is over, and nothing of yours was in it. What you signed before may still pay it for a while.',
    waiting_for_refund: 'The contract lets the amount go back from this time on.',
    refunding: 'Your wallet asks you to send one transaction.',
    refunded: 'The amount is back in your wallet.',
    ended: 'Nothing of yours was in the escrow.',
  },
  signsForBridge:
    'This browser reads both escrows itself. Then your wallet is asked to sign for the bridge, before the secret leaves.',
  asking: {
    sign: 'Your wallet asks for a signature.',
    send: 'Your wallet asks you to send a transaction.',
    switch: 'Your wallet asks to change to another network.',
  },
  unverified: 'A part of this end is the orderbook’s word: no endpoint of its chain could be asked.',
  down: {
    orderbook:
      'The orderbook does not answer. Your swap goes on by what this browser reads from the chains itself; nothing is lost.',
    orderbookResting:
      'The orderbook does not answer, so its last word may be old. What is said here of your funds was read from the chain.',
    signing: 'The relayer does not answer. What you sign or send now waits for it, and is not lost.',
    signed:
      'The relayer does not answer. What you signed is kept in this browser, and handed over when it does: you sign nothing again.',
    claiming:
      'The relayer does not answer. The page asks it again until it does. If time gets short, your wallet is asked to claim instead.',
    silent: (chain: string) =>
      `No endpoint of ${chain} answers this browser. The page asks again; until then it cannot say what is on that chain.`,
    late: (chain: string, age: string) => `${chain} has made no block for ${age}.`,
    waits: 'Your swap waits for it, and nothing is lost.',
    wouldWait: 'A swap would wait for it.',
  },
  sides: {
    leaves: 'Leaves',
    arrives: 'Arrives',
    states: {
      wallet: 'In your wallet',
      escrow: 'Funded',
      paid: 'Paid',
      returning: 'Comes back',
      returned: 'Came back',
      maker: 'Awaited',
      arriving: 'On its way',
      arrived: 'Arrived',
      none: 'Nothing arrives',
    },
  },
  receipt: {
    took: 'Took',
    transactions: { funded: 'Funded', paid: 'Paid out', delivered: 'Delivered', returned: 'Came back' },
    copy: 'Copy receipt',
    again: 'Swap again',
  },
  refused: 'You refused in your wallet. What you signed or approved before that stays valid.',
  failed: (message: string, code: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)} (${code})`,
  needsWallet: (address: string) => `Connect the wallet ${address} to go on with this swap.`,
  goOn: 'Go on',
  takeBack: 'Take the amount back',
  forgetting: {
    button: 'Forget this swap',
    title: 'Forget this swap?',
    yes: 'Forget it',
    no: 'Keep it',
    loss: {
      nothing:
        'Nothing of yours is in its escrow, and nothing that you signed can pay it any more. Only this entry goes.',
      signature:
        'Something that you signed or sent can still pay its escrow. If it does, this browser has no secret to finish the swap with, and you wait until the amount can be taken back.',
      search:
        'The amount is in its escrow. This browser stops driving the swap; your wallet can find it again with “Find open swaps of this wallet”.',
    },
  },
  order: 'Order',
  details: 'Details',
  on: (chain: string) => `on ${chain}`,
  copy: { do: (what: string) => `Copy ${what}`, done: 'Copied' },
  explorer: (what: string) => `Show ${what} in the block explorer`,
  loading: 'Loading',
} as const
