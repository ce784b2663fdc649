import { type EnrolMakerWire, enrolmentTypedData } from '@tandem/contracts'
import type { PrivateKeyAccount } from 'viem'

/** The public URL of a test's orderbook, by default. */
export const testOrderbookUrl = 'http://127.0.0.1:4100'

/** The body of POST /makers, signed for the test's orderbook. */
export async function enrolmentOf(
  account: PrivateKeyAccount,
  { maker_id: _name, ...enrolment }: Omit<EnrolMakerWire, 'signature'> & { maker_id: string },
  orderbook = testOrderbookUrl,
): Promise<EnrolMakerWire> {
  return { ...enrolment, signature: await account.signTypedData(enrolmentTypedData(orderbook, enrolment)) }
}
