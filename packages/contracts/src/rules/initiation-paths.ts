export const initiationPaths = ['prefunded', 'native', 'permit', 'signed', 'permit2', 'eip3009'] as const
export type InitiationPath = (typeof initiationPaths)[number]
