/** Milliseconds of the system's monotonic clock, which all processes of a machine share. */
export const systemMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000
