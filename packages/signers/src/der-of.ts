import { hexToBytes, numberToHex } from 'viem'

export function derOf(r: bigint, s: bigint): Uint8Array {
  const body = [...integer(r), ...integer(s)]
  return Uint8Array.from([0x30, body.length, ...body])
}

function integer(value: bigint): number[] {
  const bytes = [...hexToBytes(numberToHex(value))]
  const padded = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes
  return [2, padded.length, ...padded]
}
