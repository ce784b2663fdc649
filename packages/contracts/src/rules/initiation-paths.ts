/** The ways to pay for a source escrow; docs/paths has a page for each. */
export const initiationPaths = ['prefunded', 'native', 'permit', 'signed', 'permit2', 'eip3009'] as const
export type InitiationPath = (typeof initiationPaths)[number]
